import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@halyard/contract/accounts';
import type { OpenSession } from '@halyard/contract/identity/sessions';
import { MINUTE_MS } from '@halyard/core/time';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dataOf,
  SIGN_UP,
  send,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const SOCKET_CLOSES_WITHIN_MS = 5_000;
const { password } = SIGN_UP;

describeOnDatabase('a session', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  const signIn = async (email: string): Promise<string> =>
    dataOf((await server.post<Session>('/api/accounts/login', { email, password })).envelope)
      .access_token;
  const call = async (token: string, headers = {}) =>
    await server.post('/api/accounts/get', {}, { token, headers });
  const background = { 'x-background': '1' };
  const ended = { status: 401, envelope: expect.objectContaining({ code: 'session-ended' }) };

  it('ends by signing out, without ending others', async () => {
    const { access_token: first } = await signUp(server, 'out@example.com');
    const second = await signIn('out@example.com');
    expect((await server.post('/api/accounts/logout', {}, { token: first })).status).toBe(200);
    expect(await call(first)).toMatchObject(ended);
    expect(await server.post('/api/accounts/logout', {}, { token: first })).toMatchObject(ended);
    expect((await call(second)).status).toBe(200);
  });

  it('ends after 22 minutes without activity, not counting background requests', async () => {
    const { access_token: token } = await signUp(server, 'idle@example.com');
    for (let minutes = 0; minutes < 60; minutes += 20) {
      server.advance(20 * MINUTE_MS);
      expect((await call(token)).status).toBe(200);
    }
    server.advance(21 * MINUTE_MS);
    expect((await call(token, background)).status).toBe(200);
    server.advance(2 * MINUTE_MS);
    expect(await call(token, background)).toMatchObject(ended);
    expect(await call(token)).toMatchObject(ended);
  });

  it('ends after 12 hours despite activity', async () => {
    const { access_token: token } = await signUp(server, 'long@example.com');
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      server.advance(20 * MINUTE_MS);
      expect((await call(token)).status).toBe(200);
    }
    server.advance(20 * MINUTE_MS);
    expect(await call(token)).toMatchObject(ended);
  });

  it('survives a restart of the server, and keeps its idle time', async () => {
    const { access_token: token } = await signUp(server, 'restart@example.com');
    server.advance(10 * MINUTE_MS);
    expect((await call(token)).status).toBe(200);
    await server.stop();
    server = await startServer({ database, offsetMs: server.offsetMs() });
    server.advance(21 * MINUTE_MS);
    expect((await call(token, background)).status).toBe(200);
    server.advance(2 * MINUTE_MS);
    expect(await call(token)).toMatchObject(ended);
  });

  it('is limited to twenty per customer: the oldest ends', async () => {
    const { access_token: first } = await signUp(server, 'many@example.com');
    const others: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      server.advance(1_000);
      others.push(await signIn('many@example.com'));
    }
    expect(await call(first)).toMatchObject(ended);
    expect((await call(others[0] ?? '')).status).toBe(200);
  });

  it('is stored without its token', async () => {
    const { access_token: token } = await signUp(server, 'stored@example.com');
    await server.stop();
    const db = await database.open();
    const rows = await db.query(
      `select s.*, s::text as row from sessions s join customers c on c.id = s.subject_id
       where c.email = 'stored@example.com'`,
      [],
    );
    await db.close();
    server = await startServer({ database });
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.row)).not.toContain(token);
    expect(rows[0]).toMatchObject({
      kind: 'customer',
      assurance: 'full',
      token_hash: createHash('sha256').update(token).digest('hex'),
    });
  });

  const disconnected = async (socket: Socket): Promise<number> => {
    const startedAt = performance.now();
    const closed = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
    await Promise.race([closed, sleep(2 * SOCKET_CLOSES_WITHIN_MS)]);
    return socket.connected ? Number.POSITIVE_INFINITY : performance.now() - startedAt;
  };

  it.each([
    ['signed out of', (token: string) => server.post('/api/accounts/logout', {}, { token })],
    ['blocked', () => server.operator('customer', 'block', 'socket-blocked@example.com')],
  ])('that is %s closes its sockets within five seconds, and no others', async (how, end) => {
    const name = how.split(' ')[0];
    const { access_token: token } = await signUp(server, `socket-${name}@example.com`);
    const { access_token: others } = await signUp(server, `bystander-${name}@example.com`);
    const socket = await server.connect('/positions', token);
    const bystander = await server.connect('/positions', others);
    const closed = disconnected(socket);
    await end(token);
    expect(await closed).toBeLessThan(SOCKET_CLOSES_WITHIN_MS);
    await expect(server.connect('/positions', token)).rejects.toThrow('session-ended');
    expect(await send(bystander, 'activity')).toMatchObject({ status: 'success' });
  });

  it('closes its sockets at once when signed out of', async () => {
    await signUp(server, 'at-once@example.com');
    for (let turn = 0; turn < 4; turn += 1) {
      const token = await signIn('at-once@example.com');
      const socket = await server.connect('/positions', token);
      await server.post('/api/accounts/logout', {}, { token });
      await sleep(300);
      expect(socket.connected).toBe(false);
    }
  });

  it('closes its sockets within five seconds when idle', async () => {
    const { access_token: token } = await signUp(server, 'socket-idle@example.com');
    const socket = await server.connect('/positions', token);
    const closed = disconnected(socket);
    server.advance(23 * MINUTE_MS);
    expect(await closed).toBeLessThan(SOCKET_CLOSES_WITHIN_MS);
    await expect(server.connect('/positions', token)).rejects.toThrow('session-ended');
  });

  it('is extended by activity on the socket, not by polling there', async () => {
    const { access_token: token } = await signUp(server, 'active@example.com');
    const socket = await server.connect('/positions', token);
    for (let turn = 0; turn < 3; turn += 1) {
      server.advance(15 * MINUTE_MS);
      expect(await send(socket, 'activity')).toMatchObject({ status: 'success' });
    }
    server.advance(15 * MINUTE_MS);
    await send(socket, 'positions');
    await send(socket, 'balance');
    server.advance(8 * MINUTE_MS);
    expect(await call(token, background)).toMatchObject(ended);
  });

  const list = async (token: string) =>
    dataOf((await server.post<OpenSession[]>('/api/accounts/sessions', {}, { token })).envelope);

  it('is listed with its device, address and times, beside the customer’s others', async () => {
    const { access_token: first } = await signUp(server, 'listed@example.com');
    await signUp(server, 'unlisted@example.com');
    server.advance(MINUTE_MS);
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const headers = { 'user-agent': userAgent };
    const body = { email: 'listed@example.com', password };
    await server.post('/api/accounts/login', body, { headers });
    server.advance(MINUTE_MS);
    const [newer, older, ...others] = await list(first);
    expect(others).toEqual([]);
    expect(newer).toMatchObject({ device: 'Firefox, Linux', ip: '127.0.0.1', current: false });
    expect(older).toMatchObject({ device: 'Unknown device', place: '', current: true });
    const since = (from?: string, until?: string): number =>
      Math.round((Date.parse(until ?? '') - Date.parse(from ?? '')) / MINUTE_MS);
    expect(since(older?.created_at, newer?.created_at)).toBe(1);
    expect(since(older?.created_at, older?.last_used_at)).toBe(2);
    server.advance(21.5 * MINUTE_MS);
    expect(await list(first)).toMatchObject([{ current: true }]);
  });

  it('is revoked only by its owner, with its sockets', async () => {
    const { access_token: mine } = await signUp(server, 'revoker@example.com');
    const lost = await signIn('revoker@example.com');
    const { access_token: foreign } = await signUp(server, 'foreigner@example.com');
    const socket = await server.connect('/positions', lost);
    const id = (await list(mine)).find(({ current }) => !current)?.id ?? '';
    const revoke = async (token: string, sessionId: string) =>
      await server.post('/api/accounts/sessions/revoke', { id: sessionId }, { token });
    const notFound = { status: 404, envelope: expect.objectContaining({ code: 'not-found' }) };
    expect(await revoke(foreign, id)).toMatchObject(notFound);
    expect(await revoke(mine, randomUUID())).toMatchObject(notFound);
    expect((await revoke(mine, 'not an id')).status).toBe(422);
    expect((await call(lost)).status).toBe(200);
    const closed = disconnected(socket);
    expect((await revoke(mine, id)).status).toBe(200);
    expect(await closed).toBeLessThan(SOCKET_CLOSES_WITHIN_MS);
    expect(await call(lost)).toMatchObject(ended);
    expect((await call(mine)).status).toBe(200);
    expect(await revoke(mine, id)).toMatchObject(notFound);
  });

  it.each([['nonsense'], ['x'.repeat(200)], ['']])(
    'is not opened with the token %j',
    async (token) => {
      expect((await call(token)).status).toBe(401);
      await expect(server.connect('/positions', token)).rejects.toThrow('session-ended');
    },
  );
});
