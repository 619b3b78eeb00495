// What no form sends, into every trading command over the socket: the server's own price or a
// refusal, and nothing else has changed.
import type { PositionAnswer } from '@halyard/contract/live';
import type { BalanceData, Position } from '@halyard/contract/trading';
import type { Envelope } from '@halyard/contract/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/db/db.ts';
import { STILL } from '../support/staged-prices.ts';
import { dataOf, send } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf, SELL, type Trader } from '../support/trader.ts';

const NO_NUMBERS = [
  0,
  -1,
  '-1',
  '0',
  1e-9,
  '1e400',
  'NaN',
  'Infinity',
  ' ',
  'x',
  true,
  [],
  {},
  [1],
  '１',
];
const NO_PRICES = [...NO_NUMBERS, 1e300, '1'.repeat(40)];
const NO_AMOUNTS = [
  ...NO_NUMBERS,
  null,
  '',
  0.99,
  '0.994',
  100.001,
  '1e3',
  1e12,
  '100,00',
  2 ** 53,
  '9'.repeat(13),
];
const NO_LEVERAGES = [
  0,
  0.5,
  -5,
  4,
  31,
  1000,
  '30;',
  '',
  null,
  true,
  [2],
  {},
  '1e0',
  1e308,
  '0002',
];
const NO_IDS = [0, -1, 0.5, 1e300, '1', null, true, [], {}, 'id', 2 ** 53];
const NO_REQUEST_IDS = [
  '',
  ' ',
  'ü',
  'a b',
  'a\n',
  '\u0000',
  'x'.repeat(65),
  'x'.repeat(500),
  0,
  5,
  true,
  null,
  [],
  ['a'],
  {},
];
const NO_CLOSING_PRICES = [
  ...NO_NUMBERS.filter((one) => one !== 1e-9),
  false,
  '1e300',
  '1,5',
  '1'.repeat(40),
];
/** They pass as prices, or as none, and are nothing to keep: NaN and Infinity are null on the wire. */
const FORGOTTEN_PRICES = [
  null,
  '',
  Number.NaN,
  Infinity,
  1e-9,
  '0.001',
  0.004_999,
  1e300,
  1e10,
  '999999999999',
];
const ABSURD_PRICES = [0.01, '0.005', STILL.sell * 2, 1e9, '99999999'];
const NO_TEXTS = ['', 'NOTHING', 'btcusd', '__proto__', null, 5, {}, ['BTCUSD'], 'BTCUSD; drop'];

const EVENTS = ['openPosition', 'closePosition', 'updatePosition', 'closeAll'] as const;
const MOVED = { stop_lost: 31_000, take_profit: 61_000 };

describeOnDatabase('bad input', (database) => {
  const floor = openFloor(database);
  let who: Trader;
  let standing: Position;
  let before: BalanceData;

  beforeAll(async () => {
    who = await floor.trader();
    standing = await who.open({ ...BUY, amount: 100, stop_lost: 30_000, take_profit: 60_000 });
    before = await who.balance();
  });

  const table: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['openPosition', 'price', [...NO_PRICES, null, '']],
    ['openPosition', 'amount', NO_AMOUNTS],
    ['openPosition', 'leverage', NO_LEVERAGES],
    ['openPosition', 'symbol', NO_TEXTS],
    ['openPosition', 'direction', ['', 'long', null, 0, {}, 'BUY']],
    ['openPosition', 'stop_lost', [...NO_PRICES, 40_000.001, STILL.sell + 0.01]],
    ['openPosition', 'take_profit', [...NO_PRICES, 40_000.001, STILL.sell - 0.01]],
    ['closePosition', 'id', [...NO_IDS, 999_999]],
    ['closePosition', 'amount', [...NO_AMOUNTS.filter((one) => one !== null), 100.01, 99.5]],
    ['updatePosition', 'id', [...NO_IDS, 999_999]],
    ['updatePosition', 'stop_lost', [...NO_PRICES, 40_000.001, STILL.sell + 0.01]],
    ['updatePosition', 'take_profit', [...NO_PRICES, 40_000.001, STILL.sell - 0.01]],
    ['closeAll', 'which', ['', 'some', null, 1, {}, ['all']]],
  ];

  const messageOf = (event: string): object => {
    switch (event) {
      case 'openPosition':
        return { ...BUY, amount: 100 };
      case 'closePosition':
        return { id: standing.id };
      case 'updatePosition':
        return { id: standing.id, stop_lost: 30_000, take_profit: 60_000 };
      default:
        return { which: 'all' };
    }
  };

  it.each(table)('%s is rejected with any invalid %s', async (event, field, values) => {
    for (const value of values) {
      const answer: Envelope<unknown> = await send(who.socket, event, {
        ...messageOf(event),
        [field]: value,
      });
      expect(answer.status, JSON.stringify(value)).toBe('error');
    }
    expect(await who.balance()).toEqual(before);
  });

  it.each(EVENTS)('%s is rejected without its fields, and with unknown fields', async (event) => {
    for (const message of [null, undefined, 5, 'x', [], {}, { ...messageOf(event), admin: 1 }]) {
      expect((await send(who.socket, event, message)).status).toBe('error');
    }
    expect(await who.balance()).toEqual(before);
  });

  it.each(EVENTS)('%s is rejected with an invalid request id, which is named', async (event) => {
    const message = { ...messageOf(event), ...(event === 'updatePosition' ? MOVED : {}) };
    for (const requestId of NO_REQUEST_IDS) {
      const answer = await send(who.socket, event, { ...message, requestId });
      expect(rejectionOf(answer), JSON.stringify(requestId)).toMatchObject({
        code: 'invalid',
        errors: { requestId: expect.any(String) },
      });
    }
    expect(await who.balance()).toEqual(before);
  });

  it('closePosition is rejected with an invalid price, and leaves the position open', async () => {
    for (const price of NO_CLOSING_PRICES) {
      const closing = { id: standing.id, price };
      const answer = await send(who.socket, 'closePosition', closing);
      expect(rejectionOf(answer), JSON.stringify(price)).toMatchObject({
        code: 'invalid',
        errors: { price: expect.any(String) },
      });
    }
    expect(await who.balance()).toEqual(before);
  });

  describe('of the requested price', () => {
    it('closes at the server’s own price, whatever was requested', async () => {
      for (const price of [...FORGOTTEN_PRICES, ...ABSURD_PRICES]) {
        const { id } = await who.open({ ...BUY, amount: 1 });
        const closed = await who.close({ id, price });
        expect(closed.closed_rate, JSON.stringify(price)).toBe(STILL.sell);
      }
    });

    it('opens nothing at a requested price that rounds to zero', async () => {
      const { length } = (await who.balance()).positions.open;
      for (const price of [1e-9, '0.001', 0.004_999]) {
        const answer = await send(who.socket, 'openPosition', { ...SELL, amount: 1, price });
        expect(rejectionOf(answer)).toMatchObject({
          code: 'invalid',
          errors: { price: 'must be a price above zero' },
        });
      }
      expect((await who.balance()).positions.open).toHaveLength(length);
    });

    it.each([1e9, STILL.orderBuy * 2, '99999999', STILL.orderBuy])(
      'opens at the server’s own price when %s was requested',
      async (price) => {
        const answer = await send<PositionAnswer>(who.socket, 'openPosition', {
          ...BUY,
          amount: 1,
          price,
        });
        const { position } = dataOf(answer);
        expect(position.open_rate).toBe(STILL.orderBuy);
        const closing = { id: position.id, price: 1e9 };
        const closed = dataOf(await send<PositionAnswer>(who.socket, 'closePosition', closing));
        expect(closed.position.closed_rate).toBe(STILL.sell);
      },
    );

    it('rejects if the server’s price is worse by more than the tolerance', async () => {
      const { length } = (await who.balance()).positions.open;
      for (const price of [1, STILL.orderBuy * 0.99, 1e-2]) {
        const answer = await send(who.socket, 'openPosition', { ...BUY, amount: 1, price });
        expect(rejectionOf(answer)).toMatchObject({
          code: 'price-moved',
          facts: { price: STILL.orderBuy },
        });
      }
      expect((await who.balance()).positions.open).toHaveLength(length);
    });
  });
});

describeOnDatabase('the rows beneath bad input', (database) => {
  const floor = openFloor(database);
  let db: Database;

  beforeAll(async () => {
    db = await database.open();
  });
  afterAll(async () => await db.close());

  const rowsOf = async (text: string, id = 0) => await db.query(text, [id]);
  const allRows = async (accountId: number) =>
    await Promise.all([
      rowsOf('select * from positions where account_id = $1 order by id', accountId),
      rowsOf('select * from commands where account_id = $1 order by sequence', accountId),
      rowsOf('select * from trading_accounts where id = $1', accountId),
      rowsOf('select * from postings where id > $1 order by id'),
    ]);

  it('are unchanged after every invalid request id and closing price', async () => {
    const who = await floor.trader();
    const { id } = await who.open({ ...BUY, amount: 100 });
    const [{ account_id: accountId } = {}] = await rowsOf(
      'select account_id from positions where id = $1',
      id,
    );
    const before = await allRows(Number(accountId));
    expect(before.map((rows) => rows.length > 0)).toEqual([true, true, true, true]);
    for (const requestId of NO_REQUEST_IDS) {
      await send(who.socket, 'openPosition', { ...BUY, amount: 100, requestId });
      await send(who.socket, 'closePosition', { id, requestId });
      await send(who.socket, 'updatePosition', { id, ...MOVED, requestId });
      await send(who.socket, 'closeAll', { which: 'all', requestId });
    }
    for (const price of NO_CLOSING_PRICES) {
      await send(who.socket, 'closePosition', { id, price });
    }
    expect(await allRows(Number(accountId))).toEqual(before);
  });

  it('store the requested price of a close, and null for an invalid one', async () => {
    const who = await floor.trader();
    for (const [prices, kept] of [
      [FORGOTTEN_PRICES, [null]],
      [ABSURD_PRICES, [1, 1, 8_000_000, 100_000_000_000, 9_999_999_900]],
    ] as const) {
      const found: unknown[] = [];
      for (const price of prices) {
        const { id } = await who.open({ ...BUY, amount: 1 });
        await who.close({ id, price });
        const [row] = await rowsOf('select close_seen_points from positions where id = $1', id);
        found.push(row?.close_seen_points);
      }
      expect(found).toEqual(prices.map((_, place) => kept[place] ?? null));
    }
  });
});
