// A start of the engine on many open positions, for `npm run bench -- boot`. It is forked with the
// database's kind and the number of positions. It fills a database of its own and lets processes of
// their own, whose memory nothing else has grown, load it and read it barely; its last message has
// the figures of both.
import { fork } from 'node:child_process';
import { loadCatalogue } from '@halyard/market';
import { initialTerms } from '#features/customers/initial-terms.ts';
import type { Database } from '#platform/db/db.ts';
import { createBenchDatabase, isAbsent } from './bench-database.ts';
import type { BenchServer } from './bench-database.ts';
import type { BootReading } from './boot-reading.ts';
import type { TakeOverReading } from './take-over-reading.ts';

const POSITIONS_PER_ACCOUNT = 5;
/** A statement each, well within the time that one may take. */
const ROWS_PER_STATEMENT = 50_000;
const READER = new URL('./boot-reading.ts', import.meta.url);
const TAKE_OVER = new URL('./take-over-reading.ts', import.meta.url);

const ACCOUNTS = `insert into trading_accounts (id, cash_cents, credit_cents, status, is_verified,
    client_category, is_protected, permitted_categories, leverage_indexes)
  select id, 100000000, 0, 'active', true, 'retail', false, $3::jsonb, $4::jsonb
  from generate_series($1::bigint, $2::bigint) as id`;

// Positions of one account were opened at different times: their ids lie far apart.
const POSITIONS = `insert into positions (id, account_id, symbol, direction, amount_cents, leverage,
    is_protected, is_automatic, stop_points, target_points, termination_points, open_points,
    opened_at, open_sell_points, open_buy_points, open_sequence, open_source, open_source_at,
    open_received_at)
  select id, 1 + id % $3::bigint, ($4::text[])[1 + id * 13 % cardinality($4::text[])],
    case when id % 2 = 0 then 'buy' else 'sell' end, 10000 + id * 7919 % 100000, 2, false, false,
    case when id % 2 = 0 then 700000 - id % 50000 else 1300000 + id % 50000 end,
    case when id % 2 = 0 then 1300000 + id % 50000 else 700000 - id % 50000 end,
    case when id % 2 = 0 then 500000 else 1500000 end, 1000000,
    timestamptz '2026-01-05' + id * interval '1 millisecond', 999900, 1000000, id, 'simulated',
    timestamptz '2026-01-05' + id * interval '1 millisecond',
    timestamptz '2026-01-05' + id * interval '1 millisecond'
  from generate_series($1::bigint, $2::bigint) as id`;

async function fill(db: Database, positions: number): Promise<void> {
  const accounts = Math.max(1, Math.round(positions / POSITIONS_PER_ACCOUNT));
  const symbols = loadCatalogue().map(({ symbol }) => symbol);
  const { permittedCategories, leverageIndexes } = initialTerms();
  const terms = [JSON.stringify(permittedCategories), JSON.stringify(leverageIndexes)];
  await forEachRange(accounts, (first, last) => db.query(ACCOUNTS, [first, last, ...terms]));
  await forEachRange(positions, (first, last) =>
    db.query(POSITIONS, [first, last, accounts, symbols]),
  );
  // A database that ran for a while has done this.
  for (const table of ['trading_accounts', 'positions']) {
    await db.query(`vacuum (analyze) ${table}`, []);
  }
}

async function forEachRange(
  rows: number,
  run: (first: number, last: number) => Promise<unknown>,
): Promise<void> {
  for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
    await run(first, Math.min(rows, first + ROWS_PER_STATEMENT - 1));
  }
}

/** Load and bare reading in turns, so that neither alone meets cold files. */
async function main(kind: BenchServer, positions: number): Promise<void> {
  const { db, url, directory, close, drop } = await createBenchDatabase(kind);
  try {
    await fill(db, positions);
    await close();
    const place = url ?? directory;
    await read('bare', kind, place);
    const loaded = await read('engine', kind, place);
    const bare = await read('bare', kind, place);
    const takeOver = url === undefined ? undefined : await ask<TakeOverReading>(TAKE_OVER, [url]);
    process.send?.({ kind: 'measured', figures: { loaded, bare, takeOver } });
  } finally {
    await drop();
  }
}

async function read(
  what: 'engine' | 'bare',
  kind: BenchServer,
  place: string,
): Promise<BootReading> {
  return await ask<BootReading>(READER, [what, kind, place]);
}

/** Returns the one message of a process of its own. */
async function ask<Reading>(file: URL, words: readonly string[]): Promise<Reading> {
  const { promise, resolve, reject } = Promise.withResolvers<Reading>();
  const reader = fork(file, words, { execArgv: ['--expose-gc'] });
  reader.once('message', (reading) => resolve(reading as Reading));
  reader.once('exit', () => reject(new Error(`${file.pathname} ended without figures`)));
  return await promise;
}

const [, , kind, positions] = process.argv;
try {
  await main(kind === 'postgres' ? 'postgres' : 'embedded', Number(positions));
} catch (error) {
  if (!isAbsent(error)) throw error;
  process.send?.({ kind: 'absent' });
}
process.disconnect();
