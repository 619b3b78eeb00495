import { expect, it } from 'vitest';
import { databaseProblems } from './config/database-settings.ts';
import { productionProblems, productionWarnings } from './production-settings.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://trade.example.com',
  OPERATOR_ADDRESS: 'Example Street 1',
  OPERATOR_EMAIL: 'desk@example.com',
  SMTP_URL: 'smtp://mail.example.com:587',
} as const;

function isRejected(address: string): boolean {
  const problems = productionProblems({ ...PRODUCTION, DATABASE_URL: address });
  return problems.some(({ name }) => name === 'DATABASE_URL');
}

it.each([
  ['postgres://halyard:secret@db.example.com/halyard', true],
  ['postgres://halyard:secret@db.example.com/halyard?sslmode=disable', true],
  ['postgres://halyard:secret@db.example.com/halyard?sslmode=prefer', true],
  ['postgres://halyard:secret@127.0.0.1/halyard?host=10.0.0.5', true],
  ['postgres://halyard:secret@db.example.com/halyard?sslmode=verify-full', false],
  ['postgres://halyard:secret@db.example.com/halyard?sslmode=require', false],
  ['postgres://halyard:secret@127.0.0.1:5432/halyard', false],
  ['postgres://halyard:secret@localhost,db.example.com/halyard', true],
  ['postgres://halyard:secret@one:5432,two:5432/halyard?sslmode=verify-full', false],
  ['postgres://halyard:secret@localhost/halyard', false],
  ['postgres://halyard@localhost/halyard?host=/run/postgresql', false],
])('requires TLS to a database on another machine: %s', (address, isProblem) => {
  expect(isRejected(address)).toBe(isProblem);
});

it('requires TLS on the owner’s connection and on the program’s connection', () => {
  const DATABASE_URL = 'postgres://halyard@localhost/halyard';
  const DATABASE_OWNER_URL = 'postgres://owner@db.example.com/halyard';
  expect(productionProblems({ ...PRODUCTION, DATABASE_URL, DATABASE_OWNER_URL })).toMatchObject([
    { name: 'DATABASE_OWNER_URL' },
  ]);
  expect(databaseProblems({ DATABASE_OWNER_URL })).toMatchObject([{ name: 'DATABASE_OWNER_URL' }]);
  expect(databaseProblems({ DATABASE_URL, DATABASE_OWNER_URL })).toEqual([]);
});

it('warns in production when the program’s role owns the tables', () => {
  const DATABASE_URL = 'postgres://halyard@localhost/halyard';
  expect(productionWarnings({ ...PRODUCTION, DATABASE_URL })).toHaveLength(1);
  const DATABASE_OWNER_URL = 'postgres://owner@localhost/halyard';
  expect(productionWarnings({ ...PRODUCTION, DATABASE_URL, DATABASE_OWNER_URL })).toEqual([]);
});

it('warns in production if a legally required assessment is switched off', () => {
  const off = {
    ...PRODUCTION,
    DATABASE_OWNER_URL: 'postgres://o@localhost/h',
    REGIME: 'eu-retail',
    APPROPRIATENESS: false,
  } as const;
  expect(productionWarnings(off)).toHaveLength(1);
  expect(productionWarnings({ ...off, APPROPRIATENESS: true })).toEqual([]);
  expect(productionWarnings({ ...off, REGIME: 'international' })).toEqual([]);
  const trial = { ...off, NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3000' } as const;
  expect(productionWarnings(trial)).toEqual([]);
});

it.each(['SMTP_URL', 'OPERATOR_EMAIL'])('warns in production when %s is not set', (name) => {
  const warnings = productionWarnings({ ...PRODUCTION, [name]: undefined });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(new RegExp(`^${name} is not set`));
});

it.each([
  ['https://trade.example.com', 1],
  ['http://192.168.1.20:3000', 1],
  ['http://localhost:3000', 0],
  ['http://127.0.0.1:3000', 0],
  ['http://[::1]:3000', 0],
  [undefined, 0],
])('warns at %s without NODE_ENV=production: %i', (PUBLIC_URL, warnings) => {
  expect(productionWarnings({ NODE_ENV: undefined, PUBLIC_URL })).toHaveLength(warnings);
});
