// A position: a customer's exposure, from its opening fill to its closing fill.
import {
  LIMIT_AMOUNT_MIN_CENTS,
  type Direction,
  type Points,
  type Quote,
} from '#instrument/instrument.ts';
import { cents, type Cents } from '#money/money.ts';
import type { Trail } from './trail.ts';

export { breakEvenPrice } from './break-even.ts';
export { dividend, DIVIDEND_MICROS_PER_ONE } from './dividend.ts';
export { splitStake } from './split-stake.ts';
export { splitPosition } from './split-position.ts';
export { closingFill, marketProfit, profitAt } from './closing-fill.ts';
export { financing, financingOfClose } from './financing.ts';
export type { FinancingBasis } from './financing.ts';
export { worthAfterGap } from './gap.ts';
export {
  nearestStop,
  splitTrail,
  startTrail,
  trailDistanceBounds,
  trailingStop,
  withTrail,
} from './trail.ts';
export type { Trail } from './trail.ts';
export { levelAtMove, movesToLevel } from './level-move.ts';
export type { LevelMove, LevelMoves, LevelSide } from './level-move.ts';
export { carryAfter, openingCarry, profit, profitBps } from './profit.ts';
export type { Exposure } from './profit.ts';

/** The minimum amount of a position and of each part of a partial close: € 1. */
export const POSITION_AMOUNT_MIN_CENTS = cents(LIMIT_AMOUNT_MIN_CENTS);

/** Why a position closed. The wire sends the index in this list as `closingReason`. */
export const CLOSING_REASONS = [
  'manually',
  'stop-loss',
  'take-profit',
  'low-margin',
  'ai-trade',
] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

export type PositionId = number;
export type AccountId = number;

export type Position = {
  readonly id: PositionId;
  readonly accountId: AccountId;
  readonly symbol: string;
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  readonly openPoints: Points;
  /** The original fill before splits of its symbol; absent if there were none. */
  readonly filledPoints?: Points;
  readonly openedAtMs: number;
  /** The quote at which the opening filled. */
  readonly openQuote: Quote;
  readonly stopPoints: Points | null;
  readonly targetPoints: Points | null;
  readonly stopOutPoints: Points;
  readonly hasGuaranteedStop: boolean;
  /** Whether the strategy opened the position. */
  readonly isAutomatic: boolean;
  /** The rounding carry as in Exposure; a closed position keeps the one that it was closed with. */
  readonly carry?: number;
  /**
   * The position's trailing stop, beside which `stopPoints` is a fixed stop. A closed position has
   * the trailing stop of its close.
   */
  readonly trail?: Trail;
};

export type ClosedPosition = Position & {
  readonly closePoints: Points;
  readonly closedAtMs: number;
  readonly closeQuote: Quote;
  /**
   * The price that the customer saw when closing; absent if the client sent none or the customer
   * did not close the position.
   */
  readonly closeRequestedPoints?: Points;
  readonly closingReason: ClosingReason;
  /** Set when staff closed the position; its reason is 'manually'. */
  readonly isClosedByBroker?: true;
  readonly profitCents: Cents;
};
