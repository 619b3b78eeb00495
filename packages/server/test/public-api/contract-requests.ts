// Requests that a seed makes for an operation: some that it accepts, and others that are mostly valid,
// with parts that are absent, strange or unknown.
import { randomUUID } from 'node:crypto';
import type { Operation } from '@halyard/contract/v1/operation';
import { DAY_MS } from '@halyard/core/time';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { acceptedParts } from './contract-valid.ts';
import type { Known } from './contract-valid.ts';

export type ContractRequest = {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

export type ContractDraft = {
  /** Whether the operation should accept it, given what it needs. */
  readonly isValid: boolean;
  readonly toRequest: (known: Known) => ContractRequest;
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
  channel: fc.constantFrom('quotes:BTCUSD', 'candles:BTCUSD:1m', 'account:1', 'quotes:NOTHING'),
  stream: fc.constantFrom(undefined, 'q3Zt8w1k', '-'),
  since: fc.constantFrom(undefined, '0', '999999999999999'),
  name: fc.constantFrom('Metals', ' Metals ', 'x'.repeat(41), 'a\u2028b'),
  side: fc.constantFrom('buy', 'sell'),
  margin: fc.constantFrom('20', '100.5', '999999999999'),
  leverage: fc.constantFrom(1, 2, 999),
  requested_price: fc.constantFrom('40020.2', '39990', '2000', '999999999999'),
  price: fc.constantFrom('50000', '39000', '1', '0.000001'),
  stop_loss: fc.constantFrom(null, '39000', '41000', '0.1'),
  take_profit: fc.constantFrom(null, '42000', '39000', '999999999999'),
};

/** Requests of an operation, valid and invalid. */
export function draftsOf(operation: Operation): fc.Arbitrary<ContractDraft> {
  return fc.oneof(
    { weight: 2, arbitrary: validOf(operation) },
    { weight: 3, arbitrary: mixedOf(operation) },
  );
}

function validOf(operation: Operation): fc.Arbitrary<ContractDraft> {
  const { path, idempotent } = operation;
  return acceptedParts(operation).map(({ query, body }) => ({
    isValid: true,
    toRequest: (known) => ({
      path: fillPath(path, known, { wrong: 0, text: '' }),
      query,
      body,
      headers: idempotent === true ? { 'idempotency-key': randomUUID() } : {},
    }),
  }));
}

function mixedOf(operation: Operation): fc.Arbitrary<ContractDraft> {
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
      isValid: false,
      toRequest: (known) => ({
        path: fillPath(path, known, drawn.names),
        query: drawn.query,
        body: drawn.body,
        headers: isHeader(drawn.key) ? { 'idempotency-key': drawn.key } : {},
      }),
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
  { account, position, order: orderId, alert, webhook, delivery, watchlist, key }: Known,
  { wrong, text }: { readonly wrong: number; readonly text: unknown },
): string {
  const values: Readonly<Record<string, string>> = {
    account_id: account,
    position_id: position,
    order_id: orderId,
    alert_id: alert,
    webhook_id: webhook,
    delivery_id: delivery,
    watchlist_id: watchlist,
    key_id: key,
    symbol: 'BTCUSD',
  };
  let at = 0;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    at += 1;
    if (at !== wrong) return values[name] ?? '';
    // An empty part would be another path.
    const part = encode(text).replace(/^\.*$/, 'x').slice(0, 180);
    // A number might be the caller's own key, which the other requests need.
    return name === 'key_id' ? part.replace(/^\d+$/, '0') : part;
  });
}

/** What an address can hold: half a character has no UTF-8. */
export function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%$|%.$/g, '');
}

function isHeader(value: unknown): value is string {
  return typeof value === 'string' && /^[ -~]*$/.test(value);
}
