// Nobody reads or changes what is not theirs: every route of the contract and every message of the
// socket, asked by everybody who might, about somebody's ids.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { POSITIONS_NAMESPACE, type PositionsToServer } from '@halyard/contract/live';
import { SESSION_KINDS, type Route } from '@halyard/contract/route';
import { nameOf, ROUTES } from '@halyard/contract/testing/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { IS_EXTENDED } from '../support/extended.ts';
import { createComparison, createSnapshots, type Compare } from '../support/snapshot.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { send, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  beginSession,
  ENTRY_ORDER,
  ORDER,
  settle,
  subjectOf,
  type Household,
} from './household.ts';
import {
  requestsAbout,
  sendRequest,
  takesId,
  type Credential,
  type RouteRequest,
} from './requests.ts';

const TIMEOUT_MS = 180_000;
/** What anybody may set off for whose email they know: a mail with a code to that customer. */
const SET_OFF: Readonly<Record<string, readonly string[]>> = {
  'POST /api/get/forgotPassword': ['notifications', 'one_time_codes'],
};
/** The owner's ids alone are not enough: failed answers, a push service, a delivery's webhook. */
const NEEDS_MORE = [
  'POST /api/accounts/appropriateness/acknowledge',
  'POST /api/accounts/push/test',
  'POST /api/accounts/webhooks/resend',
  // The practice account numbers positions and orders of its own.
  'POST /api/practice/positionCosts',
  'POST /api/practice/orders/amend',
  'POST /api/practice/positions/trailing-stop',
];
const MALFORMED_TOKENS = ['x', `a\0b`, '../../etc', `' or '1'='1`, 'Ω'.repeat(40), 'y'.repeat(128)];
/** Long enough to be one, and nobody's. */
const WRONG_TOKEN = 'A'.repeat(43);

const EVENTS = {
  positions: (owner) => ({ dataUser: { uniqid: owner.uniqid } }),
  balance: (owner) => ({ dataUser: owner.token }),
  activity: (owner) => ({ dataUser: owner.uniqid }),
  openPosition: (owner) => ({ ...ORDER, dataUser: { token: owner.token } }),
  closePosition: (owner) => ({ id: owner.ids.number[1] }),
  updatePosition: (owner) => ({ id: owner.ids.number[1], stop_lost: 39_000, take_profit: null }),
  closeAll: (owner) => ({ which: 'all', dataUser: { uniqid: owner.uniqid } }),
  orders: (owner) => ({ dataUser: owner.uniqid }),
  placeOrder: (owner) => ({ ...ENTRY_ORDER, dataUser: { token: owner.token } }),
  amendOrder: () => ({ id: 1, amount: 20, price: 30_000, expiry: 'gtc' }),
  cancelOrder: () => ({ id: 1 }),
} satisfies Record<keyof PositionsToServer, (owner: Household) => object>;

const NAMED = ROUTES.map((route, index) => [nameOf(route), route, index] as const);
const PRIVATE = NAMED.filter(([, { access }]) => access !== 'public');
const TAKING_TOKENS = NAMED.filter(([, route]) => takesBodyToken(route));

describeOnDatabase('what belongs to somebody', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  let server: TestServer;
  let owner: Household;
  let stranger: Household;
  let compare: Compare;
  /** Sessions of each kind with the owner's id; no list of open sessions holds one for each route. */
  const ownersTokens = new Map<(typeof SESSION_KINDS)[number], string>();

  beforeAll(async () => {
    server = await startServer({ database, environment: stagePrices(folder) });
    owner = await settle(server, 'quastenflosser');
    stranger = await settle(server, 'wolpertinger');
    for (const kind of SESSION_KINDS) {
      ownersTokens.set(kind, await newToken(kind, owner.customerId));
    }
    compare = await createComparison(await createSnapshots(server));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  /** Sends it; the answer must hold nothing of the owner. Gives the refusal's code, or 'success'. */
  async function ask(request: RouteRequest, credential?: Credential): Promise<string> {
    const { status, text } = await sendRequest(server, request, credential);
    expect(status, text).toBeLessThan(500);
    expect(owner.marks.filter((mark) => text.includes(mark))).toEqual([]);
    return codeOf(text);
  }

  async function newToken(kind: (typeof SESSION_KINDS)[number], id: number): Promise<string> {
    return await beginSession(server, { kind, id });
  }

  it('knows every route that the server binds', async () => {
    const document: unknown = await (await fetch(`${server.url}/api/docs/json`)).json();
    const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(document);
    const known = new Set(ROUTES.map(({ path }) => path));
    expect(Object.keys(paths).toSorted()).toEqual([...known].toSorted());
  });

  it.each(PRIVATE)(
    'is unchanged by %s without a session of its kind',
    async (_name, route, index) => {
      const [request] = requestsAbout(route, owner);
      if (request === undefined) return;
      const codes = new Set<string>();
      codes.add(await ask(request));
      codes.add(await ask(request, { token: WRONG_TOKEN, where: 'header' }));
      expect([...codes]).toEqual(['session-ended']);
      for (const token of malformedTokens(index)) {
        expect(await ask(request, { token, where: 'input' })).toMatch(/^(session-ended|invalid)$/);
      }
      for (const kind of SESSION_KINDS.filter((other) => other !== route.access)) {
        const token = ownersTokens.get(kind) ?? '';
        expect(await ask(request, { token, where: 'header' })).toBe('forbidden');
      }
      expect(await compare()).toEqual([]);
    },
  );

  it.each(NAMED)(
    'is neither read nor changed when another customer calls %s for it',
    async (name, route) => {
      const kind = route.access === 'public' ? 'customer' : route.access;
      const begin = async () => await newToken(kind, subjectOf(stranger, kind));
      let token = await begin();
      for (const request of requestsAbout(route, owner)) {
        const code = await ask(request, { token, where: 'header' });
        // The request before it ended the session.
        if (code !== 'session-ended') continue;
        token = await begin();
        await ask(request, { token, where: 'header' });
      }
      expect(await compare(owner.customerId)).toEqual(SET_OFF[name] ?? []);
    },
  );

  it.each(TAKING_TOKENS)(
    'is not returned to a caller who sends two tokens to %s',
    async (_name, route) => {
      const own = await newToken('customer', stranger.customerId);
      const [request] = requestsAbout(route, owner);
      if (request === undefined) return;
      const place = route.method === 'GET' ? 'query' : 'body';
      const both = { ...request, [place]: { ...request[place], token: owner.token } };
      expect(await ask(both, { token: own, where: 'header' })).toBe('invalid');
      expect(await compare(owner.customerId)).toEqual([]);
    },
  );

  it.each(Object.entries(EVENTS))(
    'is neither read nor changed by the message %s',
    async (event, toMessage) => {
      const token = await newToken('customer', stranger.customerId);
      const socket = await server.connect(POSITIONS_NAMESPACE, token);
      const answer = await send(socket, event, toMessage(owner));
      expect(answer).toMatchObject({ status: 'error' });
      expect(codeOf(JSON.stringify(answer))).toMatch(/^(forbidden|not-found)$/);
      expect(await compare(owner.customerId)).toEqual([]);
    },
  );

  it('requires a customer’s session for the positions socket', async () => {
    const others = SESSION_KINDS.filter((kind) => kind !== 'customer');
    const tokens = await Promise.all(others.map((kind) => newToken(kind, owner.customerId)));
    for (const token of [undefined, WRONG_TOKEN, ...MALFORMED_TOKENS, ...tokens]) {
      await expect(server.connect(POSITIONS_NAMESPACE, token)).rejects.toThrow(
        /session-ended|forbidden/,
      );
    }
  });

  it('is returned to its owner under the same ids', async () => {
    const unknown: string[] = [];
    for (const [name, route] of removedLast(NAMED.filter(([, each]) => takesId(each, owner)))) {
      // The first answer that is another ends the session in some routes.
      const token = await newToken('customer', owner.customerId);
      let code = 'not-found';
      for (const request of requestsAbout(route, owner)) {
        code = codeOf((await sendRequest(server, request, { token, where: 'header' })).text);
        if (code !== 'not-found') break;
      }
      if (code === 'not-found') unknown.push(name);
    }
    expect(unknown.toSorted()).toEqual(NEEDS_MORE.toSorted());
  });
});

/**
 * Removing a passkey ends the owner's other sessions, and the end of a session that of its device's
 * notifications; a deleted webhook has no secret to replace: these are asked about first.
 */
function removedLast(routes: typeof NAMED): typeof NAMED {
  const rankOf = (name: string): number =>
    ['/push/', '/sessions/', '/webhooks/rotate', ''].findIndex((part) => name.includes(part));
  return routes.toSorted(([one], [other]) => rankOf(one) - rankOf(other));
}

/** By turns, so that each comes at some of the routes; a soak sends all to each route. */
function malformedTokens(turn: number): readonly string[] {
  return MALFORMED_TOKENS.filter(
    (_, index) => IS_EXTENDED || index === turn % MALFORMED_TOKENS.length,
  );
}

function takesBodyToken(route: Route): boolean {
  return route.access === 'customer' && route.file === undefined && !route.path.includes('{token}');
}

function codeOf(text: string): string {
  const { status, code } = JSON.parse(text) as { status: string; code?: string };
  return status === 'success' ? 'success' : (code ?? 'none');
}
