import { OpenPositionMessage } from '@halyard/contract/trading';
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { orderMessage } from './order-message.ts';
import { EMPTY_TICKET } from './ticket-form.ts';

it('sends direction, amount, leverage, the requested price and the symbol [c-emit-open]', () => {
  const message = orderMessage({
    asset: { symbol: 'EURUSD', decimals: 5 },
    form: { ...EMPTY_TICKET, direction: 'sell', stopText: '1,2', targetText: ' ' },
    language: 'de',
    amountCents: cents(10_010),
    leverage: 30,
    requestedRate: 1.15121,
  });
  expect(message).toEqual({
    symbol: 'EURUSD',
    direction: 'sell',
    amount: 100.1,
    leverage: 30,
    price: 1.15121,
    stop_lost: 1.2,
    take_profit: null,
  });
  expect(OpenPositionMessage.safeParse(message).success).toBe(true);
});

it('sends relative levels as prices from the requested price, and the trailing distance', () => {
  const message = orderMessage({
    asset: { symbol: 'BTCUSD', decimals: 2 },
    form: {
      ...EMPTY_TICKET,
      stopText: '5',
      stopUnit: 'money',
      targetText: '2',
      targetUnit: 'percent',
      trailText: '400',
    },
    language: 'en',
    amountCents: cents(10_000),
    leverage: 5,
    requestedRate: 40_000,
  });
  // € 5 of € 500 are one percent.
  expect(message).toMatchObject({
    stop_lost: 39_600,
    take_profit: 40_800,
    trailing_distance: 400,
  });
  expect(OpenPositionMessage.safeParse(message).success).toBe(true);
});
