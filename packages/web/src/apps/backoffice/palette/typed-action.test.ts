import { findResource } from '../names.ts';
import { expect, test } from 'vitest';
import { actionsNamed, isNamed, parseTypedAction } from './typed-action.ts';

test('reads an action, its record and its reason from what was typed', () => {
  expect(parseTypedAction('Halt BTCUSD')).toEqual({ word: 'halt', record: 'BTCUSD', reason: '' });
  expect(parseTypedAction('note a@example.com: Called: back')).toEqual({
    word: 'note',
    record: 'a@example.com',
    reason: 'Called: back',
  });
  for (const typed of ['', 'halt', 'halt ', 'de Luca', ': reason', 'halt: BTCUSD']) {
    expect(parseTypedAction(typed), typed).toBeUndefined();
  }
});

test('finds the actions of a resource by a word of their text, as the roles permit', () => {
  const symbols = findResource('symbols');
  const customers = findResource('customers');
  if (symbols === undefined || customers === undefined) throw new Error('both are declared');
  expect(actionsNamed(symbols, 'halt', ['dealing'])).toEqual(['halt']);
  expect(actionsNamed(symbols, 'halt', ['finance'])).toEqual([]);
  expect(actionsNamed(customers, 'note', ['finance'])).toEqual(['note']);
  expect(actionsNamed(customers, 'close', ['compliance'])).toEqual(['close-only']);
  expect(isNamed(customers, 'close-only', 'close')).toBe(false);
  expect(isNamed(symbols, 'halt', 'halt')).toBe(true);
});
