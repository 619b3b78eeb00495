import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '#settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'halyard-secrets-'));
const path = join(folder, 'smtp');
const URL = 'smtps://user:password@mail.example.com';

function problemsOf(environment: Readonly<Record<string, string>>): readonly unknown[] {
  const read = readSettings(environment);
  return read.kind === 'invalid' ? read.problems : [];
}

it('reads a secret from the file that is named, without its line end', () => {
  writeFileSync(path, `${URL}\n`);
  const read = readSettings({ SMTP_URL_FILE: path });
  expect(read).toMatchObject({ kind: 'ok', settings: { smtpUrl: URL } });
});

it('rejects a file that is missing, empty, or not the only source, and never shows a value', () => {
  writeFileSync(path, '\n');
  const unreadable = 'must name a file with the value that can be read';
  expect(problemsOf({ SMTP_URL_FILE: join(folder, 'none') })).toEqual([
    { name: 'SMTP_URL_FILE', text: unreadable },
  ]);
  expect(problemsOf({ SMTP_URL_FILE: path })).toEqual([
    { name: 'SMTP_URL_FILE', text: unreadable },
  ]);
  writeFileSync(path, 'not an address');
  expect(JSON.stringify(problemsOf({ SMTP_URL_FILE: path }))).not.toContain('not an address');
  expect(problemsOf({ SMTP_URL_FILE: path, SMTP_URL: URL })).toEqual([
    { name: 'SMTP_URL_FILE', text: 'is set, and so is SMTP_URL: set one' },
  ]);
});

it('reads no other setting from a file', () => {
  expect(problemsOf({ HALYARD_PORT_FILE: path })).not.toEqual([]);
});
