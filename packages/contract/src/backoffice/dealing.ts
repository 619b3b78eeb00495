// The broker's current risk: exposure, the largest positions, accounts near their close-out, and
// the state of the feeds. All from memory, at most a second old.
import { DIRECTIONS } from '@halyard/core/instrument';
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { AssetSymbol, Id, Instant } from '../wire.ts';
import { allow } from './roles.ts';

/** Maximum number of largest positions and of accounts near their close-out. */
export const DEALING_ROWS_MAX = 20;

/** In euros. `volume` is amount × leverage, `profit` is the customers’ at the latest prices. */
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
        /** Buys minus sells. */
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
    /** The lowest margin levels first. */
    near_close_out: z.array(
      z.object({
        customer_id: Id,
        margin_level: z.number(),
        equity: z.number(),
        invested: z.number(),
      }),
    ),
    house: z.object({
      /** The broker's result if all open positions closed now. */
      open_result: z.number(),
      positions: z.int(),
      accounts: z.int(),
    }),
  }),
  refusals: [],
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
        /** Null for a feed without a connection. */
        connection: z.nullable(
          z.object({
            state: z.enum(['connecting', 'up', 'degraded', 'down']),
            reason: z.string(),
            since: Instant,
          }),
        ),
        /** Null for simulated and replayed prices. */
        timing: z.nullable(
          z.object({
            /** False if the vendor's protocol has no timestamps: then the lag is unknown. */
            has_source_time: z.boolean(),
            /**
             * The lag of its quotes; null if none arrived within 20 seconds, or if it is unknown.
             */
            lag_ms: z.nullable(z.int()),
            /** This machine's clock minus the vendor's, as far as it is credible. */
            clock_offset_ms: z.nullable(z.int()),
            /** Symbols whose newest quote was too old to trade. */
            late_symbols: z.array(AssetSymbol),
          }),
        ),
      }),
    ),
    rejections: z.array(
      z.object({
        /** Null if it was for none of our symbols. */
        symbol: z.nullable(z.string()),
        source: z.string(),
        reason: z.string(),
        count: z.int(),
      }),
    ),
    history: z.object({
      /** With trading hours and the latest minutes. */
      symbols_done: z.int(),
      /** With the minutes of twelve months. */
      symbols_deep: z.int(),
      symbols_total: z.int(),
    }),
  }),
  refusals: [],
});
