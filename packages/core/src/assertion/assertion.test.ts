import { expect, it } from 'vitest';
import { assert, assertPresent } from './assertion.ts';

it('throws with its message when the condition is false', () => {
  expect(() => assert(false, 'one exceeds two')).toThrow('Assertion failed: one exceeds two');
  expect(() => assert(true, 'two exceeds one')).not.toThrow();
});

it('treats zero and the empty text as present, and undefined as absent', () => {
  expect(assertPresent(0, 'a number')).toBe(0);
  expect(assertPresent('', 'a text')).toBe('');
  expect(() => assertPresent(undefined, 'a thing')).toThrow('a thing');
});

it('builds a message only when it is needed', () => {
  const message = (): string => {
    throw new Error('nobody needed it');
  };
  expect(() => assert(true, message)).not.toThrow();
  expect(assertPresent(1, message)).toBe(1);
  expect(() => assert(false, () => `account ${7} is there`)).toThrow('failed: account 7 is there');
  expect(() => assertPresent(undefined, () => `a ${'thing'}`)).toThrow('failed: a thing');
});
