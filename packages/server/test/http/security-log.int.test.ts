// What the log keeps of requests that try what they may not.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bind, ok, type RouteBinding } from '#platform/http/http.ts';
import { startTestHttp, type TestHttp } from '../support/http-server.ts';
import { publicPost } from './edge-routes.ts';

const routes: readonly RouteBinding[] = [bind(publicPost, async () => ok({ text: '' }))];
const JSON_TYPE = { 'content-type': 'application/json' };

let server: TestHttp;
beforeAll(async () => {
  server = await startTestHttp({ routes });
});
afterAll(() => server.http.close());

const post = async (payload: string, headers: Record<string, string>) =>
  await fetch(`${server.url}/api/test/public`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: payload,
  });

const linesOf = (requestId: string) =>
  server.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['requestId'] === requestId && line['level'] === 'info');

it('has a line with request id and code for a foreign origin and for invalid input', async () => {
  const about = (id: string) => ({ 'x-request-id': id });
  await post('{}', { ...about('origin-17'), origin: 'https://evil.example' });
  expect(linesOf('origin-17')).toMatchObject([
    { msg: 'access was denied', code: 'origin-refused', ip: '127.0.0.1' },
  ]);
  await post('{"text":7}', about('invalid-17'));
  expect(linesOf('invalid-17')).toMatchObject([{ msg: 'a request was rejected', code: 'invalid' }]);
  await post('{"text":"good"}', about('ordinary-17'));
  expect(linesOf('ordinary-17')).toEqual([]);
});

it('counts repeated lines instead of filling the disk', async () => {
  const own = await startTestHttp({ routes });
  for (let at = 0; at < 60; at += 1) {
    await fetch(`${own.url}/api/test/public`, { method: 'POST', headers: JSON_TYPE, body: '7' });
  }
  const lines = own.logLines.filter((line) => line.includes('a request was rejected'));
  expect(lines).toHaveLength(20);
  await own.http.close();
});

it.each([
  [[], 1],
  [['10.0.0.0/8'], 1],
  [['127.0.0.1/32'], 0],
])('warns once of a proxy that %j does not name', async (trustProxy, warnings) => {
  const own = await startTestHttp({ routes, trustProxy });
  const ask = async (headers: Record<string, string>) =>
    await fetch(`${own.url}/api/test/public`, { headers });
  await ask({});
  const warned = () => own.logLines.filter((line) => line.includes('TRUST_PROXY'));
  expect(warned()).toEqual([]);
  for (let at = 0; at < 3; at += 1) await ask({ 'x-forwarded-for': `203.0.113.${at}` });
  expect(warned()).toHaveLength(warnings);
  await own.http.close();
});
