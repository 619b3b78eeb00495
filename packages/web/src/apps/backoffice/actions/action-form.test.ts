import { calendarEvents } from '@halyard/contract/backoffice/calendar-events';
import { customers } from '@halyard/contract/backoffice/customers';
import { popups } from '@halyard/contract/backoffice/popups';
import { staff } from '@halyard/contract/backoffice/staff';
import { Amount } from '@halyard/contract/wire';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startValues, toBody } from './action-form.ts';

const shape = {
  amount: Amount,
  days: z.int(),
  note: z.optional(z.string()),
  limit: z.nullable(z.number()),
  urgent: z.boolean(),
  symbols: z.array(z.string()),
  extra: z.record(z.string(), z.unknown()),
};

it('sends entered values in the declared types', () => {
  const values = {
    amount: ' 250.10 ',
    days: '3',
    note: ' ',
    limit: '',
    urgent: 'true',
    symbols: 'BTCUSD\n\n ETHUSD',
    extra: '{"a": 1}',
  };
  expect(toBody(shape, values)).toEqual({
    kind: 'body',
    body: {
      amount: '250.10',
      days: 3,
      limit: null,
      urgent: true,
      symbols: ['BTCUSD', 'ETHUSD'],
      extra: { a: 1 },
    },
  });
});

it('names the field with invalid JSON', () => {
  expect(toBody({ extra: shape.extra }, { extra: '{' })).toEqual({
    kind: 'not-json',
    field: 'extra',
  });
});

it('starts with the current values', () => {
  const { roles } = staff.shape.actions['set-roles'].input;
  const input = { roles };
  expect(startValues(input, { roles: ['support'] })).toEqual({ roles: ['support'] });
  expect(startValues(shape, { days: 3, symbols: ['BTCUSD'] })).toMatchObject({
    days: '3',
    symbols: 'BTCUSD',
    note: '',
  });
});

it('ticks the current values of a grid, and sends every row', () => {
  const { input } = customers.shape.actions.permit;
  const start = startValues(input, { permissions: { forex: [2, 10], crypto: [1] } });
  expect(start).toEqual({ permissions: ['forex:2', 'forex:10', 'crypto:1'] });
  const sent = toBody(input, { permissions: ['forex:2', 'forex:30'] });
  expect(sent).toMatchObject({ body: { permissions: { forex: [2, 30], crypto: [] } } });
  if (sent.kind === 'body') {
    expect(input.permissions.safeParse(sent.body['permissions']).success).toBe(true);
  }
});

it('sends a local time as UTC, and a numeric choice as a number', () => {
  const { from } = popups.shape.actions.create.input;
  const { importance } = calendarEvents.shape.actions.create.input;
  const at = '2026-12-31T18:05';
  expect(toBody({ from, importance }, { from: at, importance: '-1' })).toEqual({
    kind: 'body',
    body: { from: new Date(at).toISOString(), importance: -1 },
  });
  expect(toBody({ from }, { from: '' })).toEqual({ kind: 'body', body: { from: null } });
  const there = startValues(
    { from, importance },
    { from: new Date(at).toISOString(), importance: 0 },
  );
  expect(there).toEqual({ from: at, importance: '0' });
});

it('starts an amount to book empty, although the record has an amount of its own', () => {
  expect(startValues({ amount: Amount }, { amount: 2_500 })).toEqual({ amount: '' });
});
