import { startOandaServer } from '@halyard/testkit';
import { OANDA } from '../oanda.ts';
import { optionsAt } from '#adapter/testing/harness.ts';
import type { VendorFixture } from '#adapter/testing/harness.ts';
import type { VirtualTime } from '#testing/virtual-time.ts';

/** Connects the adapter to a simulated server, which sends no heartbeats. */
export async function startOandaFixture(time: VirtualTime): Promise<VendorFixture> {
  const account = '101-004-1234567-001';
  const token = 'a-token';
  const server = await startOandaServer({
    token,
    account,
    nowMs: time.clock.nowMs,
    heartbeatEveryMs: 0,
  });
  const values = {
    OANDA_TOKEN: token,
    OANDA_ACCOUNT: account,
    OANDA_ENVIRONMENT: 'practice',
    OANDA_STREAM_URL: server.streamUrl,
    OANDA_URL: server.restUrl,
  };
  return {
    server,
    adapter: OANDA.create(values, optionsAt(time)),
    symbol: 'EURUSD',
    usualPrice: { bid: '1.15143', ask: '1.15151' },
    quote: ({ bid, ask }, atMs) => server.quote('EUR_USD', { bids: [bid], asks: [ask], atMs }),
  };
}
