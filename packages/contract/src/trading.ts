// Schemas of positions, the balance and the tradable instruments.
import * as z from 'zod/mini';
import { CATEGORIES, DIRECTIONS, SYMBOL_STATES } from '@halyard/core/instrument';
import { defineRoute } from './route.ts';
import {
  Amount,
  AssetSymbol,
  Flag,
  Id,
  Instant,
  OptionalRate,
  Rate,
  RequestId,
  tokenField,
} from './wire.ts';

export const HISTORY_RECENT_MAX = 50;
export const HISTORY_PAGE_MAX = 200;

/**
 * `carry` is set after a partial close: what the closed parts earned before rounding less what was
 * booked for them, in cents × open_rate in points. The next profit includes it. A position with a
 * notional below € 20 has one from its opening, just under half a cent below zero, so its profit is
 * rounded down.
 *
 * `financing` is the cost of each night at 17:00 in New York in euros, negative for a credit; null
 * when nothing more is charged.
 *
 * `closed_by_broker` is set if staff closed the position; closingReason is 0 then.
 *
 * With a trailing stop `trailing_distance` is its distance and `trailing_stop` its level, as of this
 * message or at the close: the best price since it was set, minus the distance for a buy and plus the
 * distance for a sell. The level follows every better price and never moves back. A `stop_lost`
 * beside it is a fixed stop; the position closes at the level that is reached first, with
 * closingReason 1.
 *
 * Open positions: closed_rate, close_date and closingReason are null, and profit is at the latest
 * price.
 */
export const Position = z.object({
  id: Id,
  symbol: z.string(),
  symbolName: z.string(),
  direction: z.enum(DIRECTIONS),
  amount: z.number(),
  leverage: z.number(),
  open_rate: z.number(),
  open_date: Instant,
  closed_rate: z.nullable(z.number()),
  close_date: z.nullable(Instant),
  take_profit: z.nullable(z.number()),
  stop_lost: z.nullable(z.number()),
  termination_rate: z.number(),
  profit: z.nullable(z.number()),
  financing: z.nullable(z.number()),
  protected: Flag,
  carry: z.optional(z.int()),
  closingReason: z.nullable(z.int().check(z.minimum(0), z.maximum(4))),
  closed_by_broker: z.optional(z.literal(true)),
  trailing_distance: z.optional(z.nullable(z.number())),
  trailing_stop: z.optional(z.nullable(z.number())),
});
export type Position = z.infer<typeof Position>;

export const PositionLists = z.object({ open: z.array(Position), history: z.array(Position) });
export type PositionLists = z.infer<typeof PositionLists>;

/**
 * The balance figures in euros. `margin_level` is a percentage, null without open positions. `debt`
 * is owed for charged-back deposits and not withdrawable.
 */
export const BalanceFigures = z.object({
  balance: z.number(),
  profit: z.number(),
  equity: z.number(),
  free_margin: z.number(),
  invested: z.number(),
  margin_level: z.nullable(z.number()),
  withdrawable: z.number(),
  credit: z.number(),
  debt: z.number(),
});
export type BalanceFigures = z.infer<typeof BalanceFigures>;

export const BalanceData = z.extend(BalanceFigures, { positions: PositionLists });
export type BalanceData = z.infer<typeof BalanceData>;

export const getBalance = defineRoute({
  method: 'POST',
  path: '/api/accounts/getBalance',
  summary: 'Returns the balance and its figures, the open positions, and the latest closed ones.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: BalanceData,
  rejections: [],
});

export const OpeningState = z.object({
  /**
   * The error that any opening would return, whatever the market; null: the account can open
   * positions.
   */
  refusal: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      facts: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});
export type OpeningState = z.infer<typeof OpeningState>;

export const getOpeningState = defineRoute({
  method: 'POST',
  path: '/api/accounts/openings',
  summary: 'Returns whether the account can open positions, and if not, why and until when.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: OpeningState,
  rejections: [],
});

export const listHistory = defineRoute({
  method: 'POST',
  path: '/api/accounts/history',
  summary: 'Closed positions, newest first, those before an id.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({
    ...tokenField,
    before: z.optional(Id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(HISTORY_PAGE_MAX))),
  }),
  reply: z.array(Position),
  rejections: [],
});

/** The costs of a position in euros, negative for credits. Profit and loss are not included. */
export const PositionCosts = z.object({
  /** The GSLO premium, charged at the opening. */
  fee: z.number(),
  /** The sum of the overnight financing of all nights so far. */
  financing: z.number(),
  nights: z.int(),
});
export type PositionCosts = z.infer<typeof PositionCosts>;

export const getPositionCosts = defineRoute({
  method: 'POST',
  path: '/api/accounts/positionCosts',
  summary:
    'Returns the charges of a position besides its profit: GSLO premium and overnight financing.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({ ...tokenField, id: Id }),
  reply: PositionCosts,
  rejections: ['not-found'],
});

export const Asset = z.object({
  id: Id,
  name: z.string(),
  symbol: z.string(),
  code: z.string(),
  asset_category_id: Id,
  position_assets_category: z.object({ name: z.enum(CATEGORIES), leverage: z.string() }),
  decimals: z.int(),
  min_amount: z.number(),
  max_amount: z.number(),
  /**
   * The yearly overnight financing by direction, in percent of margin × leverage; negative for a
   * credit.
   */
  financing: z.object({ buy: z.number(), sell: z.number() }),
  /**
   * The GSLO premium in percent of margin × leverage; null: new positions get no guaranteed stop.
   */
  protection: z.nullable(z.object({ fee_percent: z.number() })),
  /**
   * The size of the price gap, in percent, that withdrawals leave room for while the symbol is not
   * live; null: none.
   */
  gap_percent: z.nullable(z.int()),
  state: z.enum(SYMBOL_STATES),
  session: z.object({
    open: z.boolean(),
    next_open: z.nullable(Instant),
    next_close: z.nullable(Instant),
  }),
});
export type Asset = z.infer<typeof Asset>;

export const listAssets = defineRoute({
  method: 'GET',
  path: '/api/get/assets',
  summary: "Returns the customer's tradable instruments, with the leverages of their regime.",
  access: 'customer',
  rate: 'ordinary',
  query: z.strictObject(tokenField),
  reply: z.array(Asset),
  rejections: [],
});

/**
 * Names the account's owner by token, uniqid, or an object with either. Another customer's is
 * rejected.
 */
export const DataUser = z.optional(
  z.union([
    z.string().check(z.maxLength(128)),
    z.looseObject({
      token: z.optional(z.string().check(z.maxLength(128))),
      uniqid: z.optional(z.string().check(z.maxLength(128))),
    }),
  ]),
);
const commandFields = { dataUser: DataUser, requestId: z.optional(RequestId) };

export const OpenPositionMessage = z.strictObject({
  ...commandFields,
  direction: z.enum(DIRECTIONS),
  amount: Amount,
  leverage: z.union([z.number(), z.string().check(z.regex(/^\d{1,3}$/))]),
  price: Rate,
  symbol: AssetSymbol,
  stop_lost: OptionalRate,
  take_profit: OptionalRate,
  /** The distance of a trailing stop, as a price. */
  trailing_distance: OptionalRate,
});

export const ClosePositionMessage = z.strictObject({
  ...commandFields,
  id: Id,
  price: OptionalRate,
  amount: z.nullish(Amount),
});

export const UpdatePositionMessage = z.strictObject({
  ...commandFields,
  id: Id,
  stop_lost: OptionalRate,
  take_profit: OptionalRate,
  /**
   * The distance of a trailing stop, as a price. Absent leaves it unchanged; null or '' removes it.
   */
  trailing_distance: OptionalRate,
});

export const CLOSE_ALL_CHOICES = ['all', 'losing'] as const;
export const CloseAllMessage = z.strictObject({
  ...commandFields,
  which: z.enum(CLOSE_ALL_CHOICES),
});
