import { expect, it } from 'vitest';
import { databaseFaults } from './config/database-settings.ts';
import { productionFaults, productionWarnings } from './production-settings.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://trade.example.com',
  OPERATOR_ADDRESS: 'Example Street 1',
} as const;

function isRejected(address: string): boolean {
  const faults = productionFaults({ ...PRODUCTION, DATABASE_URL: address });
  return faults.some(({ name }) => name === 'DATABASE_URL');
}

it.each([
  ['postgres://halyard:secret@db.example.com/halyard', true],
  ['postgres://halyard:secret@db.example.com/halyard?sslmode=disable', true],
  ['postgres://halyard:secret@db.example.com/halyard?sslmode=prefer', true],
  ['postgres://halyard:secret@127.0.0.1/halyard?host=10.0.0.5', true],
  ['postgres://halyard:secret@db.example.com/halyard?sslmode=verify-full', false],
  ['postgres://halyard:secret@db.example.com/halyard?sslmode=require', false],
  ['postgres://halyard:secret@127.0.0.1:5432/halyard', false],
  ['postgres://halyard:secret@localhost/halyard', false],
  ['postgres://halyard@localhost/halyard?host=/run/postgresql', false],
])('requires TLS to a database on another machine: %s', (address, isFault) => {
  expect(isRejected(address)).toBe(isFault);
});

it('asks for TLS of the owner’s connection too, and for the program’s own beside it', () => {
  const DATABASE_URL = 'postgres://halyard@localhost/halyard';
  const DATABASE_OWNER_URL = 'postgres://owner@db.example.com/halyard';
  expect(productionFaults({ ...PRODUCTION, DATABASE_URL, DATABASE_OWNER_URL })).toMatchObject([
    { name: 'DATABASE_OWNER_URL' },
  ]);
  expect(databaseFaults({ DATABASE_OWNER_URL })).toMatchObject([{ name: 'DATABASE_OWNER_URL' }]);
  expect(databaseFaults({ DATABASE_URL, DATABASE_OWNER_URL })).toEqual([]);
});

it('warns in production when the program’s role owns the tables', () => {
  const DATABASE_URL = 'postgres://halyard@localhost/halyard';
  expect(productionWarnings({ ...PRODUCTION, DATABASE_URL })).toHaveLength(1);
  const DATABASE_OWNER_URL = 'postgres://owner@localhost/halyard';
  expect(productionWarnings({ ...PRODUCTION, DATABASE_URL, DATABASE_OWNER_URL })).toEqual([]);
});

it('warns in production where the law wants customers asked and nobody asks them', () => {
  const off = {
    ...PRODUCTION,
    DATABASE_OWNER_URL: 'postgres://o@localhost/h',
    REGIME: 'eu-retail',
    APPROPRIATENESS: false,
  } as const;
  expect(productionWarnings(off)).toHaveLength(1);
  expect(productionWarnings({ ...off, APPROPRIATENESS: true })).toEqual([]);
  expect(productionWarnings({ ...off, REGIME: 'international' })).toEqual([]);
  expect(productionWarnings({ ...off, NODE_ENV: 'development' })).toEqual([]);
});
