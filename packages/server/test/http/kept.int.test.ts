import { defineRoute } from '@halyard/contract/route';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bind, okKept } from '#platform/http/http.ts';
import { startTestHttp, type TestHttp } from '../support/http-server.ts';

const common = {
  summary: 'A test.',
  method: 'GET',
  rate: 'ordinary',
  rejections: [],
  reply: z.object({ text: z.string() }),
} as const;
const publicGet = defineRoute({ ...common, path: '/api/test/public', access: 'public' });
const customerGet = defineRoute({ ...common, path: '/api/test/customer', access: 'customer' });

let kept = { text: '' };
let server: TestHttp;
beforeAll(async () => {
  server = await startTestHttp({
    routes: [publicGet, customerGet].map((route) => bind(route, async () => okKept(kept))),
  });
});
afterAll(() => server.http.close());

const get = async (path: string, headers = {}): Promise<Response> =>
  await fetch(server.url + path, { headers });

it('repeats the cached reply, reduced to its schema, until the handler returns another', async () => {
  for (const text of ['erstens: ä', 'second']) {
    const more = { text, secret: 'never declared, never sent' };
    kept = more;
    for (let turn = 0; turn < 2; turn += 1) {
      const response = await get('/api/test/public');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toEqual({ status: 'success', data: { text } });
    }
  }
});

it('never sends a reply that does not match its schema', async () => {
  kept = { text: 7 as unknown as string };
  for (let turn = 0; turn < 2; turn += 1) {
    const response = await get('/api/test/public');
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('internal');
  }
});

it('checks the session each time, although the reply is cached', async () => {
  kept = { text: 'for customers' };
  const authorization = 'Bearer customer-1';
  expect((await get('/api/test/customer', { authorization })).status).toBe(200);
  expect((await get('/api/test/customer')).status).toBe(401);
  expect((await get('/api/test/customer', { authorization: 'Bearer staff-1' })).status).toBe(403);
});
