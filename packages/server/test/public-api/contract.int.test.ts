// Every operation against requests that a seed makes, valid and invalid: only declared statuses, only
// bodies that fit their schemas, never a 5xx. `API_REQUESTS` says how many of each operation.
import type { Operation } from '@halyard/contract/v1/operation';
import { codesOf, statusOf } from '@halyard/contract/v1/operation';
import { OPERATIONS } from '@halyard/contract/v1/operations';
import { EntryOrder, MarketOrder } from '@halyard/contract/v1/orders';
import { NewWebhook } from '@halyard/contract/v1/webhooks';
import { DAY_MS } from '@halyard/core/time';
import { beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor } from '../support/trader.ts';
import {
  codeOf,
  createClient,
  createKey,
  limitOrder,
  order,
  type ApiClient,
  type ApiReply,
} from './api-client.ts';

const REQUESTS = Number(process.env['API_REQUESTS'] ?? 25);
const TIMEOUT_MS = 120_000;

type Request = {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};
type Known = {
  readonly account: string;
  readonly position: string;
  readonly order: string;
  readonly alert: string;
  readonly webhook: string;
};

/** What is sent in the place of a valid value. */
const STRANGE_VALUES: readonly unknown[] = [
  null,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '1.234567890123',
  '9'.repeat(12),
  '9'.repeat(40),
  '\0',
  '%',
  0,
  -1,
  1.5,
  1e21,
  true,
  [],
  {},
  ['x'],
  'BTCUSD',
  '2026-13-45',
  '../..',
  '\ud800',
  'NDcxMQ',
  '2026-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '1969-01-01',
  'D'.repeat(19),
];
const STRANGE = fc.oneof(
  fc.constantFrom(...STRANGE_VALUES),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer(),
  fc.double(),
);

const IN_A_DAY = new Date(Date.now() + DAY_MS).toISOString();

/** Valid values by the name of the field. */
const VALID: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  symbol: fc.constantFrom('BTCUSD', 'ETHUSD'),
  symbols: fc.constantFrom('BTCUSD', 'BTCUSD,ETHUSD', 'NOTHING'),
  timeframe: fc.constantFrom('1m', '1h', '1d'),
  from: fc.constantFrom('2024-01-01', '2024-01-01T00:00:00Z'),
  to: fc.constantFrom('2024-02-01T00:00:00.000Z', '2023-01-01T00:00:00+05:00'),
  until: fc.constantFrom('2024-01-31', '2030-01-01'),
  format: fc.constantFrom('csv', 'pdf'),
  limit: fc.constantFrom('1', '200'),
  cursor: fc.constantFrom('NDcxMQ', 'RDRLN1EyTTlYMUI1VDhWM042Wg'),
  type: fc.constantFrom('market', 'limit', 'stop'),
  status: fc.constantFrom('pending', 'ended'),
  time_in_force: fc.constantFrom('gtc', 'gtd', 'day'),
  expires_at: fc.constantFrom(
    null,
    undefined,
    IN_A_DAY,
    '2020-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59Z',
  ),
  stop_loss_distance: fc.constantFrom(null, undefined, '500', '0.001'),
  take_profit_distance: fc.constantFrom(null, undefined, '500', '999999999999'),
  trailing_stop_distance: fc.constantFrom(null, undefined, '500', '0.001', '999999999999'),
  oco_order_id: fc.constantFrom(null, undefined, '1', '999999999999999'),
  client_order_id: fc.string({ unit: fc.constantFrom('a', 'b', '!'), minLength: 1, maxLength: 64 }),
  url: fc.constantFrom('https://93.184.216.34/', 'https://127.0.0.1/', 'http://x', 'https://['),
  events: fc.constantFrom(['order.filled'], ['order.filled', 'order.filled'], [], ['x']),
  side: fc.constantFrom('buy', 'sell'),
  margin: fc.constantFrom('20', '100.5', '999999999999'),
  leverage: fc.constantFrom(1, 2, 999),
  requested_price: fc.constantFrom('40020.2', '39990', '2000', '999999999999'),
  price: fc.constantFrom('50000', '39000', '1', '0.000001'),
  stop_loss: fc.constantFrom(null, '39000', '41000', '0.1'),
  take_profit: fc.constantFrom(null, '42000', '39000', '999999999999'),
};

describeOnDatabase('the contract of the public API', (database) => {
  const floor = openFloor(database);
  let call: ApiClient;
  let known: Known;
  beforeAll(async () => {
    const { token, session } = await floor.trader();
    call = createClient(floor.server(), (await createKey(floor.server(), token)).key);
    const account = String(session.user.id);
    const opened = await call('POST', `/accounts/${account}/orders`, { body: order({}) });
    const body = { symbol: 'BTCUSD', side: 'sell', price: '60000' };
    const alert = (await call('POST', '/alerts', { body })).json as { readonly id: string };
    const target = { url: 'https://93.184.216.34/', events: ['order.filled'] };
    const webhook = await call('POST', '/webhooks', { body: target });
    const limit = await call('POST', `/accounts/${account}/orders`, { body: limitOrder({}) });
    known = {
      account,
      position: z.parse(MarketOrder, opened.json).position.id,
      order: z.parse(EntryOrder, limit.json).id,
      alert: alert.id,
      webhook: z.parse(NewWebhook, webhook.json).webhook.id,
    };
  });

  const send = async (operation: Operation, request: Request): Promise<ApiReply> => {
    const query = Object.entries(request.query).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`,
    );
    const path = `${request.path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    const { body, headers } = request;
    return await call(operation.method, path, { body, headers });
  };

  describe.each(OPERATIONS)('$id', (operation) => {
    it(
      'answers any request with a declared status and a body that fits',
      async () => {
        await fc.assert(
          fc.asyncProperty(
            requestsOf(operation, () => known),
            async (request) => {
              expectDeclared(operation, await send(operation, request));
            },
          ),
          { numRuns: REQUESTS, endOnFailure: true },
        );
      },
      TIMEOUT_MS,
    );
  });
});

function requestsOf(operation: Operation, known: () => Known): fc.Arbitrary<Request> {
  const { path, query, body, idempotent } = operation;
  const key = fc.oneof({ weight: 4, arbitrary: VALID['client_order_id'] ?? STRANGE }, STRANGE);
  return fc
    .record({
      names: fc.record({ wrong: fc.integer({ min: 0, max: 5 }), text: STRANGE }),
      query: query === undefined ? fc.constant({}) : fieldsOf(query),
      body:
        body === undefined
          ? fc.constant(undefined)
          : fc.oneof({ weight: 9, arbitrary: fieldsOf(body) }, STRANGE),
      key: idempotent === true ? key : fc.constant(undefined),
    })
    .map((drawn) => ({
      path: fillPath(path, known(), drawn.names),
      query: drawn.query,
      body: drawn.body,
      headers: isHeader(drawn.key) ? { 'idempotency-key': drawn.key } : {},
    }));
}

/** Mostly valid, with fields that are absent, strange or unknown. */
function fieldsOf(schema: z.ZodMiniType): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.oneof(...listFields(schema).map(recordOf));
}

/** The names of an object's fields; of a union one list for each of its objects. */
function listFields(schema: z.ZodMiniType): readonly (readonly string[])[] {
  const { properties, oneOf = [], $defs } = z.toJSONSchema(schema, { io: 'input' });
  if (properties !== undefined) return [Object.keys(properties)];
  const objects = [...oneOf, ...Object.values($defs ?? {})].filter(
    (one) => typeof one === 'object' && one.properties !== undefined,
  );
  return objects.map((one) => Object.keys((one as { properties: object }).properties));
}

function recordOf(names: readonly string[]): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const fields = names.map((name) =>
    fc
      .oneof(
        { weight: 8, arbitrary: VALID[name] ?? STRANGE },
        { weight: 1, arbitrary: STRANGE },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
      .map((value) => [name, value] as const),
  );
  const unknown = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    fc.constant([['constructor', 'x'] as const]),
    fc.constant([['nothing', 'x'] as const]),
  );
  return fc
    .tuple(fc.tuple(...fields), unknown)
    .map(([known, more]) =>
      Object.fromEntries([...known, ...more].filter(([, value]) => value !== undefined)),
    );
}

function fillPath(
  path: string,
  { account, position, order: orderId, alert, webhook }: Known,
  { wrong, text }: { readonly wrong: number; readonly text: unknown },
): string {
  const values: Readonly<Record<string, string>> = {
    account_id: account,
    position_id: position,
    order_id: orderId,
    alert_id: alert,
    webhook_id: webhook,
    delivery_id: '1',
    symbol: 'BTCUSD',
  };
  let at = 0;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    at += 1;
    // An empty part would be another path.
    return at === wrong ? encode(text).replace(/^\.*$/, 'x').slice(0, 180) : (values[name] ?? '');
  });
}

/** What an address can hold: half a character has no UTF-8. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%$|%.$/g, '');
}

function isHeader(value: unknown): value is string {
  return typeof value === 'string' && /^[ -~]*$/.test(value);
}

function expectDeclared(operation: Operation, reply: ApiReply): void {
  const { status, headers, json, text } = reply;
  expect(status).toBeLessThan(500);
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  expect(headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/);
  if (status === operation.status) {
    if (operation.file !== undefined) expect(text.length).toBeGreaterThan(0);
    else if (operation.reply === undefined) expect(text).toBe('');
    else expect(z.parse(operation.reply, json)).toEqual(json);
    return;
  }
  const code = codeOf(reply);
  const declared = codesOf(operation).find((one) => one === code);
  expect([declared, declared && statusOf(declared)]).toEqual([code, status]);
}
