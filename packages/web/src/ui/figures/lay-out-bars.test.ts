import { expect, it } from 'vitest';
import { layOutBars } from './lay-out-bars.ts';

const BOX = { width: 40, height: 30 };

it('draws losses below the zero line and gains above it', () => {
  const { zero, bars } = layOutBars([20, -10], BOX);
  expect(zero).toBe(20);
  expect(bars).toEqual([
    { x: 7, y: 0, width: 6, height: 20 },
    { x: 27, y: 20, width: 6, height: 10 },
  ]);
});

it('keeps the zero line in the box where all values have one sign or none is given', () => {
  expect(layOutBars([5, 10], BOX).zero).toBe(30);
  expect(layOutBars([-5, -10], BOX).zero).toBe(0);
  expect(layOutBars([0, 0], BOX).bars.map(({ height }) => height)).toEqual([0, 0]);
  expect(layOutBars([], BOX).bars).toEqual([]);
});

it('keeps a small value visible and a zero absent', () => {
  const { bars } = layOutBars([3_000, 0.01, 0, -0.01], BOX);
  expect(bars.map(({ height }) => height)).toEqual([expect.closeTo(30, 3), 1.5, 0, 1.5]);
});
