import { ErrorEnvelope } from '../support/envelope.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bind, ok, refused, type RouteBinding } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';
import { sendRaw, startTestHttp, type TestHttp } from '../support/http-server.ts';
import { customerPath, customerPost, failing, publicGet, publicPost } from './edge-routes.ts';

let effects = 0;
const routes: readonly RouteBinding[] = [
  bind(publicPost, async ({ body: { text } }) => {
    effects += 1;
    return ok({ text: text ?? '', secret: 'never declared, never sent' });
  }),
  bind(customerPost, async ({ caller }) => {
    effects += 1;
    return ok({ subjectId: caller.subjectId });
  }),
  bind(customerPath, async ({ caller }) => ok({ subjectId: caller.subjectId })),
  bind(publicGet, async ({ query }) => ok(query)),
  bind(failing('bug'), async () => {
    throw new Error('secret detail of a bug');
  }),
  bind(failing('outage'), async () => {
    throw new Outage('database', 'secret detail of an outage');
  }),
  bind(failing('wrong-reply'), async () => ok(undefined)),
  bind(failing('refusal'), async () => refused({ code: 'price-moved', facts: { price: 1.5 } })),
];

let server: TestHttp;
beforeAll(async () => {
  server = await startTestHttp({ routes });
});
afterAll(() => server.http.close());

const JSON_TYPE = { 'content-type': 'application/json' };

async function post(
  path: string,
  payload: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: payload,
  });
}

async function codeOf(response: Response): Promise<string> {
  return ErrorEnvelope.parse(await response.json()).code;
}

/** Sends it, expects the refusal, and that no handler ran. */
async function expectRefused(
  response: Promise<Response>,
  status: number,
  code: string,
): Promise<void> {
  const before = effects;
  const answered = await response;
  expect([answered.status, await codeOf(answered)]).toEqual([status, code]);
  expect(answered.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(effects).toBe(before);
}

describe('the envelope', () => {
  it('wraps a handler’s result and sends only declared fields [c-envelope]', async () => {
    const response = await post('/api/test/public', '{"text":"hello"}');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'success', data: { text: 'hello' } });
  });

  it('contains an error’s text, facts and request id', async () => {
    const response = await fetch(`${server.url}/api/test/refusal`, {
      headers: { 'x-request-id': 'my-request-17' },
    });
    expect(response.status).toBe(409);
    expect(response.headers.get('x-request-id')).toBe('my-request-17');
    expect(await response.json()).toEqual({
      status: 'error',
      code: 'price-moved',
      message: 'The price has moved to 1.5',
      facts: { price: 1.5 },
      requestId: 'my-request-17',
      data: null,
    });
  });

  it('generates a request id if the received one is invalid', async () => {
    const response = await fetch(`${server.url}/api/test/refusal`, {
      headers: { 'x-request-id': '<script>alert(1)</script>' },
    });
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('answers a bug with 500 and an outage with 503, with details only in the log', async () => {
    const bug = await fetch(`${server.url}/api/test/bug`);
    const outage = await fetch(`${server.url}/api/test/outage`);
    const wrongReply = await fetch(`${server.url}/api/test/wrong-reply`);
    expect([bug.status, outage.status, wrongReply.status]).toEqual([500, 503, 500]);
    expect(outage.headers.get('retry-after')).toBe('2');
    const texts = [await bug.text(), await outage.text(), await wrongReply.text()].join();
    expect(texts).not.toContain('secret detail');
    expect(texts).not.toContain('node:internal');
    expect(server.logLines.join()).toContain('secret detail of a bug');
    expect(server.logLines.join()).toContain('secret detail of an outage');
  });
});

describe('a request that can not be taken', () => {
  it.each([
    ['', ''],
    ['{}', 'application/json'],
    ['{"text":"a"}', 'application/json; charset=utf-8'],
  ])('accepts the body %j of type %j', async (payload, type) => {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const response = await fetch(`${server.url}/api/test/public`, {
      method: 'POST',
      headers,
      ...(payload === '' ? {} : { body: payload }),
    });
    expect(response.status).toBe(200);
  });

  it.each([
    '{',
    '{"text":}',
    '[',
    'text',
    '{"text":"a"}}',
    '{"a":1,}',
    "{'a':1}",
    '\0',
    '{"__proto__":{"isStaff":true}}',
    '{"constructor":{"prototype":{"isStaff":true}}}',
  ])('refuses the JSON %j as malformed', async (payload) => {
    await expectRefused(post('/api/test/public', payload), 400, 'malformed');
    expect({}).not.toHaveProperty('isStaff');
  });

  it.each([
    '[]',
    '1',
    'null',
    '"text"',
    'true',
    '{"text":1}',
    '{"text":null}',
    '{"text":"a","other":1}',
    '{"text":"\\u0000"}',
  ])('refuses a body as invalid: %j', async (payload) => {
    await expectRefused(post('/api/test/public', payload), 422, 'invalid');
  });

  it.each([
    ['lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['objects', `{"text":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['items', `[${'1,'.repeat(10_000)}1]`],
  ])('refuses thousands of %s as too large', async (_what, payload) => {
    await expectRefused(post('/api/test/public', payload), 413, 'too-large');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    'nonsense',
  ])('refuses the content type %s', async (type) => {
    const response = post('/api/test/public', '{"text":"a"}', { 'content-type': type });
    await expectRefused(response, 415, 'media-type-unsupported');
  });

  it('rejects a body over 64 KB, with or without a declared length', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(70_000) });
    await expectRefused(post('/api/test/public', large), 413, 'too-large');
    const stream = new Blob([large]).stream();
    const untold = fetch(`${server.url}/api/test/public`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: stream,
      duplex: 'half',
    });
    await expectRefused(untold, 413, 'too-large');
  });

  it.each([
    ['GET', '/api/test/nothing', 404, 'not-found'],
    ['POST', '/api/test/nothing', 404, 'not-found'],
    ['GET', '/api/test/public', 405, 'method-not-allowed'],
    ['DELETE', '/api/test/public', 405, 'method-not-allowed'],
    ['OPTIONS', '/api/test/public', 405, 'method-not-allowed'],
    ['POST', '/api/test/query', 405, 'method-not-allowed'],
    ['GET', '/api/test/%E0%A4%A', 400, 'malformed'],
    ['GET', `/api/test/customer/${'t'.repeat(300)}`, 400, 'malformed'],
    ['GET', '/api/test/query?a=1&a=2', 422, 'invalid'],
    ['GET', '/api/test/query?b=1', 422, 'invalid'],
    ['GET', '/api/test/query?__proto__=1', 422, 'invalid'],
    ['GET', '/api/test/query?constructor=1', 422, 'invalid'],
    ['GET', '/api/test/query?a=%00', 422, 'invalid'],
    ['POST', '/api/test/public?x=1', 422, 'invalid'],
    ['GET', '/api/test/../../etc/passwd', 404, 'not-found'],
  ])('refuses %s %s with %s %s', async (method, path, status, code) => {
    await expectRefused(fetch(server.url + path, { method }), status, code);
  });

  it('names the allowed methods of an address', async () => {
    const response = await fetch(`${server.url}/api/test/query`, { method: 'PUT' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  it.each([
    ['no HTTP at all', 'hello\n\n', 400],
    ['a head that is too large', `GET / HTTP/1.1\nhost: a\nx: ${'x'.repeat(20_000)}\n\n`, 413],
    [
      'two lengths',
      'POST /api/test/public HTTP/1.1\nhost: a\ncontent-length: 1\ncontent-length: 2\n\n{',
      400,
    ],
    [
      'length and chunks',
      'POST /api/test/public HTTP/1.1\nhost: a\ncontent-length: 2\ntransfer-encoding: chunked\n\n0\n\n',
      400,
    ],
    ['no host', 'GET /api/test/query HTTP/1.1\n\n', 400],
  ])('refuses %s', async (_name, text, status) => {
    const before = effects;
    const answer = await sendRaw(server.url, text);
    expect(answer.split(' ')[1]).toBe(String(status));
    expect(effects).toBe(before);
    expect((await fetch(`${server.url}/api/test/query`)).status).toBe(200);
  });
});

describe('the session token', () => {
  const token = 'customer-7';
  const bearer = { authorization: `Bearer ${token}` };

  it.each([
    ['bearer header', () => post('/api/test/customer', '{}', bearer)],
    ['body', () => post('/api/test/customer', JSON.stringify({ token }))],
    ['query', () => post(`/api/test/customer?token=${token}`, '{}')],
    ['path', () => fetch(`${server.url}/api/test/customer/${token}`)],
    [
      'all places at once',
      () => post(`/api/test/customer?token=${token}`, JSON.stringify({ token }), bearer),
    ],
  ])('is taken from the %s [c-bearer]', async (_place, send) => {
    const response = await send();
    expect(await response.json()).toEqual({ status: 'success', data: { subjectId: 7 } });
  });

  it.each([
    ['header and body', () => post('/api/test/customer', '{"token":"customer-8"}', bearer)],
    ['header and query', () => post('/api/test/customer?token=customer-8', '{}', bearer)],
    [
      'body and query',
      () => post('/api/test/customer?token=customer-8', JSON.stringify({ token })),
    ],
    [
      'header and path',
      () => fetch(`${server.url}/api/test/customer/customer-8`, { headers: bearer }),
    ],
  ])('is refused when %s differ', async (_places, send) => {
    await expectRefused(send(), 422, 'invalid');
  });

  it.each([
    ['none', {}, '{}'],
    ['an unknown one', { authorization: 'Bearer customer-x' }, '{}'],
    ['another scheme', { authorization: 'Basic Y3VzdG9tZXItNw==' }, '{}'],
    ['an empty one', { authorization: 'Bearer ' }, '{"token":""}'],
    ['a number', {}, '{"token":7}'],
    ['one that is too long', { authorization: `Bearer ${'x'.repeat(200)}` }, '{}'],
  ])('is session-ended with %s', async (_name, headers, payload) => {
    await expectRefused(post('/api/test/customer', payload, headers), 401, 'session-ended');
  });

  it.each(['affiliate', 'staff', 'content'])('of kind %s is never a customer', async (kind) => {
    const headers = { authorization: `Bearer ${kind}-7` };
    await expectRefused(post('/api/test/customer', '{}', headers), 403, 'forbidden');
    const denied = server.logLines.findLast((line) => line.includes('access was denied')) ?? '{}';
    expect(JSON.parse(denied)).toMatchObject({
      level: 'info',
      route: '/api/test/customer',
      requestId: expect.stringMatching(/^[\w.-]{8,36}$/),
      caller: `${kind}:7`,
      code: 'forbidden',
      ip: '127.0.0.1',
    });
  });

  it('is checked before the input', async () => {
    await expectRefused(post('/api/test/customer', '{"other":1}'), 401, 'session-ended');
  });

  it('never reaches the log, wherever it was sent', async () => {
    await post(`/api/test/customer?token=customer-424242`, '{"token":"customer-424242"}', {
      authorization: 'Bearer customer-424242',
    });
    await fetch(`${server.url}/api/test/customer/customer-424242`);
    await fetch(`${server.url}/api/test/customer-424242`);
    expect(server.logLines.join()).not.toContain('customer-424242');
    expect(server.logLines.join()).toContain('/api/test/customer/:token');
  });
});

describe('the origin', () => {
  it.each([
    ['https://evil.example'],
    ['null'],
    ['http://127.0.0.1:1'],
    ['http://localhost.evil.example'],
    ['nonsense'],
  ])('%s may not change anything', async (origin) => {
    await expectRefused(post('/api/test/public', '{}', { origin }), 403, 'origin-refused');
  });

  it('of the page itself may, and so may a program without an origin', async () => {
    expect((await post('/api/test/public', '{}', { origin: server.url })).status).toBe(200);
    expect((await post('/api/test/public', '{}')).status).toBe(200);
  });

  it('is rejected if the browser marks the request as cross-site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    await expectRefused(post('/api/test/public', '{}', headers), 403, 'origin-refused');
  });

  it('is rejected for a foreign host name that points here', async () => {
    const answer = await sendRaw(
      server.url,
      'POST /api/test/public HTTP/1.1\nhost: evil.example\norigin: http://evil.example\nconnection: close\ncontent-length: 0\n\n',
    );
    expect(answer).toContain('403 Forbidden');
    expect(answer).toContain('origin-refused');
  });

  it('does not allow foreign pages to read', async () => {
    const response = await fetch(`${server.url}/api/test/query`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });
});
