import { expect, it } from 'vitest';
import * as z from 'zod/mini';

import { register } from './accounts.ts';
import { OpenPositionMessage } from './trading.ts';
import { parseInput } from './parse-input.ts';

const order = { direction: 'buy', amount: 10, leverage: 5, price: 1, symbol: 'BTCUSD' };

it('describes each field’s problem in plain words', () => {
  expect(
    parseInput(register.body, { first_name: 5, email: 'x', password: 'short', zz: 1 }),
  ).toEqual({
    ok: false,
    errors: {
      first_name: 'must be a string',
      last_name: 'This field is required',
      email: 'invalid email address',
      phone: 'Phone number is required',
      password: 'has minimum 8 characters',
      agree: 'You must to agree to Terms & Conditions',
      zz: 'is not a known field',
    },
  });
});

it('reports an invalid input as "body" and nested fields with a dot', () => {
  expect(parseInput(register.body, [])).toEqual({
    ok: false,
    errors: { body: 'must be an object' },
  });
  const nested = z.object({ a: z.object({ b: z.number().check(z.minimum(3), z.maximum(9)) }) });
  expect(parseInput(nested, { a: { b: 2 } })).toEqual({
    ok: false,
    errors: { 'a.b': 'must be at least 3' },
  });
  expect(parseInput(nested, { a: { b: 10 } })).toEqual({
    ok: false,
    errors: { 'a.b': 'must be at most 9' },
  });
});

it('lists at most twenty fields and truncates their names', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => ['k'.repeat(200) + at, 1]),
  );
  const parsed = parseInput(z.strictObject({}), many);
  expect(parsed.ok).toBe(false);
  if (parsed.ok) return;
  expect(Object.keys(parsed.errors).length).toBeLessThanOrEqual(20);
  expect(Object.keys(parsed.errors).every((name) => name.length <= 64)).toBe(true);
});

it('trims names and mail addresses, and lowercases the address', () => {
  const parsed = parseInput(register.body, {
    first_name: ' Demo ',
    last_name: 'Customer',
    email: ' Demo@Example.COM ',
    phone: '+4915112345678',
    password: 'eight chars',
    agree: true,
  });
  expect(parsed).toMatchObject({
    ok: true,
    value: { first_name: 'Demo', email: 'demo@example.com' },
  });
});

it.each([
  [250, true],
  ['250', true],
  ['250.1', true],
  ['250.10', true],
  [0.01, true],
  [-250, true],
  [999999999999.99, true],
  ['0250', true],
  [250.001, false],
  ['250.001', false],
  ['1e3', false],
  [1e21, false],
  [1e-7, false],
  ['', false],
  [' 250', false],
  ['250 ', false],
  ['+250', false],
  ['.5', false],
  ['5.', false],
  ['0x10', false],
  ['1,5', false],
  ['٣', false],
  ['Infinity', false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [1_000_000_000_000, false],
  [null, false],
  [undefined, false],
  [true, false],
  [[250], false],
  [{}, false],
])('accepts the amount %j: %s', (amount, isTaken) => {
  expect(parseInput(OpenPositionMessage, { ...order, amount }).ok).toBe(isTaken);
});

it.each([
  [1, true],
  ['1.23456', true],
  [1e-7, true],
  ['123456789012.123456789012', true],
  [0, false],
  ['0', false],
  ['0.00', false],
  [-1, false],
  ['-1', false],
  ['1e400', false],
  [Number.POSITIVE_INFINITY, false],
  [Number.NaN, false],
  ['', false],
  ['abc', false],
  [null, false],
  [[], false],
  [{}, false],
])('accepts the price %j: %s', (price, isTaken) => {
  expect(parseInput(OpenPositionMessage, { ...order, price }).ok).toBe(isTaken);
});

it.each([[null], [''], [undefined], [1.5], ['1.5']])('accepts %j as a stop loss', (level) => {
  expect(parseInput(OpenPositionMessage, { ...order, stop_lost: level }).ok).toBe(true);
});

it.each([[0], ['x'], [-1], [false], ['1e5']])('refuses %j as a stop loss', (level) => {
  expect(parseInput(OpenPositionMessage, { ...order, stop_lost: level }).ok).toBe(false);
});

it('returns the same messages whatever locale another module configured in zod', () => {
  const before = z.config().localeError;
  z.config({ localeError: () => 'Eingabe fehlt' });
  try {
    expect(parseInput(register.body, {})).toMatchObject({
      errors: { last_name: 'This field is required', phone: 'Phone number is required' },
    });
  } finally {
    z.config({ localeError: before });
  }
});
