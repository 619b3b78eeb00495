// The whole program for `npm run bench -- api`, in a process of its own: on PostgreSQL where one
// answers, with customers who are signed in and hold positions; and beside it, in the same process,
// the same answers as constants from two other servers: bare routes behind the program's own edge,
// and the framework alone. It is forked with the number of customers.
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { loadCatalogue } from '@halyard/market';
import { createHttp } from '#platform/http/http.ts';
import { createLog } from '#platform/log/log.ts';
import Fastify from 'fastify';
import { startBenchProgram, stopWhenNotified } from './bench-program.ts';

const POSITIONS_EACH = 5;
const OPEN_POINTS = 100_000;
const QUOTED_WITHIN_MS = MINUTE_MS;
const LOOK_AGAIN_MS = 1_000;
const UNLIMITED = 1_000_000_000;
const BARE_BODY_BYTES_MAX = 1_024;

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

type Constant = {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly answer: object;
};

/** What the program answers now, to one customer. */
async function readConstants(url: string, token: string): Promise<readonly Constant[]> {
  return await Promise.all(
    listReads().map(async ({ method, path }) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      const [bare = ''] = path.split('?');
      return { method, path: bare as Constant['path'], answer: (await response.json()) as object };
    }),
  );
}

async function startFramework(constants: readonly Constant[]): Promise<string> {
  const framework = Fastify();
  for (const { method, path, answer } of constants) {
    framework.route({ method, url: path, handler: async () => answer });
  }
  return await framework.listen({ host: '127.0.0.1', port: 0 });
}

/** Routes without session, schema and envelope, on a server as the program's. */
async function startBare(constants: readonly Constant[]): Promise<string> {
  const rate = { perSecond: UNLIMITED, burst: UNLIMITED };
  const http = await createHttp({
    routes: [],
    rawRoutes: constants.map(({ method, path, answer }) => ({
      methods: [method],
      path,
      bodyBytesMax: BARE_BODY_BYTES_MAX,
      handler: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(answer),
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
  return await http.listen({ host: '127.0.0.1', port: 0 });
}

async function main(customers: number): Promise<void> {
  const program = await startBenchProgram({
    customers,
    positionsEach: POSITIONS_EACH,
    openPoints: Object.fromEntries(loadCatalogue().map(({ symbol }) => [symbol, OPEN_POINTS])),
    environment: {},
  });
  const { url, database, tokens } = program;
  await awaitQuotes(url);
  const [token = ''] = tokens;
  const constants = await readConstants(url, token);
  const bareUrl = await startBare(constants);
  const frameworkUrl = await startFramework(constants);
  process.send?.({
    kind: 'listening',
    database,
    port: Number(new URL(url).port),
    barePort: Number(new URL(bareUrl).port),
    frameworkPort: Number(new URL(frameworkUrl).port),
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
  stopWhenNotified(program);
}

await main(Number(process.argv[2]));
