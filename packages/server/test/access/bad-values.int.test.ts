// Every field of every route and message with every bad value: never a server error, and what is
// refused changes nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exampleOf } from '@halyard/contract/openapi/example';
import { POSITIONS_NAMESPACE, RequestMessage, SubscribeMessage } from '@halyard/contract/live';
import { PRICES_NAMESPACE, type PositionsToServer } from '@halyard/contract/live';
import { parseInput } from '@halyard/contract/parse-input';
import { SESSION_KINDS, type Route, type SessionKind } from '@halyard/contract/route';
import { nameOf, ROUTES } from '@halyard/contract/testing/routes';
import { AmendOrderMessage, CancelOrderMessage, PlaceOrderMessage } from '@halyard/contract/orders';
import {
  CloseAllMessage,
  ClosePositionMessage,
  OpenPositionMessage,
  UpdatePositionMessage,
} from '@halyard/contract/trading';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { ErrorEnvelope } from '../support/envelope.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { createComparison, createSnapshots, type Compare } from '../support/snapshot.ts';
import { send, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BAD_VALUES, doubled, overload, spoil, type Spoilt } from './bad-values.ts';
import { beginSession, settle, subjectOf, type Household } from './household.ts';

const TIMEOUT_MS = 180_000;
/** Each run tries one of so many values, others by the seed; `all` tries each. */
const SHARE = IS_EXTENDED ? 6 : 24;
/** Of one kind of test of a route or message, at most about so many. */
const TRIED_MAX = IS_EXTENDED ? Infinity : 4;
/** Each run sends a megabyte to one of so many routes: it is refused by a limit that all share. */
const LARGE_SHARE = IS_EXTENDED ? 1 : 8;
const SEED = process.env['BAD_VALUES_SEED'] ?? String(Date.now() % 1_000);
const NO_QUERY = z.strictObject({});
const MEGABYTE = 1024 * 1024;
/** That a try failed is counted, which is what the refusal is for. */
const COUNTED = new Set(['credential_failures', 'audit_events', 'audit_head']);
/** The engine keeps the answer to an order that it rejects, to give a repeated one the same. */
const ANSWERED = 'commands';
/** The engine may cancel an order of an earlier request meanwhile, and notifies its customer. */
const NOTIFIED = ['notifications', 'told_notices'];
/** Each try begins a session of its own, for a good body may end it. */
const BEGUN = 'sessions';
/** So many at once; more only wait for each other. */
const AT_ONCE = 8;

const MESSAGES = {
  positions: RequestMessage,
  balance: RequestMessage,
  activity: RequestMessage,
  openPosition: OpenPositionMessage,
  closePosition: ClosePositionMessage,
  updatePosition: UpdatePositionMessage,
  closeAll: CloseAllMessage,
  orders: RequestMessage,
  placeOrder: PlaceOrderMessage,
  amendOrder: AmendOrderMessage,
  cancelOrder: CancelOrderMessage,
} satisfies Record<keyof PositionsToServer, z.ZodMiniType>;

const WITH_BODY = ROUTES.filter(({ method, file }) => method === 'POST' && file === undefined).map(
  (route) => [nameOf(route), route] as const,
);
const GIVEN_MEGABYTE = WITH_BODY.filter(
  (_, index) => SEED === 'all' || (index + Number(SEED)) % LARGE_SHARE === 0,
);
/** All actions of the back office share the schema of their reason: it is tried with this one. */
const REASON_TRIED_AT = 'POST /api/backoffice/staff/create';
const WITH_QUERY = ROUTES.filter(({ query }) => query !== undefined).map(
  (route) => [nameOf(route), route] as const,
);

describeOnDatabase('a bad value', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  let server: TestServer;
  let household: Household;
  let compare: Compare;
  /** For requests that are refused: those end no session. */
  const tokens = new Map<SessionKind, string>();

  beforeAll(async () => {
    server = await startServer({ database, environment: stagePrices(folder) });
    process.stdout.write(`bad values: BAD_VALUES_SEED=${SEED}\n`);
    household = await settle(server, 'wolpertinger');
    await server.query(`update staff set roles = '{admin}' where id = $1`, [household.staffId]);
    for (const kind of SESSION_KINDS) tokens.set(kind, await newToken(kind));
    compare = await createComparison(await createSnapshots(server));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
    expect(server.log.join('\n')).not.toMatch(/"level":"(error|fatal)"/);
  });

  let turn = Number(SEED);
  /** By turns, so that each value comes at some of the routes; one at least of each route. */
  const share = <Try>(tried: readonly Try[]): readonly Try[] => {
    if (SEED === 'all') return tried;
    turn += 1;
    const every = Math.min(Math.max(SHARE, Math.ceil(tried.length / TRIED_MAX)), tried.length);
    return tried.filter((_, index) => (index + turn) % every === 0);
  };

  const newToken = async (kind: SessionKind): Promise<string> =>
    await beginSession(server, { kind, id: subjectOf(household, kind) });
  const tokenFor = (route: Route): string => tokens.get(kindFor(route)) ?? '';

  async function post(route: Route, token: string, text: string): Promise<string> {
    const params = route.params === undefined ? {} : (exampleOf(route.params, 'input') as object);
    const path = fillPath(route.path, params);
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: text,
    });
    return await codeOf(response);
  }

  const expectUnchanged = async (besides?: typeof BEGUN): Promise<void> =>
    expect((await compare()).filter((table) => !COUNTED.has(table) && table !== besides)).toEqual(
      [],
    );

  it.each(WITH_BODY)(
    'of a field of %s is rejected as invalid and changes nothing',
    async (name, route) => {
      const good = route.body === undefined ? {} : (exampleOf(route.body, 'input') as object);
      const tried = [...spoil({ ...good }).filter(isTriedAt(name)), ...overload({ ...good })];
      const unfit = share(tried.filter(({ text }) => !isTaken(route.body, text)));
      expect(unfit.length).toBeGreaterThan(0);
      await inTurns(unfit, async ({ field, text }) => {
        const code = await post(route, tokenFor(route), text);
        expect(code, `${field}: ${text.slice(0, 200)}`).toMatch(/^(invalid|malformed|too-large)$/);
      });
      await expectUnchanged();
    },
  );

  it.each(WITH_BODY)(
    'that fits a field of %s causes no server error, and changes nothing if rejected',
    async (name, route) => {
      const good = route.body === undefined ? {} : (exampleOf(route.body, 'input') as object);
      const tried = [...spoil({ ...good }), ...doubled({ ...good })].filter(isTriedAt(name));
      const fit = share(tried.filter(({ text }) => isTaken(route.body, text)));
      for (const { text } of fit) {
        const code = await post(route, await newToken(kindFor(route)), text);
        const touched = await compare();
        if (code === 'success') continue;
        expect(
          touched.filter(
            (table) => !COUNTED.has(table) && ![BEGUN, ANSWERED, ...NOTIFIED].includes(table),
          ),
          text.slice(0, 200),
        ).toEqual([]);
      }
    },
  );

  it.each(GIVEN_MEGABYTE)('of a megabyte is rejected by %s', async (_name, route) => {
    const text = JSON.stringify({ text: 'x'.repeat(MEGABYTE) });
    expect(await post(route, await newToken(kindFor(route)), text)).toBe('too-large');
    await expectUnchanged(BEGUN);
  });

  it.each(WITH_QUERY)(
    'in the query of %s causes no server error and changes nothing',
    async (_name, route) => {
      const good = exampleOf(route.query ?? NO_QUERY, 'input') as Readonly<Record<string, unknown>>;
      const token = await newToken(kindFor(route));
      const path = fillPath(route.path, { token });
      const ask = async (pairs: readonly (readonly [string, string])[]): Promise<string> => {
        const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
        const headers = { authorization: `Bearer ${token}` };
        return await codeOf(await fetch(`${server.url}${path}?${query}`, { headers }));
      };
      const pairs = Object.entries(good).map(([name, value]) => [name, String(value)] as const);
      const values = BAD_VALUES.filter((text) => text.length < 2_000 && !text.includes('ud800'));
      const names = [...Object.keys(good), 'unknown', '__proto__'];
      const tried = names.flatMap((name) =>
        values.map((text) => [...pairs.filter(([other]) => other !== name), [name, text] as const]),
      );
      await inTurns(share(tried), async (query) => {
        expect(await ask(query)).not.toBe('internal');
      });
      for (const pair of share(pairs)) expect(await ask([...pairs, pair])).toBe('invalid');
      await expectUnchanged(BEGUN);
    },
  );

  it.each(Object.entries(MESSAGES))(
    'of a field of the message %s is refused as invalid, and changes nothing',
    async (event, schema) => {
      const socket = await server.connect(POSITIONS_NAMESPACE, await newToken('customer'));
      const good = Object(exampleOf(schema, 'input') ?? { dataUser: household.uniqid });
      const unfit = share(unfitMessages(schema, { ...good }));
      expect(unfit.length).toBeGreaterThan(0);
      await refuseAll(socket, event, unfit);
      await expectUnchanged(BEGUN);
      socket.disconnect();
    },
  );

  it('of a field of the message subscribe is refused as invalid', async () => {
    const socket = await server.connect(PRICES_NAMESPACE);
    const unfit = unfitMessages(SubscribeMessage, { symbols: ['BTCUSD'] });
    expect(unfit.length).toBeGreaterThan(0);
    await refuseAll(socket, 'subscribe', unfit);
  });

  it('of a megabyte closes only its own socket', async () => {
    const token = await newToken('customer');
    const other = await server.connect(POSITIONS_NAMESPACE, token);
    const socket = await server.connect(POSITIONS_NAMESPACE, token);
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    socket.emit('openPosition', { symbol: 'x'.repeat(MEGABYTE) });
    await ended;
    await expectUnchanged(BEGUN);
    expect(await send(other, 'balance')).toMatchObject({ status: 'success' });
  });
});

function kindFor({ access }: Route): SessionKind {
  return access === 'public' ? 'customer' : access;
}

function isTriedAt(name: string): (spoilt: Spoilt) => boolean {
  const isAction = name.startsWith('POST /api/backoffice/') && name !== REASON_TRIED_AT;
  return ({ field }) => !(isAction && field === 'reason');
}

async function refuseAll(socket: Socket, event: string, unfit: readonly Spoilt[]): Promise<void> {
  for (const { text } of unfit) {
    const answer = ErrorEnvelope.parse(await send(socket, event, JSON.parse(text) as unknown));
    // A record in dataUser may be of any form, and then is nobody.
    expect(answer.code, text.slice(0, 200)).toMatch(/^(invalid|forbidden)$/);
  }
}

/** Without those that a client's own JSON can't carry, or that are too long for any message. */
function unfitMessages(schema: z.ZodMiniType, good: Readonly<Record<string, unknown>>) {
  const tried = [...spoil(good), ...overload(good)].filter(({ text }) => text.length < 4_000);
  return tried.filter(({ text }) => !isTaken(schema, JSON.stringify(JSON.parse(text))));
}

/** Whether the route's own schema takes this body; without one it takes nothing. */
function isTaken(schema: z.ZodMiniType | undefined, text: string): boolean {
  if (text.includes('\\u0000')) return false;
  const value: unknown = JSON.parse(text);
  if (text.includes('"__proto__":')) return false;
  return schema === undefined ? text === '{}' : parseInput(schema, value).ok;
}

async function codeOf(response: Response): Promise<string> {
  if (response.headers.get('content-disposition')?.startsWith('attachment') === true) {
    await response.arrayBuffer();
    return 'success';
  }
  const body = (await response.json()) as { status: string; code?: string };
  expect(response.status, JSON.stringify(body)).toBeLessThan(500);
  return body.status === 'success' ? 'success' : (body.code ?? 'none');
}

async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function fillPath(path: string, params: object): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((params as Readonly<Record<string, string>>)[name] ?? 'none')),
  );
}
