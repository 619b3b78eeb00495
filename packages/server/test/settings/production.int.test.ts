import { describe, expect, it } from 'vitest';

import { readSettings, type Settings } from '#settings.ts';

function settingsOf(environment: Record<string, string>): Settings {
  const read = readSettings(environment);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read.settings;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readSettings(environment);
  return read.kind === 'invalid' ? read.problems.map(({ name, text }) => `${name} ${text}`) : [];
}

it('names the known values of NODE_ENV', () => {
  expect(problemsOf({ NODE_ENV: 'prod' })).toEqual([
    "NODE_ENV must be 'development' or 'test' or 'production'",
  ]);
});

const POSTGRES = { DATABASE_URL: 'postgres://127.0.0.1/halyard' };
it.each([
  [true, {}],
  [true, { HOST: '::1', PUBLIC_URL: 'http://localhost:3000', NODE_ENV: 'development' }],
  [true, { ...POSTGRES, DEMO: '1' }],
  [true, { HOST: '0.0.0.0', DEMO: 'on' }],
  [false, POSTGRES],
  [false, { HOST: '0.0.0.0' }],
  [false, { HOST: '::' }],
  [false, { PUBLIC_URL: 'https://trade.example' }],
  [false, { DEMO: 'off' }],
])('seeds demo people and sandbox cards only if asked or on a trial: %s with %j', (has, given) => {
  const { demo, payments } = settingsOf(given);
  expect({ demo, mode: payments.mode }).toEqual({ demo: has, mode: has ? 'sandbox' : 'off' });
});

it('rejects a misspelt setting, and accepts variables of other programs', () => {
  expect(
    problemsOf({ DATABASE_URI: 'postgres://127.0.0.1/halyard', PATH: '/bin', HOME: '/root' }),
  ).toEqual(['DATABASE_URI is not a setting. Did you mean DATABASE_URL?']);
  expect(problemsOf({ DATABASE_URI: '' })).toEqual([]);
});

describe('in production', () => {
  const safe = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://127.0.0.1/halyard',
    PUBLIC_URL: 'https://trade.example',
    OPERATOR_ADDRESS: 'Example Street 1, 10115 Berlin',
  };

  it('accepts safe settings and creates no demo accounts', () => {
    expect(settingsOf({ ...safe, DEMO: '1' })).toMatchObject({ isProduction: true, demo: false });
  });

  it.each([
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://trade.example' }],
    ['OPERATOR_ADDRESS', { OPERATOR_ADDRESS: '' }],
    ['OPERATOR_ADDRESS', { OPERATOR_ADDRESS: '  ' }],
    ['MARGIN_CLOSE_OUT_PERCENT', { MARGIN_CLOSE_OUT_PERCENT: '49' }],
    ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8,::/0' }],
  ])('refuses what is unsafe in %s: %j', (name, unsafe) => {
    const problems = problemsOf({ ...safe, ...unsafe });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([name]);
  });

  it('lets the operator accept the embedded database and a level outside eu-retail', () => {
    expect(problemsOf({ ...safe, DATABASE_URL: '', EMBEDDED_DATABASE: 'accepted' })).toEqual([]);
    expect(
      problemsOf({ ...safe, REGIME: 'international', MARGIN_CLOSE_OUT_PERCENT: '20' }),
    ).toEqual([]);
  });
});
