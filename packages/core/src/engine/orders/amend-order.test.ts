import fc from 'fast-check';
import { expect, it } from 'vitest';
import { points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { DAY_MS, HOUR_MS } from '#time/time.ts';
import { createTestEngine, START_MS } from '../testing/test-engine.ts';
import type { OrderTerms, PlaceOrder } from '../order-commands.ts';

const ACCOUNT_ID = 1;
/** New terms, each of which is permitted beside the others and beside those of the order. */
const NEW_TERMS: OrderTerms = {
  amountCents: cents(20_000),
  points: points(114_000),
  stopPoints: null,
  stopDistance: points(400),
  targetPoints: null,
  targetDistance: points(500),
  expiry: 'gtd',
  expiresAtMs: START_MS + 2 * DAY_MS,
  trailDistance: null,
};
type Term = keyof OrderTerms;
/** An expiry and its time are one term. */
const TERMS_TOGETHER: readonly (readonly Term[])[] = [
  ['amountCents'],
  ['points'],
  ['stopDistance'],
  ['targetDistance'],
  ['expiry', 'expiresAtMs'],
];

/** Places a limit order to buy that lasts until the end of the day. */
function prepare() {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 115_150, 115_158);
  const command: PlaceOrder = {
    kind: 'place-order',
    accountId: ACCOUNT_ID,
    atMs: engine.clock.nowMs,
    symbol: 'EURUSD',
    direction: 'buy',
    orderKind: 'limit',
    leverage: 30,
    amountCents: cents(10_000),
    points: points(115_000),
    stopPoints: null,
    stopDistance: points(300),
    targetPoints: null,
    targetDistance: points(600),
    expiry: 'day',
    expiresAtMs: START_MS + 8 * HOUR_MS,
    ocoId: null,
  };
  engine.run(command);
  const [order] = engine.account().orders.values();
  if (order === undefined) throw new Error('the order was not placed');
  return { engine, order };
}

it('changes the terms that an amendment has, and keeps the others', () => {
  fc.assert(
    fc.property(fc.subarray([...TERMS_TOGETHER]), (chosen) => {
      const { engine, order } = prepare();
      const names = chosen.flat();
      const terms = Object.fromEntries(names.map((name) => [name, NEW_TERMS[name]]));
      const amend = { kind: 'amend-order', accountId: ACCOUNT_ID, orderId: order.id } as const;
      engine.run({ ...amend, atMs: engine.clock.nowMs, ...terms });
      expect(engine.account().orders.get(order.id)).toEqual({ ...order, ...terms });
    }),
  );
});
