// When the strategy opens nothing for an account, whatever the market says. A loss is never
// answered with a larger position: sizes depend on the equity alone.
import { HOUR_MS } from '@halyard/core/time';

const OPEN_MAX = 3;
const ENTRIES_PER_DAY_MAX = 6;
export const DAY_LOSS_PERCENT = 3;
export const DRAWDOWN_PERCENT = 10;
export const LOSSES_IN_A_ROW = 3;
export const PAUSE_MS = 4 * HOUR_MS;

/** What the strategy did for an account; amounts in cents, of its own positions alone. */
export type Past = {
  readonly openCount: number;
  /** What its open positions gain or lose now. */
  readonly openProfitCents: number;
  /** Since 00:00 UTC. */
  readonly entriesToday: number;
  readonly profitTodayCents: number;
  /** Closed since it was switched on, and the highest that sum ever was, at least 0. */
  readonly profitCents: number;
  readonly peakCents: number;
  /** How many of the last closed ones lost, without a gain between. */
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
 * The first limit that holds. The losses of the day and since the peak are measured against the
 * equity as it would be without them: 3 % stop it until 00:00 UTC, 10 % until the customer switches
 * it on again.
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
