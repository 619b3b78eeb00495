import type { Candle, Timeframe } from '@halyard/contract/market';
import { expect, it } from 'vitest';
import { candleStartMs } from '@halyard/contract/candle-start';
import { extendCandle, extendCandles } from './running-candle.ts';

const at = (text: string) => Date.parse(text);

it.each<[Timeframe, string, string]>([
  ['1m', '2026-11-20T10:07:59.999Z', '2026-11-20T10:07:00Z'],
  ['5m', '2026-11-20T10:07:59Z', '2026-11-20T10:05:00Z'],
  ['15m', '2026-11-20T10:29:00Z', '2026-11-20T10:15:00Z'],
  ['30m', '2026-11-20T10:30:00Z', '2026-11-20T10:30:00Z'],
  ['1h', '2026-11-20T10:30:00Z', '2026-11-20T10:00:00Z'],
  ['4h', '2026-11-20T10:30:00Z', '2026-11-20T08:00:00Z'],
  ['1d', '2026-11-20T23:59:59Z', '2026-11-20T00:00:00Z'],
  ['1w', '2026-11-20T10:30:00Z', '2026-11-16T00:00:00Z'],
  ['1w', '2026-11-16T00:00:00Z', '2026-11-16T00:00:00Z'],
  ['1w', '2026-11-15T23:59:59Z', '2026-11-09T00:00:00Z'],
])('puts %s of %s into the candle of %s', (timeframe, instant, start) => {
  expect(candleStartMs(timeframe, at(instant))).toBe(at(start));
});

const start = at('2026-11-20T10:00:00Z');
const newest: Candle = [start, 100, 110, 95, 105, 7];

it('extends the high, the low and the close of the newest candle', () => {
  expect(extendCandle(newest, '1h', { price: 120, atMs: start + 1 })).toEqual([
    start,
    100,
    120,
    95,
    120,
    7,
  ]);
  expect(extendCandle(newest, '1h', { price: 90, atMs: start + 1 })).toEqual([
    start,
    100,
    110,
    90,
    90,
    7,
  ]);
  expect(extendCandle(newest, '1h', { price: 101, atMs: start + 1 })).toEqual([
    start,
    100,
    110,
    95,
    101,
    7,
  ]);
});

it('opens a new candle at the first price of the next span', () => {
  const next = at('2026-11-20T11:00:00Z');
  expect(extendCandle(newest, '1h', { price: 104, atMs: next })).toEqual([
    next,
    104,
    104,
    104,
    104,
    0,
  ]);
});

it('opens the first candle when there is none', () => {
  expect(extendCandle(undefined, '1h', { price: 104, atMs: start + 5 })).toEqual([
    start,
    104,
    104,
    104,
    104,
    0,
  ]);
});

it('does not change the newest candle by an older price', () => {
  expect(extendCandle(newest, '1h', { price: 1, atMs: start - 1 })).toBe(newest);
});

it('keeps the high and the low of prices that are drawn together', () => {
  const ticks = [120, 90, 101].map((price, at) => ({ price, atMs: start + at }));
  expect(extendCandles(newest, '1h', ticks)).toEqual([[start, 100, 120, 90, 101, 7]]);
});

it('ends one candle and begins the next when the prices drawn together lie in both', () => {
  const nextStart = at('2026-11-20T11:00:00Z');
  const ticks = [
    { price: 120, atMs: nextStart - 1 },
    { price: 118, atMs: nextStart },
    { price: 119, atMs: nextStart + 1 },
  ];
  expect(extendCandles(newest, '1h', ticks)).toEqual([
    [start, 100, 120, 95, 120, 7],
    [nextStart, 118, 119, 118, 119, 0],
  ]);
});

it('changes nothing for prices older than the newest candle', () => {
  expect(extendCandles(newest, '1h', [{ price: 1, atMs: start - 1 }])).toEqual([]);
  expect(extendCandles(newest, '1h', [])).toEqual([]);
});
