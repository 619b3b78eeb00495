import { Country, getAccount, listCountries, login } from '@halyard/contract/accounts';
import { getConfig } from '@halyard/contract/config';
import { listCandles } from '@halyard/contract/market';
import { defineRoute } from '@halyard/contract/route';
import { expect, it } from 'vitest';
import { searchWork } from '@halyard/core/proof-of-work';
import { createCall, type CallEnvironment, type CallResult } from './call.ts';

type Answer = { readonly status?: number; readonly body: unknown };
type Answers = (headers: Headers) => Answer;
type Sent = { readonly url: string; readonly init: RequestInit };

const REFUSED: Answer = {
  status: 401,
  body: {
    status: 'error',
    code: 'invalid-credentials',
    message: 'Invalid credentials.',
    facts: { left: 3 },
    requestId: 'r1',
    data: null,
  },
};

const NO_WORK = async () => undefined;

function client(
  answer: Answer | Error | 'silence' | Answers,
  token?: string,
  solveWork: CallEnvironment['solveWork'] = NO_WORK,
) {
  const sent: Sent[] = [];
  const results: { result: CallResult<unknown>; sentToken: string | undefined }[] = [];
  const call = createCall({
    token: () => token,
    solveWork,
    onResult: (result, sentToken) => results.push({ result, sentToken }),
    fetch: async (input, init = {}) => {
      sent.push({ url: typeof input === 'string' ? input : '', init });
      if (answer instanceof Error) throw answer;
      if (answer === 'silence') return untilAborted(init.signal);
      const given = typeof answer === 'function' ? answer(new Headers(init.headers)) : answer;
      const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
      return new Response(text, { status: given.status ?? 200 });
    },
  });
  return { call, sent, results };
}

async function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve));
  throw signal?.reason;
}

const headers = (sent: Sent | undefined) => new Headers(sent?.init.headers);
const COUNTRY: Country = { id: 1, name: 'Germany', alpha2: 'DE' };

it('reports the 413 of a proxy as too large, although it is a page of HTML', async () => {
  const { call } = client({ status: 413, body: '<h1>413 Request Entity Too Large</h1>' });
  expect(await call(getAccount, {})).toMatchObject({
    kind: 'refusal',
    code: 'too-large',
    status: 413,
  });
});

it('returns the data of a successful reply', async () => {
  const { call } = client({ body: { status: 'success', data: [COUNTRY] } });
  expect(await call(listCountries, {})).toEqual({ kind: 'data', data: [COUNTRY] });
});

it('sends the session token as bearer, and only there [c-bearer]', async () => {
  const { call, sent } = client({ body: {} }, 'secret');
  await call(getAccount, {});
  expect(headers(sent[0]).get('authorization')).toBe('Bearer secret');
  expect(sent[0]?.url).toBe('/api/accounts/get');
  expect(sent[0]?.init.body).toBe('{}');
});

it('sends no token to a public route', async () => {
  const { call, sent } = client({ body: {} }, 'secret');
  await call(getConfig, {});
  expect(headers(sent[0]).has('authorization')).toBe(false);
});

it('marks polls as background', async () => {
  const { call, sent } = client({ body: {} }, 't');
  await call(getAccount, {}, { background: true });
  await call(getAccount, {});
  expect(sent.map((one) => headers(one).get('x-background'))).toEqual(['1', null]);
});

it('writes path parameters and queries into the address', async () => {
  const { call, sent } = client({ body: {} });
  const route = defineRoute({
    method: 'GET',
    path: '/api/countries/{name}/cities',
    summary: 'For this test alone.',
    access: 'public',
    rate: 'ordinary',
    params: Country,
    reply: Country,
    rejections: [],
  });
  await call(route, { params: { ...COUNTRY, name: 'a/b' } });
  await call(listCandles, { query: { symbol: 'BTCUSD', timeframe: '1h', from: 1, to: 2 } });
  expect(sent.map((one) => one.url)).toEqual([
    '/api/countries/a%2Fb/cities',
    '/api/market/candles?symbol=BTCUSD&timeframe=1h&from=1&to=2',
  ]);
});

it('returns an error with its code, text, facts and request id [x-login-credentials]', async () => {
  const { call } = client(REFUSED);
  expect(await call(login, { body: { email: 'a@b.cd', password: 'x' } })).toEqual({
    kind: 'refusal',
    code: 'invalid-credentials',
    message: 'Invalid credentials.',
    status: 401,
    errors: {},
    facts: { left: 3 },
    requestId: 'r1',
  });
});

it.each([
  ['no JSON', { status: 502, body: '<html>Bad gateway</html>' }],
  ['no envelope', { body: ['success'] }],
  ['an error without a code', { status: 500, body: { status: 'error' } }],
  ['data of another shape', { body: { status: 'success', data: { user: 7 } } }],
])('reports %s as malformed', async (_, answer) => {
  const { call } = client(answer);
  expect(await call(getAccount, {})).toEqual({ kind: 'failure', reason: 'malformed' });
});

it('reports a lost connection as a network failure', async () => {
  const { call } = client(new TypeError('Failed to fetch'));
  expect(await call(getConfig, {})).toEqual({ kind: 'failure', reason: 'network' });
});

it('fails after the time-out', async () => {
  const { call } = client('silence');
  const result = await call(getConfig, {}, { timeoutMs: 5 });
  expect(result).toEqual({ kind: 'failure', reason: 'timeout' });
});

it('distinguishes an aborted call from a failed one', async () => {
  const { call } = client('silence');
  const stop = new AbortController();
  const result = call(getConfig, {}, { signal: stop.signal });
  stop.abort();
  expect(await result).toEqual({ kind: 'failure', reason: 'aborted' });
});

it('reports every result with the token that was sent', async () => {
  const { call, results } = client(REFUSED, 't');
  await call(getAccount, {});
  await call(getConfig, {});
  expect(results.map(({ sentToken }) => sentToken)).toEqual(['t', undefined]);
  expect(results[0]?.result).toMatchObject({ kind: 'refusal', code: 'invalid-credentials' });
});

const CHALLENGE = `id.1800000000000.8.${'s'.repeat(43)}`;
const ASKED: Answer = {
  status: 429,
  body: {
    status: 'error',
    code: 'proof-required',
    message: '',
    facts: { bits: 8, challenge: CHALLENGE },
    requestId: 'r2',
    data: null,
  },
};
const CREDENTIALS = { body: { email: 'a@b.cd', password: 'x' } };
const solve: CallEnvironment['solveWork'] = async ({ seed, bits }) =>
  searchWork(seed, bits, { from: 0, count: 100_000 });

it('does the required work and repeats the request with it', async () => {
  const { call, sent, results } = client(
    (headers) => (headers.has('x-proof-of-work') ? REFUSED : ASKED),
    undefined,
    solve,
  );
  expect(await call(login, CREDENTIALS)).toMatchObject({ code: 'invalid-credentials' });
  const number = searchWork('s'.repeat(43), 8, { from: 0, count: 100_000 });
  expect(sent.map((one) => headers(one).get('x-proof-of-work'))).toEqual([
    null,
    `${CHALLENGE}.${number}`,
  ]);
  expect(sent[1]?.init.body).toBe(sent[0]?.init.body);
  expect(results).toHaveLength(1);
});

it('does no work if the server requires none', async () => {
  const { call, sent } = client(REFUSED, undefined, async () => {
    throw new Error('nobody asked');
  });
  await call(login, CREDENTIALS);
  expect(sent).toHaveLength(1);
});

it('returns the error if the work is not done or not accepted', async () => {
  const idle = client(ASKED);
  expect(await idle.call(login, CREDENTIALS)).toMatchObject({ code: 'proof-required' });
  expect(idle.sent).toHaveLength(1);
  const insatiable = client(ASKED, undefined, solve);
  expect(await insatiable.call(login, CREDENTIALS)).toMatchObject({ code: 'proof-required' });
  expect(insatiable.sent).toHaveLength(4);
});

it('aborts the work with the call', async () => {
  const stop = new AbortController();
  const { call, sent } = client(ASKED, undefined, async () => {
    stop.abort();
    return undefined;
  });
  const result = await call(login, CREDENTIALS, { signal: stop.signal });
  expect(result).toEqual({ kind: 'failure', reason: 'aborted' });
  expect(sent).toHaveLength(1);
});
