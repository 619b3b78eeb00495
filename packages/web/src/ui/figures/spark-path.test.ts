import { expect, it } from 'vitest';
import { sparkPath } from './spark-path.ts';

const box = { width: 60, height: 20 };

it('draws the highest value at the top and the lowest at the bottom', () => {
  expect(sparkPath([1, 3, 2], box)).toBe('M0.0 20.0L30.0 0.0L60.0 10.0');
});

it('draws a flat line through the middle, and nothing of fewer than two values', () => {
  expect(sparkPath([5, 5], box)).toBe('M0.0 10.0L60.0 10.0');
  expect(sparkPath([5], box)).toBe('');
  expect(sparkPath([], box)).toBe('');
});
