// Orders through the product's engine on a database of its own, for `npm run bench -- orders`:
//  1. how long an order waits when a thousand come each second, before the disk has anything to
//     catch up with;
//  2. as many open+close pairs as customers who each wait for their answer can make;
//  3. on PostgreSQL, the same SQL function called with one order at a time on eight connections.
// It is forked with the database's kind and the seconds of each; it answers with one message.
import { apply, decide, isDurable } from '@halyard/core/engine';
import type { AccountCommand, EngineState } from '@halyard/core/engine';
import { HOUR_MS } from '@halyard/core/time';
import pg from 'pg';
import { Batch } from '#engine/commit/batch.ts';
import type { Numbering } from '#engine/commit/batch.ts';
import { systemTime } from '#engine/engine-time.ts';
import type { Outcome } from '#engine/engine.ts';
import { loadState } from '#engine/load.ts';
import { PendingCommand } from '#engine/commit/pending-command.ts';
import type { Database } from '#platform/db/db.ts';
import { createBenchDatabase, isAbsent } from './bench-database.ts';
import type { BenchServer } from './bench-database.ts';
import { measurePairs, measureWaits } from './bench-loads.ts';
import { BENCH_INSTRUMENT, BENCH_RULES, closing, openedId } from './bench-engine.ts';
import { nextId, nextQuote, opening, startBenchEngine } from './bench-orders.ts';

const CONNECTIONS = 8;
const LEASE_MS = HOUR_MS;
const { symbol } = BENCH_INSTRUMENT;

/** What a server without batches would do: a call of the function for every order. */
async function measureSingle(db: Database, url: string, durationMs: number) {
  const [lease] = await db.query('select * from engine_take_lease($1, $2, false)', [
    'bench',
    LEASE_MS,
  ]);
  const epoch = Number(lease?.epoch);
  const loading = { rules: BENCH_RULES, instruments: [BENCH_INSTRUMENT], time: systemTime };
  const { state, numbering } = await loadState(db, loading, Number(lease?.batch));
  const quote = nextQuote();
  for (const command of [
    { kind: 'accept-tick', atMs: quote.receivedAtMs, quote },
    { kind: 'set-symbol-state', atMs: quote.receivedAtMs, symbol, state: 'live' },
  ] as const) {
    const decision = decide(state, command);
    if (decision.kind === 'decided') for (const event of decision.events) apply(state, event);
  }
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  const run = async (command: AccountCommand): Promise<Outcome> => {
    const { parameters, outcome } = decideAlone(state, { command, epoch, numbering });
    const places = parameters.map((_, index) => `$${index + 1}`).join(', ');
    await pool.query({
      name: 'commit',
      text: `select engine_commit(${places})`,
      values: [...parameters],
    });
    return outcome;
  };
  let pairs = 0;
  const endMs = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      const accountId = index + 1;
      while (performance.now() < endMs) {
        const opened = await run(opening(accountId, quote));
        await run(closing(accountId, openedId(opened)));
        pairs += 1;
      }
    }),
  );
  await pool.end();
  return { pairs, pairsPerSecond: Math.round((pairs / durationMs) * 1_000) };
}

function decideAlone(
  state: EngineState,
  given: {
    readonly command: AccountCommand;
    readonly epoch: number;
    readonly numbering: Numbering;
  },
): { readonly parameters: readonly unknown[]; readonly outcome: Outcome } {
  const decision = decide(state, given.command);
  if (decision.kind === 'refused') throw new Error(decision.rejection.code);
  const batch = new Batch();
  for (const event of decision.events) {
    apply(state, event);
    if (isDurable(event)) batch.addEvent(state, event);
  }
  const outcome: Outcome = { kind: 'done', events: batch.events };
  batch.addAnswer(new PendingCommand(nextId(), given.command), outcome);
  return { parameters: batch.toParameters(given.epoch, given.numbering), outcome };
}

async function main(kind: BenchServer, seconds: number): Promise<void> {
  const durationMs = seconds * 1_000;
  const { db, url, drop } = await createBenchDatabase(kind);
  try {
    const { engine, stop } = await startBenchEngine(db);
    const { waits: _, ...atThousand } = await measureWaits(engine, durationMs);
    const fullSpeed = await measurePairs(engine, durationMs);
    await stop();
    const single = url === undefined ? undefined : await measureSingle(db, url, durationMs);
    process.send?.({ kind: 'measured', figures: { ...fullSpeed, atThousand, single } });
  } finally {
    await drop();
  }
}

const [, , kind, seconds] = process.argv;
try {
  await main(kind === 'postgres' ? 'postgres' : 'embedded', Number(seconds));
} catch (error) {
  if (!isAbsent(error)) throw error;
  process.send?.({ kind: 'absent' });
}
process.disconnect();
