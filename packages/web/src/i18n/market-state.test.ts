import type { SymbolState } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { marketState } from './market-state.ts';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
const session = {
  open: true,
  next_open: '2026-11-20T15:12:00.000Z',
  next_close: '2026-11-20T12:00:00.000Z',
};
const quoteIn = (state: SymbolState) => ({ sell: 1, buy: 1, ts: nowMs, state });

it('counts down to the close of an open market and to the opening of a closed one', () => {
  const asset = { state: 'live', session } as const;
  expect(marketState(asset, quoteIn('live'), nowMs)).toEqual({
    kind: 'open',
    closesInMs: 2 * HOUR_MS,
  });
  expect(marketState(asset, quoteIn('closed'), nowMs)).toEqual({
    kind: 'closed',
    opensInMs: 5 * HOUR_MS + 12 * MINUTE_MS,
  });
});

it('uses the loaded state of the asset until there is a quote', () => {
  expect(marketState({ state: 'halted', session }, undefined, nowMs)).toEqual({ kind: 'halted' });
});

it('shows the time of the last price of a stale market', () => {
  const asset = { state: 'live', session } as const;
  expect(marketState(asset, quoteIn('stale'), nowMs)).toEqual({ kind: 'stale', lastAtMs: nowMs });
  expect(marketState({ ...asset, state: 'stale' }, undefined, nowMs)).toEqual({
    kind: 'stale',
    lastAtMs: undefined,
  });
});

it('shows no countdown if the market never closes or the time has passed', () => {
  const always = { open: true, next_open: null, next_close: null };
  expect(marketState({ state: 'live', session: always }, undefined, nowMs)).toEqual({
    kind: 'open',
    closesInMs: undefined,
  });
  const later = nowMs + DAY_MS;
  expect(marketState({ state: 'closed', session }, undefined, later)).toEqual({
    kind: 'closed',
    opensInMs: undefined,
  });
});
