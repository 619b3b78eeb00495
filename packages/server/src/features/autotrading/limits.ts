// Limits under which the strategy opens nothing for an account. A loss never leads to a larger
// position: sizes depend only on the equity.
import { HOUR_MS } from '@halyard/core/time';

const OPEN_MAX = 3;
const ENTRIES_PER_DAY_MAX = 6;
export const DAY_LOSS_PERCENT = 3;
export const DRAWDOWN_PERCENT = 10;
export const LOSSES_IN_A_ROW = 3;
export const PAUSE_MS = 4 * HOUR_MS;

/** The strategy's own positions on an account; amounts in cents. */
export type Past = {
  readonly openCount: number;
  /** The unrealised profit of its open positions. */
  readonly openProfitCents: number;
  /** The number of positions opened since 00:00 UTC. */
  readonly entriesToday: number;
  readonly profitTodayCents: number;
  /** The closed profit since the strategy was switched on, and its peak, at least 0. */
  readonly profitCents: number;
  readonly peakCents: number;
  /** The number of consecutive losses up to now. */
  readonly lossesInARow: number;
  readonly lastClosedAtMs: number | undefined;
};

export const LIMIT_CODES = [
  'drawdown-stop',
  'day-stop',
  'losing-streak',
  'open-max',
  'entries-max',
] as const;
export type LimitCode = (typeof LIMIT_CODES)[number];

/**
 * Returns the first limit that applies. Losses of the day and since the peak are measured as a
 * share of the equity before them: 3 % stops the strategy until 00:00 UTC, 10 % until the customer
 * switches it on again.
 */
export function findLimit(
  past: Past,
  now: { readonly equityCents: number; readonly atMs: number },
): LimitCode | undefined {
  const { equityCents, atMs } = now;
  const fallen = past.peakCents - past.profitCents - past.openProfitCents;
  if (isShare(fallen, equityCents + fallen, DRAWDOWN_PERCENT)) return 'drawdown-stop';
  const lostToday = -past.profitTodayCents - past.openProfitCents;
  if (isShare(lostToday, equityCents + lostToday, DAY_LOSS_PERCENT)) return 'day-stop';
  const isPaused = past.lastClosedAtMs !== undefined && atMs - past.lastClosedAtMs < PAUSE_MS;
  if (past.lossesInARow >= LOSSES_IN_A_ROW && isPaused) return 'losing-streak';
  if (past.openCount >= OPEN_MAX) return 'open-max';
  if (past.entriesToday >= ENTRIES_PER_DAY_MAX) return 'entries-max';
  return undefined;
}

function isShare(lossCents: number, ofCents: number, percent: number): boolean {
  return lossCents > 0 && lossCents * 100 >= ofCents * percent;
}
