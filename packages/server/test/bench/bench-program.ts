// The whole program in this process for a bench: on PostgreSQL where one answers, without limits of
// calls, with customers who are signed in, have money and hold positions.
import { dirname } from 'node:path';
import { startApp } from '#app.ts';
import { initialTerms } from '#features/customers/initial-terms.ts';
import { createToken, hashToken } from '#features/identity/token.ts';
import type { Database } from '#platform/db/db.ts';
import { LIVE_LIMITS } from '#platform/live/live.ts';
import { createLog } from '#platform/log/log.ts';
import { readSettings } from '#settings.ts';
import { createBenchDatabase, isAbsent } from './bench-database.ts';
import type { BenchDatabase, BenchServer } from './bench-database.ts';

const UNLIMITED = { perSecond: 1_000_000, burst: 1_000_000 };

// The fields of a whole profile: without them some screens only ask for it.
const CUSTOMERS = `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
    birth_date, country_id, state, city, street, zip_code, email_confirmed_at, terms_version,
    terms_accepted_at, created_at, account_added_at)
  select 'bench-' || id || '@example.com', 'none', 'Bench', 'Customer', '+493023125000',
    'bench-uniqid-' || id, '1990-12-31', 276, 'Berlin', 'Berlin', 'Unter den Linden 1', '10117',
    now(), '1', now(), now(), now()
  from generate_series(1, $1::bigint) as id`;
const ACCOUNTS = `insert into trading_accounts (id, cash_cents, credit_cents, status, is_verified,
    client_category, is_protected, permitted_categories, leverage_indexes)
  select id, 100000000, 0, 'active', true, 'retail', false, $1::jsonb, $2::jsonb from customers`;
const SESSIONS = `insert into sessions (id, kind, subject_id, token_hash, assurance, created_at,
    last_used_at, expires_at, ip, network, user_agent)
  select gen_random_uuid(), 'customer', place, hash, 'full', now(), now(), now() + interval '1 day',
    '127.0.0.1', '127.0.0.1', 'bench'
  from unnest($1::text[]) with ordinality as listed (hash, place)`;
// Far from every level, so that none closes while it is measured.
const POSITIONS = `insert into positions (id, account_id, symbol, direction, amount_cents, leverage,
    is_protected, is_automatic, termination_points, open_points, opened_at, open_sell_points,
    open_buy_points, open_sequence, open_source, open_source_at, open_received_at)
  select id, 1 + id % $1::bigint, ($3::text[])[place], 'buy', 10000, 1, false, false, 1,
    ($4::bigint[])[place], now(), ($4::bigint[])[place], ($4::bigint[])[place], id, 'bench', now(),
    now()
  from generate_series(1, $1::bigint * $2::bigint) as id,
    lateral (select 1 + id * 13 % cardinality($3::text[]) as place) as placed`;

export type BenchProgramOptions = {
  readonly customers: number;
  readonly positionsEach: number;
  /** In points, by symbol; the positions are of these symbols in turns. */
  readonly openPoints: Readonly<Record<string, number>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Fills in more, before the program starts. */
  readonly prepare?: (db: Database) => Promise<void>;
};

export type BenchProgram = {
  readonly url: string;
  readonly database: BenchServer;
  /** The name of the database on PostgreSQL. */
  readonly databaseName: string | undefined;
  /** The settings of another program on the same database. */
  readonly shared: Readonly<Record<string, string>>;
  /** Of the customers' sessions. */
  readonly tokens: readonly string[];
  stop(): Promise<void>;
};

export async function startBenchProgram(options: BenchProgramOptions): Promise<BenchProgram> {
  const database = await openBenchDatabase();
  const tokens = await fill(database.db, options);
  await options.prepare?.(database.db);
  await database.close();
  const { url: databaseUrl, directory } = database;
  const shared = {
    DATA_DIR: dirname(directory),
    PORT: '0',
    DEMO: '0',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...options.environment,
  };
  const app = await startUnlimited(shared);
  return {
    url: app.url,
    shared,
    database: databaseUrl === undefined ? 'embedded' : 'postgres',
    databaseName: databaseUrl === undefined ? undefined : new URL(databaseUrl).pathname.slice(1),
    tokens,
    stop: async () => {
      await app.stop();
      await database.drop();
    },
  };
}

/** Starts a program without limits of calls; resolves when it serves. */
export async function startUnlimited(
  environment: Readonly<Record<string, string>>,
): Promise<Awaited<ReturnType<typeof startApp>>> {
  const read = readSettings(environment);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  const app = await startApp(read.settings, {
    log: createLog('warn'),
    onFatal: (error) => {
      throw error;
    },
    rates: { ordinary: UNLIMITED, credential: UNLIMITED },
    liveLimits: {
      ...LIVE_LIMITS,
      connectionsPerNetwork: UNLIMITED.burst,
      events: UNLIMITED,
      handshakes: UNLIMITED,
    },
  });
  await app.ready;
  return app;
}

/** Stops it when whoever forked this process has had enough, or is gone. */
export function stopWhenNotified(program: BenchProgram): void {
  const stop = (): void => void program.stop().finally(() => process.exit());
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
}

async function openBenchDatabase(): Promise<BenchDatabase> {
  try {
    return await createBenchDatabase('postgres');
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return await createBenchDatabase('embedded');
  }
}

async function fill(db: Database, options: BenchProgramOptions): Promise<readonly string[]> {
  const { customers, positionsEach, openPoints } = options;
  const tokens = Array.from({ length: customers }, createToken);
  const opening = [customers, positionsEach, Object.keys(openPoints), Object.values(openPoints)];
  await db.query(CUSTOMERS, [customers]);
  const { permittedCategories, leverageIndexes } = initialTerms();
  await db.query(ACCOUNTS, [JSON.stringify(permittedCategories), JSON.stringify(leverageIndexes)]);
  await db.query(SESSIONS, [tokens.map(hashToken)]);
  await db.query(POSITIONS, opening);
  return tokens;
}
