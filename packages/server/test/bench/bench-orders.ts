// The engine and the trade of the benches that measure orders.
import type { AccountCommand } from '@halyard/core/engine';
import { orderPrice, points } from '@halyard/core/instrument';
import type { Instrument, Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { createEngine } from '#engine/engine.ts';
import type { EngineClient, EngineObserver } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Database } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import {
  addBenchAccounts,
  BENCH_INSTRUMENT,
  BENCH_RULES,
  closing,
  openedId,
} from './bench-engine.ts';

export const ACCOUNTS = 1_024;
const ORDER_CENTS = cents(10_000);
const TICK_MS = 250;
const { symbol } = BENCH_INSTRUMENT satisfies Instrument;

let sequence = 0;
export function nextQuote(): Quote {
  sequence += 1;
  const nowMs = Date.now();
  return {
    symbol,
    // It trembles, as prices do, so that postings move something.
    bidPoints: points(4_000_000 + (sequence % 7)),
    askPoints: points(4_001_000 + (sequence % 7)),
    sequence,
    source: 'bench',
    sourceAtMs: nowMs,
    receivedAtMs: nowMs,
  };
}

/** An order that any bench account can pay. */
export function opening(accountId: number, quote: Quote): AccountCommand {
  return {
    kind: 'open-position',
    accountId,
    atMs: Date.now(),
    symbol,
    direction: 'buy',
    amountCents: ORDER_CENTS,
    leverage: 2,
    requestedPoints: orderPrice('buy', quote),
    stopPoints: points(3_900_000),
    targetPoints: points(4_100_000),
  };
}

export async function startBenchEngine(
  db: Database,
  observer?: EngineObserver,
): Promise<{ engine: EngineOwner; stop: () => Promise<void> }> {
  const engine = createEngine({
    db,
    rules: BENCH_RULES,
    instruments: [BENCH_INSTRUMENT],
    log: createLog('silent'),
    ...(observer === undefined ? {} : { observer }),
    onFatal: (error) => {
      throw error;
    },
  });
  await engine.whenReady();
  const tick = (): void => {
    const quote = nextQuote();
    engine.feed({ kind: 'accept-tick', atMs: quote.receivedAtMs, quote });
  };
  tick();
  engine.feed({ kind: 'set-symbol-state', atMs: Date.now(), symbol, state: 'live' });
  const timer = setInterval(tick, TICK_MS);
  await addBenchAccounts(engine, { from: 1, count: ACCOUNTS });
  return {
    engine,
    stop: async () => {
      clearInterval(timer);
      await engine.stop();
    },
  };
}

let orders = 0;
export function nextId(): string {
  orders += 1;
  return `bench:${process.pid}:${orders}`;
}

/** One pair of a customer, who waits for each answer. */
export async function tradeOnce(
  engine: Pick<EngineClient, 'submit' | 'market'>,
  accountId: number,
): Promise<void> {
  const { quote = nextQuote() } = engine.market(symbol);
  const opened = await engine.submit(nextId(), opening(accountId, quote));
  const closed = await engine.submit(nextId(), closing(accountId, openedId(opened)));
  if (closed.kind === 'refused') throw new Error(closed.rejection.code);
}
