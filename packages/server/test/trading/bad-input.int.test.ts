// What no form sends, into every trading command over the socket: the server's own price or a
// refusal, and nothing else has changed.
import type { PositionAnswer } from '@halyard/contract/live';
import type { BalanceData, Position } from '@halyard/contract/trading';
import type { Envelope } from '@halyard/contract/wire';
import { beforeAll, describe, expect, it } from 'vitest';
import { STILL } from '../support/staged-prices.ts';
import { dataOf, send } from '../support/start-server.ts';
import { describeOnEachDatabase } from '../support/test-database.ts';
import { BUY, openFloor, refusalOf, type Trader } from '../support/trader.ts';

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
const NO_TEXTS = ['', 'NOTHING', 'btcusd', '__proto__', null, 5, {}, ['BTCUSD'], 'BTCUSD; drop'];

describeOnEachDatabase('bad input', (database) => {
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
    ['closeAll', 'requestId', ['', 'ü', 'a b', 5, null, {}, 'x'.repeat(500)]],
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

  it.each(table)('%s is refused with a bad %s, whatever it is', async (event, field, values) => {
    for (const value of values) {
      const answer: Envelope<unknown> = await send(who.socket, event, {
        ...messageOf(event),
        [field]: value,
      });
      expect(answer.status, JSON.stringify(value)).toBe('error');
    }
    expect(await who.balance()).toEqual(before);
  });

  it.each(['openPosition', 'closePosition', 'updatePosition', 'closeAll'])(
    '%s is refused without its fields, and with fields of nobody',
    async (event) => {
      for (const message of [null, undefined, 5, 'x', [], {}, { ...messageOf(event), admin: 1 }]) {
        expect((await send(who.socket, event, message)).status).toBe('error');
      }
      expect(await who.balance()).toEqual(before);
    },
  );

  describe('of the price that was seen', () => {
    it.each([1e9, STILL.orderBuy * 2, '99999999', STILL.orderBuy])(
      'opens at the server’s own price when %s was seen',
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

    it('refuses when the server’s is worse by more than the tolerance', async () => {
      const { length } = (await who.balance()).positions.open;
      for (const price of [1, STILL.orderBuy * 0.99, 1e-2]) {
        const answer = await send(who.socket, 'openPosition', { ...BUY, amount: 1, price });
        expect(refusalOf(answer)).toMatchObject({
          code: 'price-moved',
          facts: { price: STILL.orderBuy },
        });
      }
      expect((await who.balance()).positions.open).toHaveLength(length);
    });
  });
});
