// A session token may stand in the header, the address or the body. None of them reaches the log,
// whatever becomes of the request.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { POSITIONS_NAMESPACE, PRICES_NAMESPACE } from '@halyard/contract/live';
import { ROUTES } from '@halyard/contract/testing/routes';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { IS_EXTENDED } from '../support/extended.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { beginSession, settle, subjectOf, type Household } from './household.ts';
import { requestsAbout, sendRequest } from './requests.ts';

const TIMEOUT_MS = 240_000;
const KINDS = ['customer', 'affiliate', 'staff'] as const;

describeOnDatabase('a session token', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  let server: TestServer;
  let household: Household;
  const tokens: string[] = [];

  beforeAll(async () => {
    server = await startServer({ database, environment: stagePrices(folder), logLevel: 'debug' });
    household = await settle(server, 'wolpertinger');
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const begin = async (kind: (typeof KINDS)[number]): Promise<string> => {
    const token = await beginSession(server, { kind, id: subjectOf(household, kind) });
    tokens.push(token);
    return token;
  };
  const invent = (): string => {
    const token = randomBytes(32).toString('base64url');
    tokens.push(token);
    return token;
  };
  const expectNone = (): void => {
    const text = server.log.join('\n');
    expect(text.length).toBeGreaterThan(1_000);
    expect(tokens.filter((token) => text.includes(token))).toEqual([]);
  };
  /** Gives what the handshake came to. */
  const shake = async (namespace: string, token: string): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = io(`${server.url}${namespace}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token },
      query: { token },
    });
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', ({ message }) => resolve(message));
    return await promise.finally(() => socket.disconnect());
  };
  const sendEverywhere = async (): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (const [index, route] of ROUTES.entries()) {
      const kind = KINDS.find((one) => one === route.access) ?? 'customer';
      const [request] = requestsAbout(route, household);
      if (request === undefined) continue;
      for (const where of inTurn(['header', 'input'] as const, index)) {
        for (const token of [await begin(kind), invent()]) {
          statuses.push((await sendRequest(server, request, { token, where })).status);
        }
      }
      const token = invent();
      const inQuery = { ...request, query: { ...request.query, token } };
      statuses.push((await sendRequest(server, inQuery, undefined)).status);
    }
    return statuses;
  };

  it(
    'is not logged by any route, in whatever place it stands',
    async () => {
      const statuses = new Set(await sendEverywhere());
      for (const status of [200, 401]) expect(statuses).toContain(status);
      expectNone();
    },
    TIMEOUT_MS,
  );

  it('is not logged with an invalid address or an unreadable body', async () => {
    const statuses: number[] = [];
    for (const path of ['/api/none/', '/api/transactions/get/x/', '/none/', '/%zz/']) {
      const token = invent();
      statuses.push((await fetch(`${server.url}${path}${token}?token=${token}`)).status);
    }
    for (const body of ['{"token":"', 'x', '{"__proto__":"']) {
      const token = invent();
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const address = `${server.url}/api/accounts/getBalance?token=${token}`;
      statuses.push((await fetch(address, { ...init, body: `${body}${token}` })).status);
    }
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    expectNone();
  });

  it('is not logged by the handshake of a socket', async () => {
    for (const namespace of [POSITIONS_NAMESPACE, PRICES_NAMESPACE]) {
      await shake(namespace, await begin('customer'));
      await shake(namespace, invent());
    }
    expect(await shake(POSITIONS_NAMESPACE, invent())).not.toBe('connected');
    expectNone();
  });

  it('is not logged when the request ends in an error of the server', async () => {
    const token = await begin('customer');
    await server.query('alter table sessions rename to sessions_away');
    try {
      for (const address of [
        `/api/transactions/get/${token}`,
        `/api/get/assets?token=${token}`,
        '/api/transactions/get',
      ]) {
        const headers = { authorization: `Bearer ${token}` };
        const response = await fetch(`${server.url}${address}`, { headers });
        expect(response.headers.get('referrer-policy')).toBe('no-referrer');
        if (!address.includes('assets')) expect(response.status).toBe(500);
      }
      await shake(POSITIONS_NAMESPACE, token);
    } finally {
      await server.query('alter table sessions_away rename to sessions');
    }
    expect(server.log.join('\n')).toContain('a request met a bug');
    expectNone();
  });
});

/** One of them at each route; all in a soak. */
function inTurn<Place>(places: readonly Place[], turn: number): readonly Place[] {
  return IS_EXTENDED ? places : places.filter((_, index) => index === turn % places.length);
}
