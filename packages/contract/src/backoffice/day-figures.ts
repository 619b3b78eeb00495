// The broker's business by UTC day, for the home page of the back office.
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { Instant } from '../wire.ts';
import { allow } from './roles.ts';

/** The days that the figures cover: 30 for the plots, and 30 before them for the change. */
export const DAY_FIGURES_DAYS = 60;

export const getDayFigures = defineRoute({
  method: 'GET',
  path: '/api/backoffice/day-figures',
  summary:
    'Deposits, withdrawals, active traders, notional and results of the last 60 UTC days, without practice accounts.',
  access: 'staff',
  roles: allow('compliance', 'finance', 'dealing'),
  rate: 'ordinary',
  reply: z.object({
    at: Instant,
    /**
     * One row per UTC day, oldest first; the last one covers today so far. Amounts are in euros.
     */
    days: z.array(
      z.object({
        /** The UTC day. */
        day: z.string(),
        deposits: z.number(),
        withdrawals: z.number(),
        /** Deposits minus refunds, charge-backs and withdrawals. */
        net_new_money: z.number(),
        /** Accounts that opened a position. */
        active_traders: z.int(),
        /** The notional of the positions that were opened. */
        volume: z.number(),
        /** The customers' result: closed trades, financing, fees, protection and corrections. */
        client_result: z.number(),
        /** The broker's result: trading, financing and fees, minus protection and bonuses. */
        broker_result: z.number(),
      }),
    ),
    /** The broker's result of each hour of the current UTC day so far. */
    hours: z.array(z.object({ hour: z.int(), broker_result: z.number() })),
  }),
  rejections: [],
});
