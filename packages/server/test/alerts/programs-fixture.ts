// Programs that watch the price alerts of one database, each told by the test what its engine and its
// market would tell it.
import { points, SPLIT_SOURCE, type Quote } from '@halyard/core/instrument';
import { loadCatalogue } from '@halyard/market';
import type { Committed } from '#engine/engine.ts';
import { createAlerts, type AlertsOptions } from '#features/alerts/alerts.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createTestLog } from '../support/http-server.ts';
import { createNotificationsFixture } from '../support/notifications-fixture.ts';
import type { TestDatabase } from '../support/test-database.ts';

const START_MS = Date.UTC(2026, 0, 1);

export type Program = {
  /** A sell price of the symbol, in points, so many seconds after the beginning. */
  quote(price: number, atS: number): void;
  /** What a split leaves of the quote of that moment. */
  quoteSplit(price: number, atS: number): void;
  /** Its engine has committed the split. */
  hearSplit(split: TestSplit): void;
  /** Its engine loses the lease, or has it again. */
  setReady(isReady: boolean): void;
  stop(): Promise<void>;
};

export type TestSplit = {
  readonly newUnits: number;
  readonly oldUnits: number;
  readonly atS: number;
};

export type ProgramsFixture = {
  readonly db: Database;
  readonly logged: readonly string[];
  start(): Promise<Program>;
  /** Lets a customer wait for sell prices of the symbol, in points. */
  set(sense: 'rises' | 'falls', ...prices: readonly number[]): Promise<void>;
  /** What the commit of a split writes. */
  commitSplit(split: TestSplit): Promise<void>;
  /** The rates of what was told. */
  tolds(): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** Each symbol has a customer of its own. */
export async function createProgramsFixture(
  database: TestDatabase,
  symbol: string,
): Promise<ProgramsFixture> {
  const db = await database.open();
  await migrate(db);
  const clock = { nowMs: () => START_MS };
  const logged: string[] = [];
  const log = createTestLog(logged);
  const { notifications, close } = await createNotificationsFixture({
    db,
    clock,
    jobs: createJobs({ db, clock, log }),
  });
  const [row] = await db.query(
    `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
       terms_version, terms_accepted_at, created_at, language)
     values ($1 || '@example.com', '', 'Two', 'Test', '', $1, '1', now(), now(), 'en')
     returning id`,
    [symbol],
  );
  const customerId = Number(row?.['id']);
  return {
    db,
    logged,
    start: async () => await startProgram({ db, clock, log, notifications }, symbol),
    set: async (sense, ...prices) => {
      await db.query(
        `insert into price_alerts (customer_id, symbol, side, sense, points, splits_before, created_at)
         select $1, $2, 'sell', $3, price, 0, now() from unnest($4::bigint[]) price`,
        [customerId, symbol, sense, prices],
      );
    },
    commitSplit: async ({ newUnits, oldUnits, atS }) => {
      await db.query(
        `insert into symbol_splits (symbol, sequence, new_units, old_units, sell_points, buy_points,
           source, source_at, received_at, split_at)
         values ($1, $2, $3, $4, 1, 1, 'split', $5, $5, $5)`,
        [symbol, atS, newUnits, oldUnits, new Date(atMs(atS))],
      );
    },
    tolds: async () =>
      (
        await db.query(
          `select facts ->> 'rate' as rate from notifications
           where kind = 'price-alert' and customer_id = $1 order by id`,
          [customerId],
        )
      ).map(({ rate }) => String(rate)),
    close: async () => {
      await close();
      await db.close();
    },
  };
}

type Instance = Pick<AlertsOptions, 'db' | 'clock' | 'log' | 'notifications'>;

async function startProgram(instance: Instance, symbol: string): Promise<Program> {
  const quotes = new Set<(quote: Quote) => void>();
  const commits = new Set<(committed: Committed) => void>();
  const resumptions = new Set<() => void>();
  let isReady = true;
  const alerts = createAlerts({
    ...instance,
    instruments: loadCatalogue(),
    market: { quote: () => undefined, onQuote: (listener) => listen(quotes, listener) },
    owner: {
      isReady: () => isReady,
      onCommitted: (listener) => listen(commits, listener),
      onResumed: (listener) => listen(resumptions, listener),
    },
  });
  await alerts.start();
  return {
    quote: (price, atS) => quotes.forEach((send) => send(quoteOf(symbol, price, atS))),
    quoteSplit: (price, atS) =>
      quotes.forEach((send) => send({ ...quoteOf(symbol, price, atS), source: SPLIT_SOURCE })),
    hearSplit: ({ newUnits, oldUnits, atS }) => {
      const quote = quoteOf(symbol, 1, atS);
      const event = { kind: 'symbol-split', atMs: atMs(atS), newUnits, oldUnits, quote } as const;
      commits.forEach((send) => send({ accountIds: [], events: [event], hasNotices: false }));
    },
    setReady: (wanted) => {
      isReady = wanted;
      if (wanted) resumptions.forEach((send) => send());
    },
    stop: async () => await alerts.close(),
  };
}

function quoteOf(symbol: string, price: number, atS: number): Quote {
  return {
    symbol,
    bidPoints: points(price),
    askPoints: points(price),
    sequence: atS,
    source: 'test',
    sourceAtMs: atMs(atS),
    receivedAtMs: atMs(atS),
  };
}

function atMs(atS: number): number {
  return START_MS + atS * 1_000;
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
