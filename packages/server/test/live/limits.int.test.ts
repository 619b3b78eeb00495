import { setTimeout as sleep } from 'node:timers/promises';

import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { subjectRoom } from '#platform/live/live.ts';
import { ErrorEnvelope } from '../support/envelope.ts';
import { eventually } from '../support/eventually.ts';
import {
  ask,
  codeOf,
  SLOW_MS,
  startLiveServer,
  whenDisconnected,
  type LiveServer,
} from '../support/live-server.ts';

/** Together more than the buffers of a connection, and less than the server keeps for a client. */
const SHARED_LENGTH = 15_000;
const SENT_AT_ONCE = 100;

let server: LiveServer;
afterEach(() => server.close());

describe('limits', () => {
  it('reject events beyond the rate and disconnect a client that ignores it', async () => {
    server = await startLiveServer({ events: { perSecond: 1, burst: 5 } });
    const socket = await server.connected('/visitors');
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => ask(socket, 'echo', { text: 'a' })),
    );
    expect(codes.filter((one) => ErrorEnvelope.safeParse(one).success)).toHaveLength(3);
    expect(codes.at(-1)).toMatchObject({ code: 'too-many', facts: { retryAfterSeconds: 1 } });
    expect(server.observed.effects).toBe(5);
    const closed = whenDisconnected(socket);
    for (let at = 0; at < 200; at += 1) socket.emit('nothing', {});
    expect(await closed).toBe('io server disconnect');
  });

  it('apply to unanswered events', async () => {
    server = await startLiveServer({ events: { perSecond: 1000, burst: 1000 } });
    const socket = await server.connected('/visitors');
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(socket, 'slow')));
    expect(answers.filter((one) => ErrorEnvelope.safeParse(one).success)).toHaveLength(8);
    expect(server.observed.effects).toBe(32);
  });

  it('apply to the connections of an address', async () => {
    server = await startLiveServer({ connectionsPerNetwork: 2 });
    const first = await server.connected('/visitors');
    await server.connected('/visitors');
    const [message] = await server.connectCode('/visitors', {});
    expect(message).toBe('websocket error');
    first.disconnect();
    await eventually(async () => void (await server.connected('/visitors')));
  });

  it('apply to the connections of a network across its addresses', async () => {
    server = await startLiveServer({ connectionsPerNetwork: 2 });
    const from = (ip: string): object => ({ extraHeaders: { 'x-forwarded-for': ip } });
    await server.connected('/visitors', from('2001:db8::1'));
    await server.connected('/visitors', from('2001:db8::2'));
    const [message] = await server.connectCode('/visitors', from('2001:db8::3'));
    expect(message).toBe('websocket error');
    await server.connected('/visitors', from('2001:db8:0:1::1'));
    await server.connected('/visitors', from('192.0.2.1'));
  });

  it('apply to the connections of a customer', async () => {
    server = await startLiveServer({ connectionsPerSubject: 2 });
    await server.customer(7);
    await server.customer(7);
    expect(await server.connectCode('/customers', { auth: { token: 'customer-7' } })).toEqual([
      'too-many',
      'too-many',
    ]);
    await server.customer(8);
  });

  it.each([
    { what: 'many messages', length: 1_000, atOnce: 40, waitingMbMax: 30 },
    // Packets are few here: it is their size that must not add up.
    { what: 'large messages', length: 100_000, atOnce: 2, waitingMbMax: 15 },
  ])('apply to $what that wait for a client that does not read', async (row) => {
    server = await startLiveServer();
    const slow = await server.customer(7);
    const reader = await server.customer(8);
    let heard = 0;
    reader.on('news', () => {
      heard += 1;
    });
    tcpOf(slow).pause();
    const text = 'x'.repeat(row.length);
    const roundsMax = (row.waitingMbMax * 1_000_000) / (row.length * row.atOnce);
    let sent = 0;
    for (let round = 0; round < roundsMax && server.observed.peers.length === 2; round += 1) {
      for (let at = 0; at < row.atOnce; at += 1) server.customers.emit(undefined, 'news', text);
      sent += row.atOnce;
      await sleep(2);
    }
    expect(server.observed.peers.map(({ caller }) => caller?.subjectId)).toEqual([8]);
    await eventually(() => expect(heard).toBe(sent));
    expect(reader.connected).toBe(true);
    tcpOf(slow).resume();
  });

  it('apply to connection attempts', async () => {
    server = await startLiveServer({ handshakes: { perSecond: 0.001, burst: 3 } });
    for (let at = 0; at < 3; at += 1) {
      await server.connectCode('/customers', { auth: { token: 'customer-x' } });
    }
    expect(await server.connectCode('/customers', { auth: { token: 'customer-7' } })).toEqual([
      'too-many',
      'too-many',
    ]);
    expect(server.observed.uses).toHaveLength(3);
  });
});

describe('messages for many', () => {
  it.each([{ transports: ['websocket'] }, { transports: ['polling'] }, {}])(
    'arrive once each, and in order with those for one, by %j',
    async (options) => {
      server = await startLiveServer();
      const auth = { token: 'customer-7' };
      const socket = await server.connected('/customers', { auth, ...options });
      const [peer] = server.observed.peers;
      const heard: string[] = [];
      socket.on('news', (text: string) => heard.push(text.trimEnd()));
      const send = (at: number): void => {
        const text = String(at).padEnd(SHARED_LENGTH);
        if (at % 3 === 0) peer?.emit('news', text);
        else server.customers.emit(at % 3 === 1 ? undefined : subjectRoom(7), 'news', text);
      };
      const rounds = 4;
      for (let round = 0; round < rounds; round += 1) {
        // What is sent while the client does not read waits in the network, then in the server.
        const tcp = options.transports?.[0] === 'websocket' ? tcpOf(socket) : undefined;
        tcp?.pause();
        for (let at = 0; at < SENT_AT_ONCE; at += 1) send(round * SENT_AT_ONCE + at);
        await sleep(20);
        tcp?.resume();
        await eventually(() => expect(heard).toHaveLength((round + 1) * SENT_AT_ONCE));
      }
      const sent = Array.from({ length: rounds * SENT_AT_ONCE }, (_, at) => String(at));
      expect(heard).toEqual(sent);
    },
  );
});

describe('a session', () => {
  beforeEach(async () => {
    server = await startLiveServer();
  });

  it('that ends closes its sockets at once and no others', async () => {
    const [one, two, other] = [
      await server.customer(7),
      await server.customer(7),
      await server.customer(8),
    ];
    const closed = Promise.all([one, two].map((socket) => whenDisconnected(socket)));
    server.live.closeSession('session-of-customer-7');
    expect(await closed).toEqual(['io server disconnect', 'io server disconnect']);
    await eventually(() =>
      expect(server.observed.peers.map(({ caller }) => caller?.subjectId)).toEqual([8]),
    );
    expect(other.connected).toBe(true);
    expect(server.customers.hasSubject(7)).toBe(false);
    expect(server.customers.hasSubject(8)).toBe(true);
  });

  it('that has expired closes its sockets within 5 seconds', async () => {
    const socket = await server.customer(7);
    const closed = whenDisconnected(socket);
    const endedAtMs = Date.now();
    server.observed.endedSessions = ['session-of-customer-7'];
    expect(await closed).toBe('io server disconnect');
    expect(Date.now() - endedAtMs).toBeLessThan(5000);
  });
});

describe('a channel', () => {
  beforeEach(async () => {
    server = await startLiveServer();
  });

  it('emits to all, to a room and to a subject', async () => {
    const [one, two, reader] = [
      await server.customer(7),
      await server.customer(8),
      await server.customer(9),
    ];
    const heard: string[] = [];
    one.on('news', (text) => heard.push(`7 ${text}`));
    two.on('news', (text) => heard.push(`8 ${text}`));
    reader.on('news', (text) => heard.push(`9 ${text}`));
    await ask(reader, 'join');
    server.customers.emit(undefined, 'news', 'for all');
    server.customers.emit('readers', 'news', 'for readers');
    server.customers.emit(subjectRoom(7), 'news', 'for 7');
    server.visitors.emit(undefined, 'news', 'for visitors');
    server.observed.peers.find(({ caller }) => caller?.subjectId === 8)?.emit('news', 'for one');
    await eventually(() => expect(heard).toHaveLength(6));
    await sleep(50);
    expect(heard.toSorted()).toEqual([
      '7 for 7',
      '7 for all',
      '8 for all',
      '8 for one',
      '9 for all',
      '9 for readers',
    ]);
  });
});

it('answers pending events and rejects new ones when it closes', async () => {
  server = await startLiveServer();
  const socket = await server.connected('/visitors');
  const closed = whenDisconnected(socket);
  const answer = ask(socket, 'slow');
  await sleep(SLOW_MS / 3);
  const closing = server.live.close();
  expect(await codeOf(socket, 'echo', { text: 'late' })).toBe('unavailable');
  await expect(server.connected('/visitors')).rejects.toThrow('websocket error');
  expect(await answer).toMatchObject({ status: 'success' });
  await closing;
  // After this, and not after 'io server disconnect', a client comes back by itself.
  expect(await closed).toBe('transport close');
  expect(server.observed.effects).toBe(1);
});

/** Paused, it stops reading, as one does whose network or program hangs. */
function tcpOf(socket: Socket): { pause(): void; resume(): void } {
  const transport = socket.io.engine.transport as unknown as {
    readonly ws: { readonly _socket: { pause(): void; resume(): void } };
  };
  return transport.ws._socket;
}
