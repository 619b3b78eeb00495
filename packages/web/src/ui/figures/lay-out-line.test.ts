import { expect, it } from 'vitest';
import { layOutLine } from './lay-out-line.ts';

const BOX = { width: 100, height: 40 };

it('places values above and below zero', () => {
  expect(layOutLine([0, 30, -10], BOX)).toEqual({
    line: 'M0.0 30.0L50.0 0.0L100.0 40.0',
    area: 'M0.0 30.0L50.0 0.0L100.0 40.0L100.0 30.0L0 30.0Z',
    zeroY: 30,
    high: 30,
    low: -10,
    columns: [
      { x: 0, width: 25 },
      { x: 25, width: 50 },
      { x: 75, width: 25 },
    ],
  });
});

it('keeps one value, none and no change within the box', () => {
  expect(layOutLine([], BOX)).toMatchObject({ line: '', area: '', zeroY: 40, columns: [] });
  expect(layOutLine([5], BOX)).toMatchObject({ line: 'M0.0 0.0', zeroY: 40 });
  expect(layOutLine([0, 0], BOX)).toMatchObject({ line: 'M0.0 40.0L100.0 40.0', high: 0, low: 0 });
});
