import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { readClosePart, shareOf } from './close-part.ts';

it.each([
  ['10.00', { kind: 'whole' }],
  ['10.01', { kind: 'too-much' }],
  ['9.01', { kind: 'too-little-left' }],
  ['9', { kind: 'part', amountCents: 900 }],
  ['1', { kind: 'part', amountCents: 100 }],
  ['0.99', { kind: 'too-little' }],
  ['', { kind: 'unreadable' }],
])('of € 10.00, %j is %j', (text, part) => {
  expect(readClosePart(text, 'en', cents(1_000))).toEqual(part);
});

it('rounds shares half to even', () => {
  expect([25, 50, 75].map((percent) => shareOf(cents(1_001), percent))).toEqual([250, 500, 751]);
});
