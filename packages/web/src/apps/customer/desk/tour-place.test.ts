import { expect, it } from 'vitest';
import { placeCard } from './tour-place.ts';

const card = { width: 300, height: 120 };
const view = { width: 1_440, height: 900 };

it.each([
  ['to the right of a list at the left', { left: 8, top: 100, width: 280, height: 700 }, 302, 275],
  [
    'to the left of a ticket at the right',
    { left: 1_130, top: 100, width: 300, height: 700 },
    816,
    275,
  ],
  ['above a panel at the bottom', { left: 200, top: 600, width: 1_100, height: 290 }, 600, 466],
  ['below a bar at the top', { left: 0, top: 60, width: 1_440, height: 48 }, 570, 122],
  ['beside a button at the top', { left: 1_000, top: 60, width: 36, height: 36 }, 1_050, 18],
  [
    'at the bottom of a part that fills the window',
    { left: 0, top: 0, width: 1_440, height: 900 },
    570,
    772,
  ],
])('stands %s', (_, target, left, top) => {
  const place = placeCard(target, card, view);
  expect([place.left, place.top]).toEqual([left, top]);
});

it('is at the bottom when there is nothing to point at', () => {
  expect(placeCard(undefined, card, view)).toEqual({ left: 570, top: 772 });
});

it('stays within a narrow window, above what it points at', () => {
  const target = { left: 312, top: 786, width: 78, height: 58 };
  expect(placeCard(target, { width: 374, height: 130 }, { width: 390, height: 844 })).toEqual({
    left: 8,
    top: 642,
  });
});
