// Open positions.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { accountParams, Trade } from './accounts.ts';
import {
  about,
  component,
  InstrumentSymbol,
  Money,
  OpaqueId,
  Page,
  Price,
  SentMoney,
  SentPrice,
  Time,
} from './atoms.ts';
import { defineOperation } from './operation.ts';

export const Position = z
  .object({
    id: OpaqueId,
    symbol: InstrumentSymbol,
    side: z.enum(DIRECTIONS).check(about('`buy` gains when the price rises.', 'buy')),
    margin: Money,
    leverage: z.int().check(about('The notional is margin × leverage.', 2)),
    open_price: Price,
    opened_at: Time,
    stop_loss: z.nullable(Price),
    take_profit: z.nullable(Price),
    trailing_stop_distance: z
      .nullable(Price)
      .check(
        about(
          'The distance from the best price since it was set; null without a trailing stop.',
          '500.00',
        ),
      ),
    trailing_stop_price: z
      .nullable(Price)
      .check(
        about(
          'The current level of the trailing stop. The position closes there or at `stop_loss`, whichever is reached first.',
          '39510.25',
        ),
      ),
    stop_out_price: Price.check(about('The price at which the position is closed.', '20005.00')),
    is_stop_guaranteed: z
      .boolean()
      .check(about('Whether stops fill at their price even if the market gaps.', false)),
    unrealised_profit: z
      .nullable(Money)
      .check(about('The profit at the latest price; null while there is no price.', '12.50')),
    overnight_financing: Money.check(
      about(
        'The overnight financing of one day, charged at 17:00 in New York; negative is credited.',
        '0.25',
      ),
    ),
  })
  .check(component('Position', 'An open position.'));
export type Position = z.infer<typeof Position>;

export const listPositions = defineOperation({
  id: 'listPositions',
  tag: 'trading',
  method: 'GET',
  path: '/accounts/{account_id}/positions',
  summary: 'List open positions',
  description: 'Returns all open positions, newest first.',
  scope: 'read',
  params: z.strictObject(accountParams),
  status: 200,
  reply: Page('PositionPage', Position),
  codes: ['not-found'],
});

const positionParams = z.strictObject({
  ...accountParams,
  position_id: OpaqueId.check(about('The id of the open position.', '4711')),
});

export const getPosition = defineOperation({
  id: 'getPosition',
  tag: 'trading',
  method: 'GET',
  path: '/accounts/{account_id}/positions/{position_id}',
  summary: 'Get an open position',
  description: 'Returns an open position. A closed one is among the trades.',
  scope: 'read',
  params: positionParams,
  status: 200,
  reply: Position,
  codes: ['not-found'],
});

export const PositionChanges = z
  .strictObject({
    stop_loss: z.optional(z.nullable(SentPrice)).check(about('Null removes it.', '39000.00')),
    take_profit: z.optional(z.nullable(SentPrice)).check(about('Null removes it.', '42000.00')),
    trailing_stop_distance: z
      .optional(z.nullable(SentPrice))
      .check(
        about(
          "At least the instrument's minimum distance. Another distance restarts the trailing stop at the current price; null removes it.",
          '500.00',
        ),
      ),
  })
  .check(component('PositionChanges', 'A field that is left out stays as it is.'));

export const updatePosition = defineOperation({
  id: 'updatePosition',
  tag: 'trading',
  method: 'PATCH',
  path: '/accounts/{account_id}/positions/{position_id}',
  summary: 'Change the levels of a position',
  description: 'Changes stop loss, take profit and trailing stop of an open position.',
  scope: 'trade',
  params: positionParams,
  body: PositionChanges,
  status: 200,
  reply: Position,
  codes: [
    'not-found',
    'position-price-unavailable',
    'stop-invalid',
    'target-invalid',
    'trail-invalid',
    'trail-unavailable',
  ],
});

export const CloseRequest = z
  .strictObject({
    margin: z
      .optional(SentMoney)
      .check(about('The part of the margin to close; the whole position if absent.', '100.00')),
  })
  .check(component('CloseRequest', 'What of a position is closed.'));

export const closePosition = defineOperation({
  id: 'closePosition',
  tag: 'trading',
  method: 'POST',
  path: '/accounts/{account_id}/positions/{position_id}/close',
  summary: 'Close a position',
  description:
    'Closes a position, or a part of it, at the current price. Parts are limited to one a second, after 60 at once. After a timeout or 503 the outcome is unknown: repeat the request with the same `Idempotency-Key`.',
  scope: 'trade',
  params: positionParams,
  body: CloseRequest,
  idempotent: true,
  status: 200,
  reply: Trade,
  codes: [
    'not-found',
    'duplicate-id',
    'position-price-unavailable',
    'amount-too-small',
    'amount-too-large',
  ],
});
