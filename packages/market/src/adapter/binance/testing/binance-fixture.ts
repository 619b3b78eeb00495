import { startBinanceServer } from '@halyard/testkit';
import type { BinanceServer } from '@halyard/testkit';
import { BINANCE } from '../binance.ts';
import { createHarness, createTime, optionsAt } from '#adapter/testing/harness.ts';
import type { Harness, VendorFixture } from '#adapter/testing/harness.ts';
import type { VirtualTime } from '#testing/virtual-time.ts';

/** Connects the adapter to a simulated server, which pings only when the test says so. */
export async function startBinanceFixture(
  time: VirtualTime,
): Promise<VendorFixture<BinanceServer>> {
  const server = await startBinanceServer({ nowMs: time.clock.nowMs, pingEveryMs: 0 });
  const values = { BINANCE_STREAM_URL: server.streamUrl, BINANCE_URL: server.restUrl };
  return {
    server,
    adapter: BINANCE.create(values, optionsAt(time)),
    symbol: 'BTCUSD',
    usualPrice: { bid: '97000.12', ask: '97000.13' },
    quote: (price, atMs) => server.quote('BTCUSDT', { ...price, updateId: atMs }),
  };
}

export async function startBinanceHarness(): Promise<Harness<BinanceServer>> {
  const time = createTime();
  const { server, adapter } = await startBinanceFixture(time);
  return createHarness(server, adapter, time);
}
