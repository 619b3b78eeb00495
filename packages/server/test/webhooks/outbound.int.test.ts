// Requests to addresses of customers, on real sockets.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound, TargetRefused } from '#platform/outbound/outbound.ts';
import type { Resolve } from '#platform/outbound/outbound.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const TIMEOUT_MS = 400;

describe('requests to addresses of customers', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  const to = (...addresses: readonly string[]): Resolve => {
    return async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const careful = (resolve: Resolve) =>
    createOutbound({ allowsPrivate: false, timeoutMs: TIMEOUT_MS, resolve });
  const open = (resolve: Resolve) =>
    createOutbound({ allowsPrivate: true, timeoutMs: TIMEOUT_MS, resolve });
  const sent = (url: string) => ({ url, headers: { 'webhook-id': 'evt_1' }, body: '{}' });

  it.each([
    ['https://a.example/', ['10.0.0.1']],
    ['https://a.example/', ['127.0.0.1']],
    ['https://a.example/', ['::ffff:127.0.0.1']],
    ['https://a.example/', ['::1']],
    ['https://a.example/', ['93.184.216.34', '192.168.0.1']],
    ['https://a.example/', []],
    ['https://127.0.0.1/', ['93.184.216.34']],
    ['https://[::1]/', ['93.184.216.34']],
    ['https://[::ffff:7f00:1]/', ['93.184.216.34']],
    ['https://2130706433/', ['93.184.216.34']],
    ['https://0x7f.1/', ['93.184.216.34']],
    ['http://a.example/', ['93.184.216.34']],
    ['https://user:word@a.example/', ['93.184.216.34']],
    ['ftp://a.example/', ['93.184.216.34']],
  ])('refuses %s that resolves to %j', async (url, addresses) => {
    const outbound = careful(to(...addresses));
    expect(await outbound.findRejection(url)).toMatch(/^The address /);
    await expect(outbound.post(sent(url))).rejects.toThrow(TargetRefused);
  });

  it('accepts a public address', async () => {
    const outbound = careful(to('93.184.216.34', '2606:4700:4700::1111'));
    expect(await outbound.findRejection('https://a.example/x')).toBeUndefined();
  });

  it('connects to the checked address, under the host’s name', async () => {
    let asked = 0;
    const outbound = open(async () => {
      asked += 1;
      return await to('127.0.0.1')('');
    });
    const { status } = await outbound.post(sent(`http://bot.example:${receiver.port}/in`));
    expect([status, asked]).toEqual([204, 1]);
    expect(receiver.received.at(-1)).toMatchObject({
      path: '/in',
      body: '{}',
      headers: { host: `bot.example:${receiver.port}`, 'webhook-id': 'evt_1' },
    });
  });

  it('follows no redirect', async () => {
    const headers = { location: `${receiver.url}/elsewhere`, 'retry-after': '30' };
    receiver.answer(302, headers);
    const count = receiver.received.length;
    expect(await open(to('127.0.0.1')).post(sent(`${receiver.url}/here`))).toEqual({
      status: 302,
      retryAfter: '30',
    });
    expect(receiver.received.slice(count).map(({ path }) => path)).toEqual(['/here']);
  });

  it('ends when the receiver or the resolver does not answer in time', async () => {
    receiver.answer(undefined);
    const url = `http://bot.example:${receiver.port}/`;
    await expect(open(to('127.0.0.1')).post(sent(url))).rejects.toThrow('did not answer in time');
    const never = open(async () => await new Promise(() => undefined));
    await expect(never.post(sent(url))).rejects.toThrow('did not answer in time');
  });
});

describe('requests whose reply is read', () => {
  const BYTES_MAX = 1_000;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    response.writeHead(pathname === '/moved' ? 302 : 200, {
      'content-type': 'application/json',
      location: '/elsewhere',
    });
    // One that never ends must not be waited for.
    if (pathname === '/slow') response.write('{');
    else response.end(JSON.stringify({ got: 'x'.repeat(pathname === '/long' ? BYTES_MAX : 1) }));
  });
  beforeAll(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', resolve);
    await promise;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = async (path: string, allowsPrivate = true) => {
    const { port } = server.address() as AddressInfo;
    return await createOutbound({ allowsPrivate, timeoutMs: TIMEOUT_MS }).exchange({
      url: `http${allowsPrivate ? '' : 's'}://127.0.0.1:${port}${path}`,
      method: 'GET',
      headers: {},
      body: undefined,
      bytesMax: BYTES_MAX,
    });
  };

  it('return status, type and body, and follow no redirect', async () => {
    const { status, contentType, body } = await ask('/');
    expect([status, contentType, body.toString()]).toEqual([
      200,
      'application/json',
      '{"got":"x"}',
    ]);
    expect((await ask('/moved')).status).toBe(302);
  });

  it('end at the limits of length and time, and never reach a private address', async () => {
    await expect(ask('/long')).rejects.toThrow('The reply is too long');
    await expect(ask('/slow')).rejects.toThrow(/abort/);
    await expect(ask('/', false)).rejects.toThrow(TargetRefused);
  });
});
