import type { Candle } from '@halyard/contract/market';
import { HOUR_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import type { Call } from '#data/http/call.ts';
import { HISTORY_MAX_MS, loadCandles, pageRange } from './load-candles.ts';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
const series = { symbol: 'BTCUSD', timeframe: '1h', decimals: 2 } as const;
const candleAt = (startMs: number): Candle => [startMs, 1, 1, 1, 1, 0];

/** Returns a call that answers with one list of candles after the other and records its inputs. */
function createFakeCall(...answers: readonly (readonly Candle[])[]) {
  const asked: unknown[] = [];
  const rest = [...answers];
  const call = (async (_route: unknown, input: { query: unknown }) => {
    asked.push(input.query);
    return { kind: 'data', data: rest.shift() ?? [] };
  }) as unknown as Call;
  return { call, asked };
}

it('asks for the newest page until now, and for older ones up to just before an instant', () => {
  expect(pageRange({ series }, nowMs)).toEqual({ fromMs: nowMs - 600 * HOUR_MS, toMs: nowMs });
  const beforeMs = nowMs - 700 * HOUR_MS;
  expect(pageRange({ series, beforeMs }, nowMs).toMs).toBe(beforeMs - 1);
});

it('asks for at least four days, and never for more than twelve months back [k-chart-range]', () => {
  const minutes = { ...series, timeframe: '1m' } as const;
  expect(nowMs - pageRange({ series: minutes }, nowMs).fromMs).toBe(96 * HOUR_MS);
  const weeks = { ...series, timeframe: '1w' } as const;
  expect(nowMs - pageRange({ series: weeks }, nowMs).fromMs).toBe(HISTORY_MAX_MS);
});

it('says whether older candles may exist', async () => {
  const { call } = createFakeCall([candleAt(nowMs - HOUR_MS)]);
  expect(await loadCandles(call, { series }, nowMs)).toMatchObject({ hasOlder: true });
  const oldest = createFakeCall([candleAt(nowMs - HISTORY_MAX_MS)]);
  expect(await loadCandles(oldest.call, { series }, nowMs)).toMatchObject({ hasOlder: false });
});

it('searches the whole history once before it reports its end', async () => {
  const found = [candleAt(nowMs - 2000 * HOUR_MS)];
  const { call, asked } = createFakeCall([], found);
  expect((await loadCandles(call, { series }, nowMs)).candles).toEqual(found);
  expect(asked).toHaveLength(2);
  const empty = createFakeCall([], []);
  expect(await loadCandles(empty.call, { series }, nowMs)).toEqual({
    candles: [],
    hasOlder: false,
  });
});

it('does not treat a failure as an empty history', async () => {
  const call = (async () => ({ kind: 'failure', reason: 'network' })) as unknown as Call;
  await expect(loadCandles(call, { series }, nowMs)).rejects.toThrow('network');
});

it('requests nothing beyond twelve months', async () => {
  const { call, asked } = createFakeCall();
  const beforeMs = nowMs - HISTORY_MAX_MS;
  expect((await loadCandles(call, { series, beforeMs }, nowMs)).hasOlder).toBe(false);
  expect(asked).toEqual([]);
});
