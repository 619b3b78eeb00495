import { startBinanceServer } from '@halyard/testkit';
import type { BinanceServer } from '@halyard/testkit';
import { createBinance } from '#adapter/adapter.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import { createHarness, createTime, evenChance } from './harness.ts';
import type { Harness } from './harness.ts';

/**
 * Starts a Binance adapter for the whole catalogue with a simulated server that pings only when the
 * test says so.
 */
export async function startBinanceHarness(): Promise<Harness<BinanceServer>> {
  const time = createTime();
  const server = await startBinanceServer({ nowMs: time.clock.nowMs, pingEveryMs: 0 });
  const { streamUrl, restUrl } = server;
  const instruments = loadCatalogue();
  const options = { instruments, ...time, chance: evenChance, streamUrl, restUrl };
  return createHarness(server, createBinance(options), time);
}
