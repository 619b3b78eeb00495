// The loads of the benches that measure orders, on an engine of this program or of another one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineClient, Outcome } from '#engine/engine.ts';
import { BENCH_INSTRUMENT, closing, openedId } from './bench-engine.ts';
import { ACCOUNTS, nextId, nextQuote, opening, tradeOnce } from './bench-orders.ts';

const PER_SECOND = 1_000;
/** Shorter than a commit, so that orders arrive one by one and not in groups that share it. */
const SLICE_MS = 1;
const WARM_UP_MS = 2_000;
const { symbol } = BENCH_INSTRUMENT;

type Engine = Pick<EngineClient, 'submit' | 'market'>;
export type AccountRange = { readonly from: number; readonly count: number };
const ALL: AccountRange = { from: 1, count: ACCOUNTS };

/** As many pairs as customers who each wait for their answer can make. */
export async function measurePairs(engine: Engine, durationMs: number, accounts = ALL) {
  let pairs = 0;
  const warmMs = Math.min(WARM_UP_MS, durationMs / 2);
  const beginMs = performance.now() + warmMs;
  const endMs = beginMs + durationMs;
  await Promise.all(
    Array.from({ length: accounts.count }, async (_, index) => {
      while (performance.now() < endMs) {
        await tradeOnce(engine, accounts.from + index);
        const nowMs = performance.now();
        if (nowMs >= beginMs && nowMs < endMs) pairs += 1;
      }
    }),
  );
  return { pairs, pairsPerSecond: Math.round((pairs / durationMs) * 1_000) };
}

/**
 * Orders come by the clock, whether or not those before are answered. The first two seconds, in
 * which the code is compiled, do not count.
 */
export async function measureWaits(
  engine: Engine,
  durationMs: number,
  { accounts = ALL, perSecond = PER_SECOND } = {},
) {
  const waits: number[] = [];
  const running: Promise<void>[] = [];
  const warmMs = Math.min(WARM_UP_MS, durationMs / 2);
  const beginMs = performance.now();
  const timed = async (run: () => Promise<Outcome>): Promise<Outcome> => {
    const askedMs = performance.now();
    const outcome = await run();
    if (askedMs - beginMs >= warmMs) waits.push(performance.now() - askedMs);
    return outcome;
  };
  const pair = async (accountId: number): Promise<void> => {
    const { quote = nextQuote() } = engine.market(symbol);
    const opened = await timed(() => engine.submit(nextId(), opening(accountId, quote)));
    await timed(() => engine.submit(nextId(), closing(accountId, openedId(opened))));
  };
  let sent = 0;
  while (performance.now() - beginMs < warmMs + durationMs) {
    // Each pair is two orders.
    const due = ((performance.now() - beginMs) * perSecond) / 2_000;
    for (; sent < due; sent += 1) running.push(pair(accounts.from + (sent % accounts.count)));
    await sleep(SLICE_MS);
  }
  await Promise.all(running);
  const sorted = Float64Array.from(waits).toSorted();
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return {
    ordersPerSecond: Math.round((waits.length / durationMs) * 1_000),
    waits: sorted,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}
