// A program that calls the public API, and the key that it has.
import { EntryOrderRequest, MarketOrderRequest } from '@halyard/contract/v1/orders';
import { V1_ROOT } from '@halyard/contract/v1/operation';
import { Problem } from '@halyard/contract/v1/problem';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { STILL } from '../support/staged-prices.ts';
import { dataOf, type TestServer } from '../support/start-server.ts';

export type ApiReply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined for what is no JSON. */
  readonly json: unknown;
};

export type ApiCall = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type ApiClient = (method: string, path: string, call?: ApiCall) => Promise<ApiReply>;

export function createClient(server: TestServer, key: string | undefined): ApiClient {
  return async (method, path, { body, headers } = {}) => {
    const response = await fetch(`${server.url}${V1_ROOT}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates a key in the profile. */
export async function createKey(
  server: TestServer,
  token: string,
  request: object = {},
): Promise<{ readonly key: string; readonly id: number }> {
  const body = { name: 'Bot', scope: 'trade', networks: [], ...request };
  const path = '/api/accounts/apiKeys/create';
  const { envelope } = await server.post<{ key: string; api_key: { id: number } }>(path, body, {
    token,
  });
  const { key, api_key: made } = dataOf(envelope);
  return { key, id: made.id };
}

/** The code of an answer that must be a problem document. */
export function codeOf({ status, headers, json }: ApiReply): string {
  const problem = z.parse(Problem, json);
  expect(headers.get('content-type')).toContain('application/problem+json');
  expect(problem).toEqual(json);
  expect(problem.status).toBe(status);
  expect(problem.request_id).toBe(headers.get('x-request-id'));
  return problem.code;
}

export function order(request: object): z.infer<typeof MarketOrderRequest> {
  return z.parse(MarketOrderRequest, {
    type: 'market',
    client_order_id: 'order-1',
    symbol: 'BTCUSD',
    side: 'buy',
    margin: '1000',
    leverage: 2,
    requested_price: String(STILL.orderBuy),
    ...request,
  });
}

/** A limit order that waits below the price. */
export function limitOrder(request: object): z.infer<typeof EntryOrderRequest> {
  return z.parse(EntryOrderRequest, {
    type: 'limit',
    client_order_id: 'limit-1',
    symbol: 'BTCUSD',
    side: 'buy',
    margin: '1000',
    leverage: 2,
    price: '39000',
    time_in_force: 'gtc',
    ...request,
  });
}
