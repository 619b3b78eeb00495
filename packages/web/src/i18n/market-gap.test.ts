import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { marketGap } from './market-gap.ts';

/** A Friday on which the market closes an hour later, until Sunday. */
const NOW_MS = Date.parse('2026-11-20T21:00:00Z');
const CLOSE = '2026-11-20T22:00:00.000Z';
const OPEN = '2026-11-22T22:00:00.000Z';

const asset = {
  state: 'live',
  session: { open: true, next_open: OPEN, next_close: CLOSE },
} as const;
const quote = { sell: 1, buy: 2, ts: 0, state: 'live' } as const;

it('shows a notice from one hour before the market closes', () => {
  expect(marketGap(asset, quote, NOW_MS - 1)).toBeUndefined();
  expect(marketGap(asset, quote, NOW_MS)).toEqual({
    kind: 'soon',
    closesAt: CLOSE,
    opensAt: OPEN,
    waitMs: 60 * MINUTE_MS,
  });
});

it('counts to the opening while the market is closed', () => {
  const closed = { ...quote, state: 'closed' } as const;
  const saturdayMs = Date.parse('2026-11-21T22:00:00Z');
  const gap = { kind: 'now', opensAt: OPEN, waitMs: 24 * 60 * MINUTE_MS };
  expect(marketGap(asset, closed, saturdayMs)).toEqual(gap);
  expect(marketGap({ ...asset, state: 'closed' }, undefined, saturdayMs)).toEqual(gap);
});

it('shows nothing for a market without a break, or one that is halted', () => {
  const always = { ...asset, session: { open: true, next_open: null, next_close: null } };
  expect(marketGap(always, quote, NOW_MS)).toBeUndefined();
  expect(marketGap(asset, { ...quote, state: 'halted' }, NOW_MS)).toBeUndefined();
});

it('omits an opening before the close', () => {
  const old = { ...asset, session: { ...asset.session, next_open: '2026-11-15T22:00:00.000Z' } };
  expect(marketGap(old, quote, NOW_MS)).toMatchObject({ kind: 'soon', opensAt: undefined });
});
