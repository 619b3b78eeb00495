// One process of `npm run bench -- boot`: an engine that starts, from taking its lease to its being
// ready; or, beside it, the driver alone reading the same columns of the same rows, and no more.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { loadCatalogue } from '@halyard/market';
import pg from 'pg';
import { createEngine } from '#engine/engine.ts';
import { openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { EmbeddedServer } from '#platform/db/embedded/embedded-server.ts';
import { printProblem } from './bench-database.ts';
import type { BenchServer } from './bench-database.ts';
import { BENCH_RULES } from './bench-engine.ts';

const PAGE_ROWS = 20_000;

const CURSORS = [
  `declare rows cursor for select id, cash_cents, credit_cents, status, is_verified,
      client_category, is_protected, permitted_categories, leverage_indexes, warned_percent,
      financed_day
    from trading_accounts order by id`,
  `declare rows cursor for select id, account_id, symbol, direction, amount_cents, leverage,
      is_protected, is_automatic, stop_points, target_points, termination_points, open_points,
      opened_at, open_sell_points, open_buy_points, open_sequence, open_source, open_source_at,
      open_received_at
    from positions where closed_at is null order by id`,
];

export type BootReading = {
  readonly seconds: number;
  readonly rows: number;
  /** Of the whole process, and of the embedded database beside it. */
  readonly memory: {
    readonly rssBytes: number;
    readonly rssMaxBytes: number;
    /** On the heap and in typed arrays, after a collection. */
    readonly settledBytes: number;
    /** Of the embedded database's processes together; what they share counts once. */
    readonly databaseBytes?: number;
  };
};

async function readByEngine(kind: BenchServer, place: string): Promise<BootReading> {
  const db = await openDatabase({
    url: kind === 'postgres' ? place : undefined,
    directory: place,
    onError: printProblem,
  });
  const startedMs = performance.now();
  const engine = createEngine({
    db,
    rules: BENCH_RULES,
    instruments: loadCatalogue(),
    log: createLog('silent'),
    onFatal: (error) => {
      throw error;
    },
  });
  await engine.whenReady();
  const seconds = (performance.now() - startedMs) / 1_000;
  let rows = 0;
  const accountIds = engine.listHolders(() => {
    rows += 1;
    return false;
  });
  const memory = { ...describeMemory(), ...(kind === 'embedded' && databaseMemory(place)) };
  if (accountIds.length > 0) throw new Error('nobody was meant');
  await engine.stop();
  await db.close();
  return { seconds, rows, memory };
}

type Query = (text: string) => Promise<{ readonly rows: readonly unknown[] }>;

async function readBarely(kind: BenchServer, place: string): Promise<BootReading> {
  const server =
    kind === 'postgres'
      ? undefined
      : await EmbeddedServer.open({
          directory: place,
          onError: printProblem,
          onLog: () => undefined,
        });
  const client = new pg.Client(server?.address ?? { connectionString: place });
  await client.connect();
  const reading = await readCursors((text) => client.query(text));
  await client.end();
  await server?.close();
  return reading;
}

async function readCursors(query: Query): Promise<BootReading> {
  const startedMs = performance.now();
  let rows = 0;
  await query('begin');
  for (const cursor of CURSORS) {
    await query(cursor);
    rows = 0;
    for (;;) {
      const page = await query(`fetch ${PAGE_ROWS} from rows`);
      rows += page.rows.length;
      if (page.rows.length < PAGE_ROWS) break;
    }
    await query('close rows');
  }
  await query('commit');
  return { seconds: (performance.now() - startedMs) / 1_000, rows, memory: describeMemory() };
}

function describeMemory(): BootReading['memory'] {
  const rssBytes = process.memoryUsage.rss();
  // The kernel counts it in kilobytes.
  const rssMaxBytes = process.resourceUsage().maxRSS * 1_024;
  // Twice, for what the first one only finished.
  for (let count = 0; count < 2; count += 1) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { rssBytes, rssMaxBytes, settledBytes: heapUsed + arrayBuffers };
}

/** Linux tells it. */
function databaseMemory(directory: string): { readonly databaseBytes: number } | undefined {
  if (process.platform !== 'linux') return undefined;
  const found = readdirSync('/proc').flatMap((pid) => {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== directory) return [];
      return [/^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0];
    } catch {
      return [];
    }
  });
  return { databaseBytes: found.reduce<number>((sum, kib) => sum + Number(kib) * 1_024, 0) };
}

const [, , what, kind, place = ''] = process.argv;
const read = what === 'engine' ? readByEngine : readBarely;
process.send?.(await read(kind === 'postgres' ? 'postgres' : 'embedded', place));
process.disconnect();
