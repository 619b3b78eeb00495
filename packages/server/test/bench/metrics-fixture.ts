// Orders with and without metrics, for `npm run bench -- metrics`: customers who wait for every answer
// trade on one engine, and its metrics are switched on and off window by window, so that both see
// the same machine. The order within each pair of windows is drawn by chance. With metrics the
// registry is also read as often as a scraper would. It is forked with the database's kind and the
// number of pairs of windows; it answers with one message.
import type { EngineObserver } from '#engine/engine.ts';
import { createMetrics } from '#metrics/metrics.ts';
import { createBenchDatabase, isAbsent } from './bench-database.ts';
import type { BenchServer } from './bench-database.ts';
import { ACCOUNTS, startBenchEngine, tradeOnce } from './bench-orders.ts';

const WINDOW_MS = 250;
const WARM_UP_MS = 3_000;
/** What is answered at its beginning belongs to the window before. */
const SETTLE_MS = 50;
/** Prometheus reads every 15 seconds unless told otherwise. */
const SCRAPE_EVERY_MS = 15_000;

type Side = { readonly on: number; readonly off: number };

async function main(kind: BenchServer, count: number): Promise<void> {
  const { db, drop } = await createBenchDatabase(kind);
  const metrics = createMetrics();
  let isOn = false;
  let answers = 0;
  const observer: EngineObserver = {
    termBegan: () => undefined,
    committed: (commit) => {
      answers += commit.answers.length;
      if (isOn) metrics.observer.committed(commit);
    },
  };
  try {
    const { engine, stop } = await startBenchEngine(db, observer);
    let isTrading = true;
    const customers = Array.from({ length: ACCOUNTS }, async (_, index) => {
      while (isTrading) await tradeOnce(engine, index + 1);
    });
    await pause(WARM_UP_MS);
    let sinceScrapeMs = 0;
    const measure = async (withMetrics: boolean): Promise<number> => {
      isOn = withMetrics;
      await pause(SETTLE_MS);
      const [beginMs, before] = [performance.now(), answers];
      if (withMetrics) sinceScrapeMs += WINDOW_MS;
      if (sinceScrapeMs >= SCRAPE_EVERY_MS) {
        sinceScrapeMs = 0;
        await metrics.registry.metrics();
      }
      await pause(Math.max(0, WINDOW_MS - (performance.now() - beginMs)));
      return ((answers - before) / (performance.now() - beginMs)) * 1_000;
    };
    const pairs: Side[] = [];
    for (let pair = 0; pair < count; pair += 1) {
      const isFirst = Math.random() < 0.5;
      const first = await measure(isFirst);
      const second = await measure(!isFirst);
      pairs.push(isFirst ? { on: first, off: second } : { on: second, off: first });
    }
    isTrading = false;
    await Promise.all(customers);
    await stop();
    process.send?.({ kind: 'measured', figures: { pairs } });
  } finally {
    await drop();
  }
}

async function pause(durationMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, durationMs));
}

const [, , kind, count] = process.argv;
try {
  await main(kind === 'postgres' ? 'postgres' : 'embedded', Number(count));
} catch (error) {
  if (!isAbsent(error)) throw error;
  process.send?.({ kind: 'absent' });
}
process.disconnect();
