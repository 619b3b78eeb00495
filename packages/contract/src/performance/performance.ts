// What trading has brought in a period: results by day and symbol, costs, and figures about trades.
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { Day, tokenField } from '../wire.ts';

/** The maximum number of closed positions, and of journal lines, of a period. */
export const PERFORMANCE_ROWS_MAX = 20_000;

const Euros = z.number();
const Count = z.int();

/** A result and its parts, which sum to it. All are changes of the customer's money in euros. */
const resultFields = {
  total: Euros,
  /** The price result as it would be at the middle of the quotes. */
  gross: Euros,
  /** Spread and mark-up of the closed trades. */
  spread: Euros,
  /** Overnight financing. */
  financing: Euros,
  /** Premiums of guaranteed stops. */
  premium: Euros,
  /** Dividends, splits, corrections and negative balance protection. */
  other: Euros,
  trades: Count,
  wins: Count,
};

export const PerformanceReport = z.object({
  /** The customer's money at the end of the period, including funds held for withdrawals. */
  balance: Euros,
  results: z.object(resultFields),
  trades: z.object({
    count: Count,
    wins: Count,
    losses: Count,
    /** The percentage of trades with a profit; null without trades. */
    win_rate: z.nullable(z.number()),
    average_win: z.nullable(Euros),
    average_loss: z.nullable(Euros),
    largest_win: Euros,
    largest_loss: Euros,
    /** The sum of the wins divided by that of the losses; null without losses. */
    profit_factor: z.nullable(z.number()),
  }),
  drawdown: z.object({
    amount: Euros,
    /** The day of the peak; null for the start of the period or without a fall. */
    from: z.nullable(z.string()),
    until: z.nullable(z.string()),
  }),
  /** The days with a result, in order. */
  days: z.array(z.object({ day: z.string(), ...resultFields })),
  /** The symbols with a result, the best first. */
  symbols: z.array(z.object({ symbol: z.string(), ...resultFields })),
});
export type PerformanceReport = z.infer<typeof PerformanceReport>;

export const getPerformance = defineRoute({
  method: 'POST',
  path: '/api/accounts/performance',
  summary: 'Returns the realised results of a period. Days are inclusive, in UTC.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({ ...tokenField, from: Day('2026-01-31'), until: Day('2026-01-31') }),
  reply: PerformanceReport,
  rejections: ['too-many-lines'],
});
