import { findResource } from '../names.ts';
import { assertPresent } from '@halyard/core/assertion';
import { expect, it } from 'vitest';
import { recordTitle } from './record-title.ts';

const PERSON = { id: 4, first_name: 'Test', last_name: 'Customer' };

it.each([
  ['customers', PERSON, 'support', 'Test Customer (#4)'],
  // Dealers can't read who it is.
  ['customers', PERSON, 'dealing', 'Customer #4'],
  ['customers', { id: 4, first_name: '', last_name: null }, 'support', 'Customer #4'],
  ['positions', { id: 12, direction: 'buy', symbol: 'EURUSD' }, 'dealing', 'Buy EURUSD (#12)'],
  ['withdrawals', { id: 'WAB12' }, 'finance', 'Withdrawal WAB12'],
  ['symbols', { id: 'BTCUSD', name: 'Bitcoin' }, 'dealing', 'Bitcoin (BTCUSD)'],
] as const)('titles a record of %s %j for %s', (name, row, role, title) => {
  const { shape } = assertPresent(findResource(name), name);
  expect(recordTitle(shape, row, [role])).toBe(title);
});
