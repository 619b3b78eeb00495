import {
  createMarket,
  createSessions,
  createSystemScheduler,
  FeedOutage,
  loadCatalogue,
} from '@halyard/market';
import type { Feed } from '@halyard/market';
import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock/clock.ts';
import { Outage } from '#platform/outage/outage.ts';
import { listCandles } from './list-candles.ts';

const QUERY = { symbol: 'BTCUSD', timeframe: '1h', from: 0, to: 1 } as const;

/** A market whose candles come straight from a feed that throws. */
function listFrom(error: Error) {
  const instruments = loadCatalogue();
  const feed: Feed = {
    name: 'vendor',
    symbols: new Set(['BTCUSD']),
    isReal: true,
    keepsSessions: true,
    hasSourceTime: true,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    candles: () => Promise.reject(error),
  };
  const market = createMarket({
    instruments,
    feed,
    sessions: createSessions(),
    clock: systemClock,
    scheduler: createSystemScheduler(),
    onError: () => undefined,
  });
  return listCandles(
    { market, instruments: new Map(instruments.map((one) => [one.symbol, one])) },
    QUERY,
  );
}

it('reports an unreachable vendor as an outage, and no other error', async () => {
  const away = listFrom(new FeedOutage('the vendor does not answer'));
  await expect(away).rejects.toThrow(Outage);
  await expect(away).rejects.toMatchObject({ reason: 'feed' });
  const bug = new TypeError('of ours');
  await expect(listFrom(bug)).rejects.toBe(bug);
});
