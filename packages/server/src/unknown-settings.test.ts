import { expect, it } from 'vitest';

import { SETTING_NAMES } from './settings.ts';
import { unknownSettingProblems } from './unknown-settings.ts';

function problemsOf(
  names: readonly string[],
  fileNames: readonly string[] = [],
): readonly string[] {
  return unknownSettingProblems({ names, fileNames, known: SETTING_NAMES }).map(
    ({ name, text }) => `${name} ${text}`,
  );
}

it.each([
  ['NODE_EVN', 'NODE_ENV'],
  ['PROT', 'PORT'],
  ['DATADIR', 'DATA_DIR'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUSTPROXYS', 'TRUST_PROXY'],
  ['PAYMAXIS_SIGNINGKEY', 'PAYMAXIS_SIGNING_KEY'],
  ['HALYARD_SMTP_URL', 'SMTP_URL'],
])('suggests a setting for the misspelt %s: %s', (name, intended) => {
  expect(problemsOf([name])).toEqual([`${name} is not a setting. Did you mean ${intended}?`]);
});

it('rejects unknown names with a prefix of ours, and any unknown name in .env', () => {
  expect(problemsOf(['WITHDRAWAL_MINIMUM_EUROS', 'COLOR_SCHEME'], ['COLOR_SCHEME'])).toEqual([
    'WITHDRAWAL_MINIMUM_EUROS is not a setting. Remove it; .env.example lists all settings',
    'COLOR_SCHEME is not a setting. Remove it; .env.example lists all settings',
  ]);
});

it('ignores variables of other programs, of Node.js and of the backup', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'LANG', 'LOGNAME', 'MAIL', 'PWD', 'SHELL', 'TERM'];
  const services = [
    'PGHOST',
    'POSTGRES_PASSWORD',
    'npm_config_cache',
    'INIT_CWD',
    'CI',
    'SMTP_HOST',
  ];
  expect(problemsOf([...others, ...services, ...SETTING_NAMES])).toEqual([]);
  const read = ['HALYARD_BACKUP_PASSPHRASE', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'TZ'];
  expect(problemsOf(read, read)).toEqual([]);
});
