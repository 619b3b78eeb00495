import { expect, it } from 'vitest';
import { type PlacedLine, placeLines } from './line-places.ts';

function line(id: string, y: number, more: Partial<PlacedLine> = {}): PlacedLine {
  return { id, y, labelWidthPx: 100, isLabelBelow: false, hasAxisLabel: false, ...more };
}

const VIEW = { widthPx: 500, lastPriceY: undefined };

it('moves an overlapping text to the right', () => {
  const lines = [
    line('a', 100),
    line('b', 100),
    line('c', 110),
    line('d', 140),
    // Below its line this label collides only with the third one.
    line('e', 101, { isLabelBelow: true }),
  ];
  const places = placeLines(lines, VIEW);
  expect(lines.map(({ id }) => places.get(id)?.labelX)).toEqual([8, 112, 216, 8, 320]);
});

it('omits a text without room, and leaves its place empty', () => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => line(id, 100));
  const places = placeLines([...lines, line('g', 140)], VIEW);
  expect(lines.map(({ id }) => places.get(id)?.labelX)).toEqual([
    8,
    112,
    216,
    320,
    undefined,
    undefined,
  ]);
  expect(places.get('g')?.labelX).toBe(8);
});

it('moves the prices on the axis apart and away from the last price', () => {
  const lines = [85, 95, 104, 104, 200].map((y, at) => line(`${at}`, y, { hasAxisLabel: true }));
  const ysAround = (lastPriceY: number | undefined) => {
    const places = placeLines(lines, { widthPx: 500, lastPriceY });
    return lines.map(({ id, y }) => y + (places.get(id)?.axisShiftPx ?? 0));
  };
  expect(ysAround(100)).toEqual([60, 80, 120, 140, 200]);
  expect(ysAround(undefined)).toEqual([85, 105, 125, 145, 200]);
});

it('draws no text for a line without text', () => {
  const places = placeLines([line('a', 100, { labelWidthPx: 0 }), line('b', 100)], VIEW);
  expect([places.get('a')?.labelX, places.get('b')?.labelX]).toEqual([undefined, 8]);
  expect(places.get('a')?.axisShiftPx).toBe(0);
});
