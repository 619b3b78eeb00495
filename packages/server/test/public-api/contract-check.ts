// Holds operations of the public API to their declarations: only declared statuses, only bodies that
// fit their schemas, and no 5xx but a passing `unavailable`.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '@halyard/contract/v1/operation';
import { codesOf, statusOf } from '@halyard/contract/v1/operation';
import { EntryOrder, MarketOrder } from '@halyard/contract/v1/orders';
import { Problem, PROBLEM_TYPE } from '@halyard/contract/v1/problem';
import { NewWebhook } from '@halyard/contract/v1/webhooks';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { TestServer } from '../support/start-server.ts';
import { createClient, createKey, limitOrder, order } from './api-client.ts';
import type { ApiClient, ApiReply } from './api-client.ts';
import { draftsOf, encode } from './contract-requests.ts';
import type { ContractDraft, ContractRequest } from './contract-requests.ts';
import { cleanUp, prepare, removeCreated } from './contract-valid.ts';
import type { Known } from './contract-valid.ts';

/** A price that ETHUSD reaches within seconds. */
const ABOVE_SHARE = 1.002;
const DELIVERED_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 250;
/** A busy machine can lose the lease for a moment: the reference tells clients to repeat the request. */
const REPEATED_MAX = 60;
const REPEAT_AFTER_MS = 500;
const Quotes = z.object({ data: z.array(z.object({ ask: z.string() })) });
const Deliveries = z.object({ data: z.array(z.object({ id: z.string() })) });

export type ContractCaller = {
  readonly call: ApiClient;
  readonly known: Known;
  /** Creates a key in the profile, and returns its id. */
  readonly makeKey: () => Promise<string>;
};

/** Gives a program of the customer a key, and something of each kind to call. */
export async function enterContract(
  server: TestServer,
  { account, token }: { readonly account: string; readonly token: string },
): Promise<ContractCaller> {
  const call = repeatUnavailable(createClient(server, (await createKey(server, token)).key));
  const orders = `/accounts/${account}/orders`;
  const opened = await call('POST', orders, { body: order({}) });
  const alertBody = { symbol: 'BTCUSD', side: 'sell', price: '60000' };
  const alert = await call('POST', '/alerts', { body: alertBody });
  const target = { url: 'https://93.184.216.34/', events: ['order.filled'] };
  const webhook = await call('POST', '/webhooks', { body: target });
  const limit = await call('POST', orders, { body: limitOrder({}) });
  // No generated request has this name: a repeated creation returns the list, which is then deleted.
  const watchlist = await call('POST', '/watchlists', { body: { name: 'Kept' } });
  const spare = await createKey(server, token, { name: 'Spare' });
  const known = {
    account,
    position: z.parse(MarketOrder, opened.json).position.id,
    order: z.parse(EntryOrder, limit.json).id,
    alert: z.parse(z.object({ id: z.string() }), alert.json).id,
    webhook: z.parse(NewWebhook, webhook.json).webhook.id,
    delivery: '1',
    watchlist: z.parse(z.object({ id: z.string() }), watchlist.json).id,
    key: String(spare.id),
  };
  const makeKey = async (): Promise<string> => String((await createKey(server, token)).id);
  return { call, known, makeKey };
}

function repeatUnavailable(call: ApiClient): ApiClient {
  return async (...request) => {
    for (let repeated = 0; ; repeated += 1) {
      const reply = await call(...request);
      if (reply.status !== 503 || repeated === REPEATED_MAX) return reply;
      assert.equal(z.parse(Problem, reply.json).code, 'unavailable');
      await sleep(REPEAT_AFTER_MS);
    }
  };
}

/**
 * Lets a stop order of the rising ETHUSD fill, which makes a delivery of the webhook; returns the
 * caller with it.
 */
export async function awaitDelivery(caller: ContractCaller): Promise<ContractCaller> {
  const { call, known } = caller;
  const { json } = await call('GET', '/quotes?symbols=ETHUSD');
  const [quote] = z.parse(Quotes, json).data;
  const price = (Number(quote?.ask) * ABOVE_SHARE).toFixed(2);
  const body = limitOrder({ type: 'stop', client_order_id: 'fills', symbol: 'ETHUSD', price });
  const placed = await call('POST', `/accounts/${known.account}/orders`, { body });
  assert.equal(placed.status, 201, placed.text);
  for (let waitedMs = 0; waitedMs < DELIVERED_WITHIN_MS; waitedMs += LOOK_AGAIN_MS) {
    const listed = await call('GET', `/webhooks/${known.webhook}/deliveries`);
    const [delivery] = z.parse(Deliveries, listed.json).data;
    if (delivery !== undefined) return { ...caller, known: { ...known, delivery: delivery.id } };
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('The stop order made no delivery');
}

export type ContractRun = {
  readonly requests: number;
  /** Absent: another one each time. */
  readonly seed?: number;
};

/** Sends the requests; returns how many answers each status had. Throws at the first unfit answer. */
export async function checkOperation(
  caller: ContractCaller,
  operation: Operation,
  { requests, seed }: ContractRun,
): Promise<ReadonlyMap<number, number>> {
  const { call, known } = caller;
  const statuses = new Map<number, number>();
  const check = async ({ isValid, toRequest }: ContractDraft): Promise<void> => {
    const prepared = isValid ? await prepare(caller, operation) : known;
    const reply = await send(call, operation, toRequest(prepared));
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    assertDeclared(operation, reply);
    if (isValid) await cleanUp(call, operation, prepared);
    await removeCreated(call, operation, { known: prepared, reply });
  };
  await fc.assert(fc.asyncProperty(draftsOf(operation), check), {
    numRuns: requests,
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed }),
  });
  return statuses;
}

async function send(
  call: ApiClient,
  operation: Operation,
  request: ContractRequest,
): Promise<ApiReply> {
  const query = Object.entries(request.query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`,
  );
  const path = `${request.path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const { body, headers } = request;
  return await call(operation.method, path, { body, headers });
}

function assertDeclared(operation: Operation, reply: ApiReply): void {
  const { status, headers, json, text } = reply;
  assert(status < 500, `${status}: ${text}`);
  assert.match(headers.get('x-request-id') ?? '', /^[\w-]{8,}$/);
  assert.match(headers.get('ratelimit') ?? '', /^"key";r=\d+;t=\d+$/);
  assert.match(headers.get('ratelimit-policy') ?? '', /^"key";q=\d+;w=\d+$/);
  if (status === operation.status) {
    if (operation.file !== undefined) assert(text.length > 0);
    else if (operation.reply === undefined) assert.equal(text, '');
    else assert.deepEqual(z.parse(operation.reply, json), json);
    return;
  }
  const problem = z.parse(Problem, json);
  assert(headers.get('content-type')?.startsWith(PROBLEM_TYPE) === true);
  assert.deepEqual(problem, json);
  assert.equal(problem.request_id, headers.get('x-request-id'));
  const declared = codesOf(operation).find((one) => one === problem.code);
  const expected = declared && statusOf(declared);
  assert.deepEqual([declared, expected, problem.status], [problem.code, status, status]);
}
