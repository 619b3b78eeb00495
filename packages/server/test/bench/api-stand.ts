// The whole program for `npm run bench -- api`, in a process of its own: on PostgreSQL where one
// answers, with customers who are signed in and hold positions; and beside it, in the same process,
// the framework alone with routes that give the same answers as constants. It is forked with the
// number of customers.
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCatalogue } from '@halyard/market';
import Fastify from 'fastify';
import { startApp, type App } from '#app.ts';
import { createLog } from '#platform/log/log.ts';
import type { Database } from '#platform/db/db.ts';
import { createToken, hashToken } from '#features/accounts/token.ts';
import { readSettings } from '#settings.ts';
import { createBenchDatabase, isAbsent } from './bench-database.ts';
import type { BenchDatabase } from './bench-database.ts';

const POSITIONS_EACH = 5;
const UNLIMITED = { perSecond: 1_000_000, burst: 1_000_000 };
const HOUR_MS = 3_600_000;
const QUOTED_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 1_000;

const CUSTOMERS = `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
    terms_version, terms_accepted_at, created_at, account_added_at)
  select 'bench-' || id || '@example.com', 'none', 'Bench', 'Customer', '+493023125000',
    'bench-uniqid-' || id, '1', now(), now(), now()
  from generate_series(1, $1::bigint) as id`;
const ACCOUNTS = `insert into trading_accounts (id, cash_cents, credit_cents, status, is_verified,
    client_category, is_protected, permitted_categories, leverage_indexes)
  select id, 100000000, 0, 'active', true, 'retail', false,
    '["crypto","forex","stocks","commodities","indices"]'::jsonb, '{}'::jsonb
  from customers`;
const SESSIONS = `insert into sessions (id, kind, subject_id, token_hash, assurance, created_at,
    last_used_at, expires_at, ip, network, user_agent)
  select gen_random_uuid(), 'customer', place, hash, 'full', now(), now(), now() + interval '1 day',
    '127.0.0.1', '127.0.0.1', 'bench'
  from unnest($1::text[]) with ordinality as listed (hash, place)`;
// Far from every level, so that none closes while it is measured.
const POSITIONS = `insert into positions (id, account_id, symbol, direction, amount_cents, leverage,
    is_protected, is_automatic, termination_points, open_points, opened_at, open_sell_points,
    open_buy_points, open_sequence, open_source, open_source_at, open_received_at)
  select id, 1 + id % $1::bigint, ($3::text[])[1 + id * 13 % cardinality($3::text[])], 'buy', 10000,
    1, false, false, 1, 100000, now(), 99990, 100000, id, 'simulated', now(), now()
  from generate_series(1, $1::bigint * $2::bigint) as id`;

async function fill(db: Database, customers: number): Promise<readonly string[]> {
  const tokens = Array.from({ length: customers }, createToken);
  const symbols = loadCatalogue().map(({ symbol }) => symbol);
  await db.query(CUSTOMERS, [customers]);
  await db.query(ACCOUNTS, []);
  await db.query(SESSIONS, [tokens.map(hashToken)]);
  await db.query(POSITIONS, [customers, POSITIONS_EACH, symbols]);
  return tokens;
}

async function openBenchDatabase(): Promise<BenchDatabase> {
  try {
    return await createBenchDatabase('postgres');
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return await createBenchDatabase('embedded');
  }
}

async function start({ url, directory }: BenchDatabase): Promise<App> {
  const read = readSettings({
    DATA_DIR: dirname(directory),
    PORT: '0',
    DEMO: '0',
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  });
  if (read.kind === 'faulty') throw new Error(JSON.stringify(read.faults));
  const app = await startApp(read.settings, {
    log: createLog('warn'),
    onFatal: (error) => {
      throw error;
    },
    rates: { ordinary: UNLIMITED, credential: UNLIMITED },
  });
  await app.ready;
  return app;
}

/** What is answered from memory, with the same body or none. */
function listReads() {
  const nowMs = Date.now();
  const range = `from=${nowMs - 8 * HOUR_MS}&to=${nowMs}`;
  return [
    { name: 'getBalance', method: 'POST', path: '/api/accounts/getBalance' },
    { name: 'assets', method: 'GET', path: '/api/get/assets' },
    { name: 'quotes', method: 'GET', path: '/api/market/quotes' },
    {
      name: 'candles',
      method: 'GET',
      path: `/api/market/candles?symbol=EURUSD&timeframe=1m&${range}`,
    },
  ] as const;
}

type Quoted = { readonly spark: readonly number[] };

/** Until the closes of every symbol are there, so that the constants are no shorter than quotes. */
async function awaitQuotes(url: string): Promise<void> {
  let closesBefore = 0;
  for (let waitedMs = 0; waitedMs < QUOTED_WITHIN_MS; waitedMs += LOOK_AGAIN_MS) {
    const response = await fetch(`${url}/api/market/quotes`);
    const { data } = (await response.json()) as { readonly data: Readonly<Record<string, Quoted>> };
    const closes = Object.values(data).reduce((sum, { spark }) => sum + spark.length, 0);
    if (closes > 0 && closes === closesBefore) return;
    closesBefore = closes;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('the quotes are not complete');
}

async function startBare(url: string, token: string): Promise<string> {
  const bare = Fastify();
  for (const { method, path } of listReads()) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    const constant = (await response.json()) as object;
    bare.route({ method, url: path.split('?')[0] ?? path, handler: async () => constant });
  }
  return await bare.listen({ host: '127.0.0.1', port: 0 });
}

async function main(customers: number): Promise<void> {
  const database = await openBenchDatabase();
  const tokens = await fill(database.db, customers);
  await database.close();
  const app = await start(database);
  const { url } = app;
  await awaitQuotes(url);
  const [token = ''] = tokens;
  const bareUrl = await startBare(url, token);
  process.send?.({
    kind: 'listening',
    database: database.db.kind,
    port: Number(new URL(url).port),
    barePort: Number(new URL(bareUrl).port),
    reads: listReads(),
    tokens,
  });
  let before = process.cpuUsage();
  process.on('message', (message: { readonly kind: 'begin' | 'end' }) => {
    if (message.kind === 'begin') {
      before = process.cpuUsage();
      return;
    }
    const { user, system } = process.cpuUsage(before);
    process.send?.({ kind: 'ended', processorMs: (user + system) / 1_000 });
  });
  process.on('SIGTERM', () => {
    void app
      .stop()
      .then(() => database.drop())
      .finally(() => process.exit());
  });
  process.on('disconnect', () => process.exit());
}

await main(Number(process.argv[2]));
