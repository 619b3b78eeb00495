// The trading result of a customer in a period, from the ledger and the closed positions.
import { PERFORMANCE_ROWS_MAX } from '@halyard/contract/performance/performance';
import type { getPerformance, PerformanceReport } from '@halyard/contract/performance/performance';
import type { BodyOf } from '@halyard/contract/route';
import { toEuros, cents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { spreadCost, summarise } from '@halyard/core/performance';
import type { ClosedTrade, Performance, Results } from '@halyard/core/performance';
import { DAY_MS } from '@halyard/core/time';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { listClosedTrades, listResultLines, sumMoneyBefore } from './performance-store.ts';
import type { StoredTrade } from './performance-store.ts';

/** Reports a period. Rejects a reversed one, and one with more than PERFORMANCE_ROWS_MAX rows. */
export async function reportPerformance(
  deps: { readonly db: Database },
  accountId: number,
  { from, until }: Pick<BodyOf<typeof getPerformance>, 'from' | 'until'>,
): Promise<Answer<PerformanceReport>> {
  if (until < from) {
    return refused({ code: 'invalid', errors: { until: 'must not be before the first day' } });
  }
  const db = deps.db.kysely;
  const span = { fromMs: Date.parse(from), untilMs: Date.parse(until) + DAY_MS };
  const period = { accountId, ...span, limit: PERFORMANCE_ROWS_MAX + 1 };
  const trades = await listClosedTrades(db, period);
  const lines = await listResultLines(db, period);
  const lineCount = lines.reduce((count, one) => count + one.lines, 0);
  if (Math.max(trades.length, lineCount) > PERFORMANCE_ROWS_MAX) {
    return refused({ code: 'too-many-lines', facts: { maximum: PERFORMANCE_ROWS_MAX } });
  }
  const performance = summarise(
    lines.map(({ day, symbol, part, cents: amountCents }) => ({ day, symbol, part, amountCents })),
    trades.map(toTrade),
  );
  return ok(toWire(performance, await sumMoneyBefore(db, period)));
}

function toTrade(row: StoredTrade): ClosedTrade {
  const { day, symbol, direction, leverage, open_points: openPoints } = row;
  const spreadCents = spreadCost({
    direction,
    amountCents: row.amount_cents,
    leverage,
    openPoints,
    open: {
      points: row.filled_points,
      bidPoints: row.open_sell_points,
      askPoints: row.open_buy_points,
    },
    close: {
      points: row.close_points,
      bidPoints: row.close_sell_points,
      askPoints: row.close_buy_points,
    },
  });
  return { day, symbol, profitCents: row.profit_cents, spreadCents };
}

function toWire(
  { results, trades, drawdown, days, symbols }: Performance,
  balance: Cents,
): PerformanceReport {
  const { count, wins, losses, winsCents, lossesCents } = trades;
  return {
    balance: toEuros(balance),
    results: toWireResults(results),
    trades: {
      count,
      wins,
      losses,
      win_rate: count === 0 ? null : round((100 * wins) / count),
      average_win: average(winsCents, wins),
      average_loss: average(lossesCents, losses),
      largest_win: toEuros(trades.largestWinCents),
      largest_loss: toEuros(trades.largestLossCents),
      profit_factor: losses === 0 ? null : round(winsCents / Math.abs(lossesCents)),
    },
    drawdown: {
      amount: toEuros(drawdown.amountCents),
      from: drawdown.fromDay,
      until: drawdown.untilDay,
    },
    days: days.map(({ day, ...one }) => ({ day, ...toWireResults(one) })),
    symbols: symbols.map(({ symbol, ...one }) => ({ symbol, ...toWireResults(one) })),
  };
}

function toWireResults(one: Results): PerformanceReport['results'] {
  return {
    total: toEuros(one.totalCents),
    gross: toEuros(one.grossCents),
    spread: toEuros(one.spreadCents),
    financing: toEuros(one.financingCents),
    premium: toEuros(one.premiumCents),
    other: toEuros(one.otherCents),
    trades: one.trades,
    wins: one.wins,
  };
}

/** The mean to the nearest cent. */
function average(sumCents: Cents, count: number): number | null {
  return count === 0 ? null : toEuros(cents(Math.round(sumCents / count)));
}

/** Rounds to two decimals, for figures that are displayed and not used in computations. */
function round(value: number): number {
  return Math.round(100 * value) / 100;
}
