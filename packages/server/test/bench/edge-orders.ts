// An edge that sends orders to an engine of another process, for `npm run bench -- edges`. It is forked
// with the prefix of the messages, the share of the accounts, the seconds, and the orders a second.
import { createRemoteEngine } from '#engine/remote/remote-engine.ts';
import { openMessages } from '#platform/messages/messages.ts';
import { measurePairs, measureWaits } from './bench-loads.ts';
import { nextQuote } from './bench-orders.ts';
import { BENCH_NATS_URL, SILENT } from './edges-settings.ts';

async function main(words: readonly string[]): Promise<void> {
  const [prefix = ''] = words;
  const [from = 1, count = 1, seconds = 1, perSecond = 1] = words.slice(1).map(Number);
  const settings = { urls: [BENCH_NATS_URL], credentials: undefined, caFile: undefined, prefix };
  const messages = openMessages(settings, SILENT);
  const engine = createRemoteEngine({
    messages,
    name: 'live',
    market: () => ({ state: 'live', quote: nextQuote(), closesAtMs: null }),
    log: SILENT,
  });
  await engine.whenReady();
  process.send?.({ kind: 'ready' });
  await new Promise((resolve) => process.once('message', resolve));
  const accounts = { from, count };
  const { waits, ordersPerSecond } = await measureWaits(engine, seconds * 1_000, {
    accounts,
    perSecond,
  });
  process.send?.({ kind: 'waits', ordersPerSecond, waits: [...waits] });
  await new Promise((resolve) => process.once('message', resolve));
  const { pairsPerSecond } = await measurePairs(engine, seconds * 1_000, accounts);
  process.send?.({ kind: 'pairs', pairsPerSecond });
  engine.close();
  await messages.close();
  process.disconnect();
}

await main(process.argv.slice(2));
