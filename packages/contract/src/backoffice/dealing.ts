// What the house stands for now: exposure, the largest positions, accounts near their close-out, and
// how the prices come in. All of it from memory, at most a second old.
import { DIRECTIONS } from '@halyard/core/instrument';
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { AssetSymbol, Id, Instant } from '../wire.ts';
import { allow } from './roles.ts';

/** Of the largest positions, and of the accounts near their close-out. */
export const DEALING_ROWS_MAX = 20;

/** Euros. `volume` is amount × leverage, `profit` the customers’ at the latest prices. */
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
    'Exposure by symbol and side, the largest positions, the lowest margin levels and the open result of the house.',
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
        /** What is bought less what is sold. */
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
      /** What the open positions would bring the house if all were closed now. */
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
  summary: 'How each source of prices is, and what was refused of it since the start.',
  access: 'staff',
  roles: allow('dealing'),
  rate: 'ordinary',
  reply: z.object({
    feeds: z.array(
      z.object({
        name: z.string(),
        /** Null for one that does not connect to anybody. */
        connection: z.nullable(
          z.object({
            state: z.enum(['connecting', 'up', 'degraded', 'down']),
            reason: z.string(),
            since: Instant,
          }),
        ),
        /** Null for prices that are made up or long past. */
        timing: z.nullable(
          z.object({
            /** False where the vendor's protocol has no time: then the lag can't be known. */
            has_source_time: z.boolean(),
            /** How late its quotes come; null while none came within 20 seconds, or not known. */
            lag_ms: z.nullable(z.int()),
            /** This machine's clock less the vendor's, as far as it is believed. */
            clock_offset_ms: z.nullable(z.int()),
            /** Symbols whose newest quote came too late to be traded on. */
            late_symbols: z.array(AssetSymbol),
          }),
        ),
      }),
    ),
    rejections: z.array(
      z.object({
        /** Null when it was of none of our symbols. */
        symbol: z.nullable(z.string()),
        source: z.string(),
        reason: z.string(),
        count: z.int(),
      }),
    ),
    history: z.object({
      /** With their hours and latest minutes. */
      symbols_done: z.int(),
      /** With their minutes of twelve months. */
      symbols_deep: z.int(),
      symbols_total: z.int(),
    }),
  }),
  refusals: [],
});
