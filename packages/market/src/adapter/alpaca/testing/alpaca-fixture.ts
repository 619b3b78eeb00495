import { startAlpacaServer } from '@halyard/testkit';
import { ALPACA } from '../alpaca.ts';
import { optionsAt } from '#adapter/testing/harness.ts';
import type { VendorFixture } from '#adapter/testing/harness.ts';
import type { VirtualTime } from '#testing/virtual-time.ts';

/** Connects the adapter to a simulated server that has the quotes of the whole market. */
export async function startAlpacaFixture(time: VirtualTime): Promise<VendorFixture> {
  const keys = { key: 'a-key', secret: 'a-secret' };
  const server = await startAlpacaServer({ ...keys, nowMs: time.clock.nowMs });
  const values = {
    ALPACA_KEY: keys.key,
    ALPACA_SECRET: keys.secret,
    ALPACA_FEED: 'sip',
    ALPACA_SYMBOLS_MAX: 30,
    ALPACA_STREAM_URL: server.streamUrl,
    ALPACA_URL: server.restUrl,
  };
  return {
    server,
    adapter: ALPACA.create(values, optionsAt(time)),
    symbol: 'AAPL',
    usualPrice: { bid: '299.98', ask: '300.01' },
    quote: (price, atMs) => server.quote('AAPL', { ...price, atMs }),
  };
}
