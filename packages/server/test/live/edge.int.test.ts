import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sendRaw } from '../support/http-server.ts';
import {
  ask,
  codeOf,
  startLiveServer,
  whenDisconnected,
  type LiveServer,
} from '../support/live-server.ts';

let server: LiveServer;
afterEach(() => server.close());

describe('a connection', () => {
  beforeEach(async () => {
    server = await startLiveServer();
  });

  it.each([{ transports: ['websocket'] }, { transports: ['polling'] }, {}])(
    'is made by %j',
    async (options) => {
      const socket = await server.connected('/visitors', options);
      expect(await ask(socket, 'echo', { text: 'hello', requestId: 'r1' })).toEqual({
        status: 'success',
        data: { text: 'hello', requestId: 'r1' },
      });
    },
  );

  it.each([
    ['no token', {}, 'session-ended'],
    ['an empty one', { token: '' }, 'session-ended'],
    ['an unknown one', { token: 'customer-x' }, 'session-ended'],
    ['a number', { token: 7 }, 'session-ended'],
    ['an object', { token: { a: 1 } }, 'session-ended'],
    ['one that is too long', { token: 'x'.repeat(500) }, 'session-ended'],
    ['one of another kind', { token: 'staff-7' }, 'forbidden'],
    ['one that can not be looked up now', { token: 'customer-503' }, 'unavailable'],
  ])('with %s is refused where a session is wanted', async (_name, auth, code) => {
    expect(await server.connectCode('/customers', { auth })).toEqual([code, code]);
    expect(server.observed.peers).toEqual([]);
  });

  it('does not count as activity of the session', async () => {
    await server.customer();
    expect(server.observed.uses).toEqual([{ token: 'customer-7', isBackground: true }]);
  });

  it.each(['/', '/nothing', '/__proto__'])('to %s is refused', async (namespace) => {
    const [message] = await server.connectCode(namespace, {});
    expect(message).toMatch(/^(not-found|Invalid namespace)$/);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])(
    'from the foreign site %s is refused, by WebSocket and by polling',
    async (origin) => {
      const extraHeaders = { origin };
      for (const transport of ['websocket', 'polling']) {
        const [message] = await server.connectCode('/visitors', {
          extraHeaders,
          transports: [transport],
        });
        expect(message).toMatch(/websocket error|xhr poll error/);
      }
    },
  );

  it('from the site itself is let in', async () => {
    const extraHeaders = { origin: server.http.url };
    expect((await server.connected('/visitors', { extraHeaders })).connected).toBe(true);
  });

  it('is answered with security headers', async () => {
    const response = await fetch(`${server.http.url}/socket.io/?EIO=4&transport=polling`);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('ignores other protocols in an upgrade request', async () => {
    const request =
      'GET /none HTTP/1.1\nhost: 127.0.0.1\nconnection: upgrade, close\nupgrade: h2c\n\n';
    expect(await sendRaw(server.http.url, request)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  });

  it('serves no client script and no other file', async () => {
    expect((await fetch(`${server.http.url}/socket.io/socket.io.js`)).status).toBe(400);
  });
});

describe('an event', () => {
  beforeEach(async () => {
    server = await startLiveServer();
  });

  it('that is rejected returns the error in the acknowledgement, or as `refused` without one', async () => {
    const socket = await server.customer();
    const message = { text: 'a', requestId: 'order-1' };
    expect(await ask(socket, 'order', message)).toEqual({
      status: 'error',
      code: 'price-moved',
      message: 'The price has moved to 1.5',
      facts: { price: 1.5 },
      requestId: 'order-1',
      data: null,
    });
    const rejection = new Promise((resolve) => socket.once('refused', resolve));
    socket.emit('order', message);
    expect(await rejection).toEqual({
      event: 'order',
      requestId: 'order-1',
      code: 'price-moved',
      message: 'The price has moved to 1.5',
      facts: { price: 1.5 },
    });
  });

  it.each([
    ['nothing', []],
    ['null', [null]],
    ['text', ['text']],
    ['a number', [1]],
    ['a list', [[]]],
    ['an unknown field', [{ text: 'a', other: 1 }]],
    ['a wrong field', [{ text: 1 }]],
    ['two messages', [{ text: 'a' }, { text: 'b' }]],
    ['U+0000', [{ text: 'a\0b' }]],
    ['bytes', [Buffer.from('bytes')]],
    ['a field of bytes', [{ text: Buffer.from('bytes') }]],
    ['__proto__', [JSON.parse('{"text":"a","__proto__":{"isStaff":true}}')]],
    ['a deep message', [JSON.parse(`${'{"text":'.repeat(500)}1${'}'.repeat(500)}`)]],
  ])('with %s is refused as invalid and does nothing', async (_name, messages) => {
    const socket = await server.connected('/visitors');
    expect(await codeOf(socket, 'echo', ...messages)).toBe('invalid');
    expect(server.observed.effects).toBe(0);
    expect({}).not.toHaveProperty('isStaff');
  });

  it.each([
    'nothing',
    'error',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    'x'.repeat(5000),
  ])('named %j is rejected as not found', async (name) => {
    const socket = await server.connected('/visitors');
    expect(await codeOf(socket, name, { text: 'a' })).toBe('not-found');
    expect(await ask(socket, 'echo', { text: 'still there' })).toMatchObject({ status: 'success' });
  });

  it('reports a bug or an outage without details', async () => {
    const socket = await server.connected('/visitors');
    expect([await codeOf(socket, 'bug'), await codeOf(socket, 'outage')]).toEqual([
      'internal',
      'unavailable',
    ]);
    expect(server.observed.logLines.join()).toContain('secret detail of a bug');
  });

  it('that counts as activity checks the session again, and closes the socket if it has ended', async () => {
    const socket = await server.customer();
    await ask(socket, 'echo', { text: 'a' });
    expect(server.observed.uses).toHaveLength(1);
    await ask(socket, 'order', { text: 'a' });
    expect(server.observed.uses).toEqual([
      { token: 'customer-7', isBackground: true },
      { token: 'customer-7', isBackground: false },
    ]);
    server.observed.deadTokens = ['customer-7'];
    const closed = whenDisconnected(socket);
    server.observed.effects = 0;
    socket.emit('order', { text: 'a' });
    expect(await closed).toBe('io server disconnect');
    expect(server.observed.effects).toBe(0);
  });

  it('larger than 16 KB closes the connection and does nothing', async () => {
    const socket = await server.connected('/visitors');
    const closed = whenDisconnected(socket);
    socket.emit('echo', { text: 'x'.repeat(17_000) });
    expect(await closed).toMatch(/transport close|transport error/);
    expect(server.observed.effects).toBe(0);
    await server.connected('/visitors');
  });

  it.each([
    'garbage',
    '42',
    '42{"a":1}',
    '42[',
    '42/visitors,',
    '42/visitors,[]',
    '42/visitors,[1]',
    '451-["echo"]',
    '43/visitors,1[]',
    '9',
    '40/visitors,{',
    '44/visitors,{}',
    '\0',
  ])('as packet %j closes at most its own connection', async (packet) => {
    const socket = await server.connected('/visitors');
    socket.io.engine.transport.send([{ type: 'message', data: packet.slice(1) }]);
    socket.io.engine.transport.send([{ type: 'message', data: packet }]);
    await sleep(50);
    const other = await server.connected('/visitors');
    expect(await ask(other, 'echo', { text: 'a' })).toMatchObject({ status: 'success' });
  });
});
