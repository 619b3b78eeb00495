// The whole program for `npm run bench -- api-orders`, in a process of its own on PostgreSQL, with
// customers who have API keys and sessions; beside it bare routes that answer orders as constants.
// First it measures one durable statement for each order on a database of its own. It is forked
// with the number of traders and the milliseconds of that measurement.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_KEY_PREFIXES } from '@halyard/contract/api-keys';
import { MINUTE_MS } from '@halyard/core/time';
import pg from 'pg';
import { hashToken } from '#features/identity/token.ts';
import { createHttp } from '#platform/http/http.ts';
import { createLog } from '#platform/log/log.ts';
import { stagePrices, STILL } from '../support/staged-prices.ts';
import { createBenchDatabase, isAbsent } from './bench-database.ts';
import { startBenchProgram, stopWhenNotified } from './bench-program.ts';
import { databaseProcessorMs } from './database-processor.ts';

const KEY_BYTES = 32;
const UNLIMITED = 1_000_000_000;
const BARE_BODY_BYTES_MAX = 1_024;
const QUOTED_WITHIN_MS = MINUTE_MS;
const LOOK_AGAIN_MS = 200;

/** With the address that they are used from, so that no mails are sent meanwhile. */
const KEYS = `with made as (
    insert into api_keys (customer_id, key_hash, key_start, name, scopes, networks, created_at)
    select place, hash, 'hk_live_', 'Bench', array['read', 'trade'], array[]::text[], now()
    from unnest($1::text[]) with ordinality as listed (hash, place)
    returning id
  )
  insert into api_key_uses (key_id, ip, requests, first_used_at, last_used_at)
  select id, '127.0.0.1', 0, now(), now() from made`;

type BareOrder = { readonly path: `/api/${string}`; readonly body: string };

/** Routes without key, schema and order, on a server as the program's. */
async function startBare(routes: readonly BareOrder[]): Promise<number> {
  const rate = { perSecond: UNLIMITED, burst: UNLIMITED };
  const http = await createHttp({
    routes: [],
    rawRoutes: routes.map(({ path, body }) => ({
      methods: ['POST'],
      path,
      bodyBytesMax: BARE_BODY_BYTES_MAX,
      handler: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body,
      }),
    })),
    findCaller: async () => undefined,
    publicUrl: undefined,
    host: '127.0.0.1',
    trustProxy: [],
    rates: { ordinary: rate, credential: rate },
    webRoot: undefined,
    clock: { nowMs: () => Date.now() },
    log: createLog('silent'),
  });
  return Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port);
}

/** How many rows as large as an order a second, one statement each, on that many connections. */
async function measureStatements(connections: number, durationMs: number): Promise<number> {
  const { db, url, drop } = await createBenchDatabase('postgres');
  await db.query(
    'create table bench_orders (id bigint generated always as identity, body jsonb)',
    [],
  );
  const body = JSON.stringify({ symbol: 'BTCUSD', side: 'buy', margin: '20', leverage: 2 });
  const text = 'insert into bench_orders (body) values ($1)';
  let statements = 0;
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: url }),
  );
  await Promise.all(clients.map(async (client) => await client.connect()));
  const endMs = performance.now() + durationMs;
  const insert = async (client: pg.Client): Promise<void> => {
    while (performance.now() < endMs) {
      await client.query({ name: 'insert', text, values: [body] });
      statements += 1;
    }
    await client.end();
  };
  await Promise.all(clients.map(insert));
  await drop();
  return Math.round((statements / durationMs) * 1_000);
}

async function awaitQuote(url: string, key: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < QUOTED_WITHIN_MS; waitedMs += LOOK_AGAIN_MS) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/api/v1/quotes?symbols=BTCUSD`, { headers });
    const { data } = (await response.json()) as { readonly data: readonly object[] };
    if (data.length > 0) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('BTCUSD has no quote');
}

/** One order of each kind, as the program answers it. */
async function readBare(url: string, key: string): Promise<readonly BareOrder[]> {
  const post = async (path: string, body: object): Promise<string> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': 'bare',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  const opened = await post('/api/v1/accounts/1/orders', {
    type: 'market',
    client_order_id: 'bare',
    symbol: 'BTCUSD',
    side: 'buy',
    margin: '20',
    leverage: 2,
    requested_price: String(STILL.orderBuy),
  });
  const { position } = JSON.parse(opened) as { readonly position: { readonly id: string } };
  const closed = await post(`/api/v1/accounts/1/positions/${position.id}/close`, {});
  return [
    { path: '/api/v1/accounts/{account_id}/orders', body: opened },
    { path: '/api/v1/accounts/{account_id}/positions/{position_id}/close', body: closed },
  ];
}

async function main(count: number, durationMs: number): Promise<void> {
  const statementsPerSecond = await measureStatements(count, durationMs);
  const folder = mkdtempSync(join(tmpdir(), 'halyard-bench-prices-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const keys = Array.from(
    { length: count },
    () => `${API_KEY_PREFIXES.live}${randomBytes(KEY_BYTES).toString('base64url')}`,
  );
  const program = await startBenchProgram({
    customers: count,
    positionsEach: 0,
    openPoints: { BTCUSD: 1 },
    environment: stagePrices(folder),
    prepare: async (db) => void (await db.query(KEYS, [keys.map(hashToken)])),
  });
  const [firstKey = ''] = keys;
  await awaitQuote(program.url, firstKey);
  const barePort = await startBare(await readBare(program.url, firstKey));
  const traders = program.tokens.map((token, index) => {
    return { account: index + 1, token, key: keys[index] ?? '' };
  });
  const port = Number(new URL(program.url).port);
  const price = String(STILL.orderBuy);
  process.send?.({ kind: 'listening', port, barePort, traders, price, statementsPerSecond });
  const readDatabaseMs = (): number | undefined =>
    program.databaseName === undefined ? undefined : databaseProcessorMs(program.databaseName);
  let before = process.cpuUsage();
  let databaseBeforeMs = readDatabaseMs();
  process.on('message', (message: { readonly kind: 'begin' | 'end' }) => {
    if (message.kind === 'begin') {
      before = process.cpuUsage();
      databaseBeforeMs = readDatabaseMs();
      return;
    }
    const { user, system } = process.cpuUsage(before);
    const databaseAfterMs = readDatabaseMs();
    const databaseMs =
      databaseBeforeMs === undefined || databaseAfterMs === undefined
        ? undefined
        : databaseAfterMs - databaseBeforeMs;
    process.send?.({ kind: 'ended', processorMs: (user + system) / 1_000, databaseMs });
  });
  stopWhenNotified(program);
}

const [, , count, durationMs] = process.argv;
try {
  await main(Number(count), Number(durationMs));
} catch (error) {
  if (!isAbsent(error)) throw error;
  process.send?.({ kind: 'absent' });
  process.disconnect();
}
