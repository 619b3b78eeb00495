import { setTimeout as sleep } from 'node:timers/promises';

import { defineRoute } from '@halyard/contract/route';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { bind, ok, type HttpOptions } from '#platform/http/http.ts';
import { sendRaw, startTestHttp, type TestHttp } from '../support/http-server.ts';

const common = {
  summary: 'A test.',
  access: 'public',
  reply: z.object({}),
  rejections: [],
} as const;
const ordinary = defineRoute({ ...common, method: 'GET', path: '/api/test/a', rate: 'ordinary' });
const credential = defineRoute({
  ...common,
  method: 'POST',
  path: '/api/test/b',
  rate: 'credential',
});
const slow = defineRoute({ ...common, method: 'GET', path: '/api/test/slow', rate: 'ordinary' });
const SLOW_MS = 300;
const routes = [
  bind(ordinary, async () => ok({})),
  bind(credential, async () => ok({})),
  bind(slow, async () => {
    await sleep(SLOW_MS);
    return ok({});
  }),
];

let server: TestHttp | undefined;
afterEach(async () => {
  await server?.http.close();
  server = undefined;
});

let nowMs = 0;
async function start(options: Partial<HttpOptions> = {}): Promise<TestHttp> {
  nowMs = 1_000_000;
  server = await startTestHttp({
    routes,
    clock: { nowMs: () => nowMs },
    rates: { ordinary: { perSecond: 1, burst: 5 }, credential: { perSecond: 0.1, burst: 2 } },
    ...options,
  });
  return server;
}

async function statuses(url: string, count: number, init?: RequestInit): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < count; at += 1) found.push((await fetch(url, init)).status);
  return found;
}

it('lets a burst through, then refuses with the time to wait, then lets one through again', async () => {
  const { url } = await start();
  expect(await statuses(`${url}/api/test/a`, 6)).toEqual([200, 200, 200, 200, 200, 429]);
  const refused = await fetch(`${url}/api/test/a`);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({
    code: 'too-many',
    facts: { retryAfterSeconds: 1 },
  });
  nowMs += 1000;
  expect(await statuses(`${url}/api/test/a`, 2)).toEqual([200, 429]);
});

it('counts requests that check secrets separately, with a stricter limit', async () => {
  const { url } = await start();
  expect(await statuses(`${url}/api/test/b`, 3, { method: 'POST' })).toEqual([200, 200, 429]);
  expect(await statuses(`${url}/api/test/a`, 1)).toEqual([200]);
  const refused = await fetch(`${url}/api/test/b`, { method: 'POST' });
  expect(refused.headers.get('retry-after')).toBe('10');
});

it('ignores X-Forwarded-For of unknown peers', async () => {
  const { url } = await start();
  const spoofed = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((last) =>
      fetch(`${url}/api/test/a`, { headers: { 'x-forwarded-for': `203.0.113.${last}` } }),
    ),
  );
  expect(spoofed.filter(({ status }) => status === 429).length).toBe(1);
});

it('accepts X-Forwarded-For of a configured proxy', async () => {
  const { url } = await start({ trustProxy: ['127.0.0.0/8'] });
  const from = (address: string): Promise<number[]> =>
    statuses(`${url}/api/test/b`, 3, {
      method: 'POST',
      headers: { 'x-forwarded-for': `198.51.100.9, ${address}` },
    });
  expect(await from('203.0.113.1')).toEqual([200, 200, 429]);
  expect(await from('203.0.113.2')).toEqual([200, 200, 429]);
});

it('rejects before the body is read', async () => {
  const { url } = await start();
  await statuses(`${url}/api/test/b`, 2, { method: 'POST' });
  const answer = await sendRaw(
    url,
    'POST /api/test/b HTTP/1.1\nhost: a\nconnection: close\ncontent-type: application/json\ncontent-length: 60000\n\n{"a":',
  );
  expect(answer).toContain('429 Too Many Requests');
});

it.each([
  ['is declared twice', [routes[0], routes[0]]],
  [
    'does not declare who may call it',
    [{ ...routes[0], route: { ...ordinary, access: undefined } }],
  ],
  ['does not declare a rate limit', [{ ...routes[0], route: { ...ordinary, rate: 'never' } }]],
  ['is outside /api', [{ ...routes[0], route: { ...ordinary, path: '/test' } }]],
])('refuses to start with a route that %s', async (problem, declared) => {
  const starting = start({ routes: declared as unknown as HttpOptions['routes'] });
  await expect(starting).rejects.toThrow(problem);
});

it('finishes running requests when it stops, and accepts no more', async () => {
  const { url, http } = await start();
  const running = fetch(`${url}/api/test/slow`);
  await sleep(SLOW_MS / 3);
  const closed = http.close();
  await expect(fetch(`${url}/api/test/a`)).rejects.toThrow('fetch failed');
  expect((await running).status).toBe(200);
  await closed;
});
