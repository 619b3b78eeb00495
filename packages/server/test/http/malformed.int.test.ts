// Whatever a client sends to the whole program is answered in the envelope, is never the server's
// problem, and changes nothing that is kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exampleOf } from '@halyard/contract/openapi/example';
import { POSITIONS_NAMESPACE, PRICES_NAMESPACE } from '@halyard/contract/live';
import { parseInput } from '@halyard/contract/parse-input';
import { REJECTIONS } from '@halyard/contract/rejections';
import type { Route } from '@halyard/contract/route';
import { ROUTES } from '@halyard/contract/testing/routes';
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { ErrorEnvelope } from '../support/envelope.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { STILL, stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const RUNS = IS_EXTENDED ? 250 : 60;
const SAFE_TABLES = ['customers', 'trading_accounts', 'positions', 'postings', 'ledger_entries'];

const posts = ROUTES.filter(({ method, path }) => method === 'POST' && !path.includes('{'));
const postPaths = posts.map(({ path }) => path);
const withBody = posts.filter(({ file }) => file === undefined);
const privatePaths = withBody.filter(({ access }) => access !== 'public').map(({ path }) => path);

const NO_BODY = z.strictObject({});

const order = {
  symbol: 'BTCUSD',
  direction: 'buy',
  amount: 10,
  leverage: 2,
  price: STILL.orderBuy,
};
const GOOD_MESSAGES = {
  openPosition: { ...order, stop_lost: 39_000, take_profit: 41_000, requestId: 'r1' },
  closePosition: { id: 1, price: STILL.sell, amount: 5, requestId: 'r2' },
  updatePosition: { id: 1, stop_lost: 39_000, take_profit: 41_000, requestId: 'r3' },
  closeAll: { which: 'all', requestId: 'r4' },
  positions: {},
  balance: {},
  activity: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const badValue = fc.constantFrom<unknown>(
  [],
  [1],
  [[]],
  { $gt: '' },
  true,
  'x'.repeat(3000),
  'a\0b',
  { toString: 'x', valueOf: 1 },
);

/** A good record with one field spoilt, or one field too many. */
function spoilt(good: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(good).filter((name) => name !== 'agree');
  const tooMany = fc
    .tuple(fc.string({ minLength: 1 }), fc.integer())
    .filter(([name]) => !(name in good) && !['token', 'dataUser', '__proto__'].includes(name))
    .map(([name, value]) => ({ ...good, [name]: value }));
  if (names.length === 0) return tooMany;
  const wrong = fc
    .tuple(fc.constantFrom(...names), badValue)
    .map(([name, value]) => ({ ...good, [name]: value }));
  return fc.oneof(tooMany, wrong);
}

describeOnDatabase('the whole program', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  const environment = stagePrices(folder);
  let server: TestServer;
  let socket: Socket;
  let token = '';
  let before: unknown;

  /** What is kept, read while the server is not there: the embedded database has one user. */
  async function readKept(): Promise<unknown> {
    const db = await database.open();
    try {
      const tables = SAFE_TABLES.map(async (table) => {
        const text = `select count(*) as rows, md5(string_agg(t::text, '|' order by t::text)) as content from ${table} t`;
        return [table, await db.query(text, [])] as const;
      });
      return Object.fromEntries(await Promise.all(tables));
    } finally {
      await db.close();
    }
  }

  beforeAll(async () => {
    server = await startServer({ database, environment });
    const session = await signUpTrader(server, 'fuzz@example.com', '1000');
    token = session.access_token;
    const trader = await server.connect(POSITIONS_NAMESPACE, token);
    dataOf(await send(trader, 'openPosition', order));
    await server.stop();
    before = await readKept();
    server = await startServer({ database, environment });
    socket = await server.connect(POSITIONS_NAMESPACE, token);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
    expect(await readKept()).toEqual(before);
    expect(before).toMatchObject({ positions: [{ rows: 1 }] });
  });

  /** Answered in the envelope, and not with a server error. */
  async function expectOurs(response: Response): Promise<string> {
    const envelope: unknown = await response.json();
    const rejection = ErrorEnvelope.safeParse(envelope);
    const code = rejection.success ? rejection.data.code : 'success';
    expect([code, response.status]).not.toContain('internal');
    expect(response.status).toBeLessThan(500);
    if (rejection.success) expect(REJECTIONS).toHaveProperty([code, 'status'], response.status);
    else expect(envelope).toMatchObject({ status: 'success' });
    return code;
  }

  async function post(path: string, body: string, withToken: boolean): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      ...(withToken ? { authorization: `Bearer ${token}` } : {}),
    };
    return fetch(server.url + path, { method: 'POST', headers, body });
  }

  it('survives any JSON at any address that accepts JSON', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...postPaths.filter((path) => path !== '/api/accounts/logout')),
      fc.jsonValue({ maxDepth: 5 }),
      fc.boolean(),
      async (path, value, withToken) => {
        await expectOurs(await post(path, JSON.stringify(value), withToken));
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('survives any bytes instead of JSON', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...withBody),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).filter((text) => !isJson(text)),
      async ({ path, bodyBytesMax }, text) => {
        // Where a body may be large, who sends it is judged before any of it is read.
        const code = bodyBytesMax === undefined ? 'malformed' : 'forbidden';
        expect(await expectOurs(await post(path, text, true))).toBe(code);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('rejects each valid body with one invalid value', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...withBody.filter(isForCustomers)).chain((route) => {
        const { body = NO_BODY } = route;
        const good = exampleOf(body, 'input') as Readonly<Record<string, unknown>>;
        const wrong = spoilt(good).filter((value) => !parseInput(body, value).ok);
        return fc.tuple(fc.constant(route.path), wrong);
      }),
      async ([path, body]) => {
        expect(await expectOurs(await post(path, JSON.stringify(body), true))).toBe('invalid');
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('survives any query, path and headers', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const property = fc.asyncProperty(
      fc.constantFrom(...ROUTES.map(({ path }) => path), '/', '/platform/', '/api/', '/socket.io/'),
      fc.array(fc.tuple(text, text), { maxLength: 4 }),
      text,
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      async (path, pairs, tail, method) => {
        const query = new URLSearchParams(pairs).toString();
        const address = `${server.url}${path}${encodeURIComponent(tail)}?${query}`;
        const response = await fetch(address, {
          method,
          headers: { 'x-request-id': 'x'.repeat(70) },
        });
        expect(response.status).toBeLessThan(500);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('survives any token in any place', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...privatePaths),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      fc.constantFrom('header', 'body', 'query'),
      async (path, wrong, place) => {
        const query = place === 'query' ? `?token=${encodeURIComponent(wrong)}` : '';
        const response = await fetch(server.url + path + query, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(place === 'header' ? { authorization: `Bearer ${encodeURIComponent(wrong)}` } : {}),
          },
          body: JSON.stringify(place === 'body' ? { token: wrong } : {}),
        });
        expect(await expectOurs(response)).toBe('session-ended');
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('rejects each valid socket message with one invalid value', async () => {
    const property = fc.asyncProperty(
      fc
        .constantFrom(...Object.entries(GOOD_MESSAGES))
        .chain(([event, message]) => fc.tuple(fc.constant(event), spoilt(message))),
      async ([event, message]) => {
        expect(ErrorEnvelope.parse(await send(socket, event, message)).code).toBe('invalid');
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('survives any message of any event on both namespaces', async () => {
    const prices = await server.connect(PRICES_NAMESPACE);
    const events = [...Object.keys(GOOD_MESSAGES), 'subscribe', 'watch', 'price', 'refused'];
    const property = fc.asyncProperty(
      fc.constantFrom(socket, prices),
      fc.oneof(fc.constantFrom(...events), fc.string().filter(isUnreserved)),
      fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 3 }),
      async (client, event, messages) => {
        const answer: unknown = await client.timeout(5000).emitWithAck(event, ...messages);
        const rejection = ErrorEnvelope.safeParse(answer);
        if (rejection.success) expect(rejection.data.code).not.toMatch(/internal|unavailable/);
        else expect(answer).toMatchObject({ status: 'success' });
      },
    );
    // Unknown events count as abuse: fewer of them than end a connection.
    await fc.assert(property, { numRuns: 80 });
  });

  it('logs no token and no bug, and stays ready', async () => {
    const log = server.log.join('\n');
    expect(log).not.toContain(token);
    expect(log).not.toMatch(/"level":"(error|fatal)"/);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(socket.connected).toBe(true);
  });
});

/** The session of these tests is a customer's: it is judged before the input. */
function isForCustomers({ access }: Route): boolean {
  return access === 'public' || access === 'customer';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The client itself refuses to send these. */
function isUnreserved(name: string): boolean {
  return ![
    'connect',
    'connect_error',
    'disconnect',
    'disconnecting',
    'newListener',
    'removeListener',
  ].includes(name);
}
