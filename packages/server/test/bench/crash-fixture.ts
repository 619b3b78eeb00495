// A gap through the product's engine on a database of its own, for `npm run bench -- engine-crash`:
// every position closes at its stop, and is committed; meanwhile a customer whom the gap does not
// touch trades another symbol, one order after the other. It is forked with the database's kind
// and the number of positions; it answers with one message.
import type { AccountCommand } from '@halyard/core/engine';
import { orderPrice, points } from '@halyard/core/instrument';
import type { Instrument, Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { createEngine } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import { createLog } from '#platform/log/log.ts';
import { createBenchDatabase, isAbsent } from './bench-database.ts';
import type { BenchServer } from './bench-database.ts';
import {
  addBenchAccounts,
  BENCH_INSTRUMENT,
  BENCH_RULES,
  closing,
  openedId,
} from './bench-engine.ts';

const POSITIONS_EACH = 5;
const ACCOUNTS_AT_ONCE = 512;
const ORDER_CENTS = cents(10_000);
const BID_POINTS = 4_000_000;
const SPREAD_POINTS = 1_000;
const STOP_POINTS = points(3_900_000);
const GAP_POINTS = 3_600_000;
const OTHER: Instrument = { ...BENCH_INSTRUMENT, symbol: 'ETHUSD', chartSymbol: 'ETHUSD' };
const INSTRUMENTS: readonly Instrument[] = [BENCH_INSTRUMENT, OTHER];

let sequence = 0;
function quoteAt(symbol: string, bidPoints: number): Quote {
  sequence += 1;
  const nowMs = Date.now();
  return {
    symbol,
    bidPoints: points(bidPoints),
    askPoints: points(bidPoints + SPREAD_POINTS),
    sequence,
    source: 'bench',
    sourceAtMs: nowMs,
    receivedAtMs: nowMs,
  };
}

function feed(engine: EngineOwner, quote: Quote): void {
  engine.feed({ kind: 'accept-tick', atMs: quote.receivedAtMs, quote });
}

function opening(accountId: number, symbol: string): AccountCommand {
  return {
    kind: 'open-position',
    accountId,
    atMs: Date.now(),
    symbol,
    direction: 'buy',
    amountCents: ORDER_CENTS,
    leverage: 2,
    requestedPoints: orderPrice('buy', quoteAt(symbol, BID_POINTS)),
    stopPoints: STOP_POINTS,
    targetPoints: null,
  };
}

async function fill(engine: EngineOwner, accounts: number): Promise<void> {
  for (let from = 1; from <= accounts; from += ACCOUNTS_AT_ONCE) {
    const count = Math.min(ACCOUNTS_AT_ONCE, accounts + 1 - from);
    await addBenchAccounts(engine, { from, count });
    const orders = Array.from({ length: count * POSITIONS_EACH }, async (_, index) => {
      const accountId = from + (index % count);
      const outcome = await engine.submit(
        `open:${accountId}:${index}`,
        opening(accountId, BENCH_INSTRUMENT.symbol),
      );
      openedId(outcome);
    });
    await Promise.all(orders);
  }
}

/** Trades until it is told to stop; gives what its orders waited. */
function tradeMeanwhile(engine: EngineOwner, accountId: number) {
  const waitsMs: number[] = [];
  let isOver = false;
  const timed = async (id: string, command: AccountCommand) => {
    const askedMs = performance.now();
    const outcome = await engine.submit(id, command);
    waitsMs.push(performance.now() - askedMs);
    return outcome;
  };
  const trading = (async () => {
    for (let order = 0; !isOver; order += 1) {
      const opened = await timed(`meanwhile:${order}`, opening(accountId, OTHER.symbol));
      await timed(`meanwhile:${order}:close`, closing(accountId, openedId(opened)));
    }
  })();
  return {
    end: async (): Promise<readonly number[]> => {
      isOver = true;
      await trading;
      return waitsMs;
    },
  };
}

async function measureGap(engine: EngineOwner, positions: number) {
  const fallen = BENCH_INSTRUMENT.symbol;
  let closed = 0;
  const { promise: allClosed, resolve } = Promise.withResolvers<void>();
  engine.onCommitted(({ events }) => {
    for (const event of events) {
      if (event.kind === 'position-closed' && event.position.symbol === fallen) closed += 1;
    }
    if (closed === positions) resolve();
  });
  const other = tradeMeanwhile(engine, positions / POSITIONS_EACH + 1);
  const startedMs = performance.now();
  feed(engine, quoteAt(fallen, GAP_POINTS));
  await allClosed;
  const elapsedMs = performance.now() - startedMs;
  const waitsMs = await other.end();
  return {
    closes: closed,
    elapsedMs,
    closesPerSecond: Math.round((closed / elapsedMs) * 1_000),
    otherOrders: waitsMs.length,
    longestWaitMs: Math.max(...waitsMs),
  };
}

async function main(kind: BenchServer, positions: number): Promise<void> {
  const { db, drop } = await createBenchDatabase(kind);
  try {
    const engine = createEngine({
      db,
      rules: BENCH_RULES,
      instruments: INSTRUMENTS,
      log: createLog('silent'),
      onFatal: (error) => {
        throw error;
      },
    });
    await engine.whenReady();
    for (const { symbol } of INSTRUMENTS) {
      feed(engine, quoteAt(symbol, BID_POINTS));
      engine.feed({ kind: 'set-symbol-state', atMs: Date.now(), symbol, state: 'live' });
    }
    const accounts = positions / POSITIONS_EACH;
    await fill(engine, accounts);
    await addBenchAccounts(engine, { from: accounts + 1, count: 1 });
    const figures = await measureGap(engine, positions);
    await engine.stop();
    process.send?.({ kind: 'measured', figures });
  } finally {
    await drop();
  }
}

const [, , kind, positions] = process.argv;
try {
  await main(kind === 'postgres' ? 'postgres' : 'embedded', Number(positions));
} catch (error) {
  if (!isAbsent(error)) throw error;
  process.send?.({ kind: 'absent' });
}
process.disconnect();
