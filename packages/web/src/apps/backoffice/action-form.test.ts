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

it('sends what was typed as the declaration wants it', () => {
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

it('names the field whose text is no JSON', () => {
  expect(toBody({ extra: shape.extra }, { extra: '{' })).toEqual({
    kind: 'not-json',
    field: 'extra',
  });
});

it('begins with what is there', () => {
  const { input } = staff.shape.actions['set-roles'];
  expect(startValues(input, { roles: ['support'] })).toEqual({ roles: ['support'] });
  expect(startValues(shape, { days: 3, symbols: ['BTCUSD'] })).toMatchObject({
    days: '3',
    symbols: 'BTCUSD',
    note: '',
  });
});
