import { WORK_HEADER, defineRoute } from '@halyard/contract/route';
import type { Envelope } from '@halyard/contract/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { bind, ok, refused } from '#platform/http/http.ts';
import { startTestHttp, type TestHttp } from '../support/http-server.ts';
import { solveWork } from '../support/solve-work.ts';

const BITS = 8;
const common = {
  method: 'POST',
  summary: 'A test.',
  access: 'public',
  rate: 'ordinary',
  body: z.strictObject({ text: z.optional(z.string()) }),
  reply: z.object({}),
} as const;
const asking = { ...common, rejections: ['proof-required'] } as const;
const first = defineRoute({ ...asking, path: '/api/test/first' });
const second = defineRoute({ ...asking, path: '/api/test/second' });
const plain = defineRoute({ ...common, path: '/api/test/plain', rejections: [] });

let server: TestHttp;
let worked: boolean[] = [];
beforeAll(async () => {
  const routes = [first, second].map((route) =>
    bind(route, async ({ hasWorked }) =>
      hasWorked ? ok({}) : refused({ code: 'proof-required', facts: { bits: BITS } }),
    ),
  );
  const noting = bind(plain, async ({ hasWorked }) => {
    worked.push(hasWorked);
    return ok({});
  });
  server = await startTestHttp({ routes: [...routes, noting] });
});
afterAll(async () => {
  await server.http.close();
});

async function post(path: string, headers: Record<string, string> = {}, body: object = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const envelope = (await response.json()) as Envelope<unknown>;
  return { status: response.status, envelope };
}

it('sends a challenge, and accepts the request with its solution once', async () => {
  const asked = await post(first.path);
  expect(asked).toMatchObject({ status: 429, envelope: { facts: { bits: BITS } } });
  const proof = solveWork(asked);
  expect((await post(first.path, proof)).status).toBe(200);
  const again = await post(first.path, proof);
  expect(again).toMatchObject({ status: 429, envelope: { code: 'proof-required' } });
  expect((await post(first.path, solveWork(again))).status).toBe(200);
});

it('rejects a proof of another route', async () => {
  const proof = solveWork(await post(first.path));
  expect((await post(second.path, proof)).status).toBe(429);
  expect((await post(first.path, proof)).status).toBe(200);
});

it('accepts a proof from one of several concurrent requests', async () => {
  const proof = solveWork(await post(first.path));
  const replies = await Promise.all(Array.from({ length: 20 }, () => post(first.path, proof)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('does not use up a proof of an invalid request', async () => {
  const proof = solveWork(await post(first.path));
  expect((await post(first.path, proof, { text: 7 })).status).toBe(422);
  expect((await post(first.path, proof)).status).toBe(200);
});

it('ignores a proof on routes that require none', async () => {
  worked = [];
  const proof = solveWork(await post(first.path));
  await post(plain.path, proof);
  expect(worked).toEqual([false]);
  expect((await post(first.path, proof)).status).toBe(200);
});

it.each(['', 'x', 'x'.repeat(8_000), 'a.1.2.3.4'])('rejects proof %#', async (text) => {
  expect((await post(first.path, { [WORK_HEADER]: text })).status).toBe(429);
});
