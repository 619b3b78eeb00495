import { expect, it } from 'vitest';
import { readSettings } from '#settings.ts';

const CREDENTIALS = [
  '-----BEGIN NATS USER JWT-----',
  'jwt',
  '------END NATS USER JWT------',
  '',
  '-----BEGIN USER NKEY SEED-----',
  'seed',
  '------END USER NKEY SEED------',
].join('\n');
const CLUSTER = {
  DATABASE_URL: 'postgres://halyard:password@127.0.0.1:5432/halyard',
  NATS_URL: 'nats://127.0.0.1:4222',
};

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const read = readSettings(environment);
  return read.kind === 'ok' ? [] : read.problems.map(({ name }) => name);
}

it.each([
  [{}, 'all'],
  [{ ROLES: 'edge', ...CLUSTER }, 'edge'],
  [{ ROLES: 'jobs, engine, market', ...CLUSTER }, 'engine,market,jobs'],
  [{ ROLES: 'jobs,engine', ...CLUSTER }, 'engine,jobs'],
  [{ ROLES: 'market', ...CLUSTER }, 'market'],
  [{ ROLES: 'all', ...CLUSTER }, 'all'],
])('reads the roles of %j', (environment, name) => {
  const parts = name === 'all' ? 'edge,engine,market' : name;
  const roles = {
    name,
    isEdge: parts.includes('edge'),
    hasEngine: parts.includes('engine'),
    hasMarket: parts.includes('market'),
  };
  expect(readSettings(environment)).toMatchObject({ kind: 'ok', settings: { roles } });
});

it('refuses roles that can not run alone, and programs that can not reach the others', () => {
  expect(problemsOf({ ROLES: 'engine', ...CLUSTER })).toEqual(['ROLES']);
  expect(problemsOf({ ROLES: 'edge,engine', ...CLUSTER })).toEqual(['ROLES']);
  expect(problemsOf({ ROLES: 'market,market', ...CLUSTER })).toEqual(['ROLES']);
  for (const roles of ['edge', 'market', 'engine,jobs']) {
    expect(problemsOf({ ROLES: roles })).toEqual(['NATS_URL', 'DATABASE_URL']);
  }
  expect(problemsOf({ NATS_URL: 'http://127.0.0.1:4222' })).toEqual(['NATS_URL']);
});

it('demands encryption between machines in production', () => {
  const production = { NODE_ENV: 'production', ...CLUSTER };
  expect(problemsOf(production)).not.toContain('NATS_URL');
  const remote = { ...production, NATS_URL: 'tls://one:4222,nats://two:4222' };
  expect(problemsOf(remote)).toContain('NATS_URL');
  expect(problemsOf({ ...production, NATS_URL: 'tls://one:4222' })).not.toContain('NATS_URL');
});

it('keeps the last line end of credentials, which the client of NATS needs', () => {
  const read = readSettings({ ...CLUSTER, NATS_CREDENTIALS: CREDENTIALS });
  const messages = { credentials: `${CREDENTIALS}\n` };
  expect(read).toMatchObject({ kind: 'ok', settings: { messages } });
  const incomplete = CREDENTIALS.split('\n').slice(0, 3).join('\n');
  expect(problemsOf({ ...CLUSTER, NATS_CREDENTIALS: incomplete })).toEqual(['NATS_CREDENTIALS']);
});

it('demands that programs sign in to NATS on other machines in production', () => {
  const production = { NODE_ENV: 'production', ...CLUSTER };
  const remote = { ...production, NATS_URL: 'tls://one:4222,tls://two:4222' };
  expect(problemsOf(remote)).toContain('NATS_CREDENTIALS');
  expect(problemsOf({ ...remote, NATS_URL: 'tls://user@one:4222' })).toContain('NATS_CREDENTIALS');
  for (const safe of [
    production,
    { ...remote, NATS_CREDENTIALS: CREDENTIALS },
    { ...remote, NATS_URL: 'tls://user:password@one:4222,tls://two:4222' },
    { ...remote, NODE_ENV: 'development' },
  ]) {
    expect(problemsOf(safe)).not.toContain('NATS_CREDENTIALS');
  }
});

it('demands a store of files that all programs reach in production', () => {
  const edge = { NODE_ENV: 'production', ...CLUSTER, ROLES: 'edge' };
  const store = {
    FILES_S3_ENDPOINT: 'https://s3.example.com',
    FILES_S3_BUCKET: 'files',
    FILES_S3_KEY: 'key',
    FILES_S3_SECRET: 'secret',
  };
  expect(problemsOf(edge)).toContain('FILES_S3_ENDPOINT');
  expect(problemsOf({ ...edge, ROLES: 'engine,market,jobs' })).toContain('FILES_S3_ENDPOINT');
  for (const whole of [
    { ...edge, ROLES: 'all' },
    { ...edge, NODE_ENV: 'test' },
    { ...edge, ...store },
  ]) {
    expect(problemsOf(whole)).not.toContain('FILES_S3_ENDPOINT');
  }
});
