// The broker's current risk: exposure, the largest positions, accounts near their close-out, and
// the state of the feeds. All from memory, at most a second old.
import { DIRECTIONS } from '@halyard/core/instrument';
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { AssetSymbol, Id, Instant } from '../wire.ts';
import { allow } from './roles.ts';

/**
 * The maximum number of rows in the lists of the largest positions and of accounts near their
 * close-out.
 */
export const DEALING_ROWS_MAX = 20;

/**
 * Totals of one direction in euros. `volume` is margin × leverage; `profit` is the customers’
 * profit at the latest prices.
 */
const Side = z.object({
  positions: z.int(),
  amount: z.number(),
  volume: z.number(),
  profit: z.number(),
});

export const getDealing = defineRoute({
  method: 'GET',
  path: '/api/backoffice/dealing',
  summary:
    'Exposure by symbol and side, the largest positions, the lowest margin levels and the broker’s unrealised result.',
  access: 'staff',
  roles: allow('dealing'),
  rate: 'ordinary',
  reply: z.object({
    at: Instant,
    exposure: z.array(
      z.object({
        symbol: z.string(),
        buy: Side,
        sell: Side,
        /** The net notional in euros: buys minus sells. */
        net_volume: z.number(),
      }),
    ),
    largest: z.array(
      z.object({
        id: Id,
        customer_id: Id,
        symbol: z.string(),
        direction: z.enum(DIRECTIONS),
        amount: z.number(),
        leverage: z.number(),
        volume: z.number(),
        profit: z.number(),
      }),
    ),
    /** The accounts near their margin close-out, the lowest margin levels first. */
    near_close_out: z.array(
      z.object({
        customer_id: Id,
        margin_level: z.number(),
        equity: z.number(),
        invested: z.number(),
      }),
    ),
    house: z.object({
      /** The broker's result in euros if all open positions closed now. */
      open_result: z.number(),
      positions: z.int(),
      accounts: z.int(),
    }),
  }),
  rejections: [],
});

/** The moves of a scenario in percent. */
export const SCENARIO_MOVES = [-5, -2, -1, 1, 2, 5] as const;
/** The most open positions that a scenario considers; whole accounts, the largest first. */
export const SCENARIO_POSITIONS_MAX = 500;

export const getScenario = defineRoute({
  method: 'GET',
  path: '/api/backoffice/dealing/scenario',
  summary:
    'What moves of one symbol would cost the broker and close, judged by the engine for the accounts with the largest notional in it; entry orders are left out.',
  access: 'staff',
  roles: allow('dealing'),
  rate: 'ordinary',
  query: z.strictObject({ symbol: AssetSymbol }),
  reply: z.object({
    at: Instant,
    /** The accounts with a position in the symbol, and how many of them are considered. */
    accounts: z.int(),
    considered: z.int(),
    /** The share of the symbol's notional that the considered accounts hold. */
    considered_percent: z.number(),
    /** Empty while the symbol has no quote. */
    moves: z.array(
      z.object({
        move_percent: z.number(),
        /** The change of the broker's result in euros, protection included. */
        broker_result: z.number(),
        /** What balance protection would pay, in euros. */
        protection: z.number(),
        positions_closed: z.int(),
        accounts_closing: z.int(),
      }),
    ),
  }),
  rejections: ['not-found'],
});

/** The period of the mark-outs. The quote log of a busy symbol can reach less far back. */
export const MARK_OUT_HOURS = 24;
/** The maximum number of positions whose fills are considered, the newest first. */
export const MARK_OUT_POSITIONS_MAX = 2_000;

/** One value for each horizon. */
const AtHorizons = z.object({ after_1s: z.number(), after_10s: z.number(), after_60s: z.number() });

export const getMarkOuts = defineRoute({
  method: 'GET',
  path: '/api/backoffice/dealing/mark-outs',
  summary:
    'How far the price moved in the customers’ favour 1, 10 and 60 seconds after their fills of the last 24 hours, by customer and symbol; the largest gain after 10 seconds first.',
  access: 'staff',
  roles: allow('dealing'),
  rate: 'ordinary',
  reply: z.object({
    at: Instant,
    /** The fills that the rows were computed from, and those whose quote is not in the log. */
    fills: z.int(),
    unknown: z.int(),
    rows: z.array(
      z.object({
        customer_id: Id,
        symbol: z.string(),
        fills: z.int(),
        /** The mean move in basis points of the middle price at the fill. */
        move: AtHorizons,
        /** The move on the notional of all fills, in euros. */
        gain: AtHorizons,
      }),
    ),
  }),
  rejections: [],
});

export const getFeeds = defineRoute({
  method: 'GET',
  path: '/api/backoffice/feeds',
  summary: 'Returns the state of each price source and its rejected quotes since the start.',
  access: 'staff',
  roles: allow('dealing'),
  rate: 'ordinary',
  reply: z.object({
    feeds: z.array(
      z.object({
        name: z.string(),
        /** The feed's connection; null for a feed without one. */
        connection: z.nullable(
          z.object({
            state: z.enum(['connecting', 'up', 'degraded', 'down']),
            reason: z.string(),
            since: Instant,
          }),
        ),
        /** The feed's timing; null for simulated and replayed prices. */
        timing: z.nullable(
          z.object({
            /** Whether the vendor's protocol has timestamps; otherwise the lag is unknown. */
            has_source_time: z.boolean(),
            /**
             * The lag of its quotes; null if none arrived within 20 seconds, or if it is unknown.
             */
            lag_ms: z.nullable(z.int()),
            /** This machine's clock minus the vendor's; limited to what is credible. */
            clock_offset_ms: z.nullable(z.int()),
            /** Symbols whose newest quote was too old to trade. */
            late_symbols: z.array(AssetSymbol),
          }),
        ),
      }),
    ),
    rejections: z.array(
      z.object({
        /** The symbol of the rejected quote; null if it was for none of our symbols. */
        symbol: z.nullable(z.string()),
        source: z.string(),
        reason: z.string(),
        count: z.int(),
      }),
    ),
    history: z.object({
      /** The number of symbols that have hours and the latest minutes of history. */
      symbols_done: z.int(),
      /** The number of symbols that have the minutes of twelve months. */
      symbols_deep: z.int(),
      symbols_total: z.int(),
    }),
  }),
  rejections: [],
});
