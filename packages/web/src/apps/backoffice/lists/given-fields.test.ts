import { Screening } from '@halyard/contract/backoffice/desk/screening';
import { expect, it } from 'vitest';
import { givenFields } from './given-fields.ts';

const ANSWERED = {
  screening_result: 'hit',
  screened_at: '2026-11-20T14:03:07.000Z',
  age_days: 0,
  reference: '',
  requested_at: '2026-11-20T14:03:07.000Z',
  failure: null,
  decided_by: null,
  decided_at: null,
};

it('omits the fields of a group that have no value, and keeps 0', () => {
  const fields = givenFields(Screening.shape, ANSWERED);
  expect(Object.keys(fields)).toEqual([
    'screening_result',
    'screened_at',
    'age_days',
    'requested_at',
  ]);
});

it.each([null, undefined, {}])('has no fields for %j', (facts) => {
  expect(givenFields(Screening.shape, facts)).toEqual({});
});
