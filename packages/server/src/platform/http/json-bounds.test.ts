import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exceedsJsonBounds, JSON_DEPTH_MAX } from './json-bounds.ts';

const VALUES_MAX = 5;

it.each([
  ['{}', false],
  ['[1,2,3,4]', false],
  ['[1,2,3,4,5]', true],
  ['[[],[],[]]', true],
  [String.raw`{"a":"\",[,[,[,[,[,["}`, false],
  [String.raw`{"a":"\\",[,[,[,[,[,["}`, true],
  ['"[[[[[[[', false],
  ['', false],
])('judges %s: %s', (text, isTooMuch) => {
  expect(exceedsJsonBounds(text, VALUES_MAX)).toBe(isTooMuch);
});

it('limits the depth', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(exceedsJsonBounds(nested(JSON_DEPTH_MAX), 1_000)).toBe(false);
  expect(exceedsJsonBounds(nested(JSON_DEPTH_MAX + 1), 1_000)).toBe(true);
});

it('never counts more values than there are lists, records and items', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(exceedsJsonBounds(text, countOf(value))).toBe(false);
    }),
  );
});

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + countOf(one), 2);
}
