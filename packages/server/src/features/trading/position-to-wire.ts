import type { Position as WirePosition } from '@halyard/contract/trading';
import type { EngineRules } from '@halyard/core/engine';
import { toRate } from '@halyard/core/instrument';
import type { Instrument, Points, Quote } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import { CLOSING_REASONS, financing, profitAt, trailingStop } from '@halyard/core/position';
import type { ClosedPosition, Position } from '@halyard/core/position';
import { financingRate } from './financing/financing.ts';

/** A closed position without the quotes of its fills, which are not sent. */
export type HistoryPosition = Omit<ClosedPosition, 'openQuote' | 'closeQuote'>;

/** The current data of an open position; the quote is absent until the symbol's first one. */
export type WireMoment = {
  readonly quote: Quote | undefined;
  readonly rules: Pick<EngineRules, 'financingBpsYear'>;
};

// The converted constant parts of positions, because each push repeats them. A position that
// changes is a new object.
const openings = new WeakMap<object, WireOpening>();
const closedOnes = new WeakMap<HistoryPosition, WirePosition>();

/** Converts an open position. Its profit is at the quote, null without one. */
export function toWireOpenPosition(
  position: Position,
  instrument: Instrument,
  { quote, rules }: WireMoment,
): WirePosition {
  const rate = financingRate(rules, instrument, position.direction);
  return {
    ...getOpening(position, instrument),
    ...(position.carry === undefined ? {} : { carry: position.carry }),
    closed_rate: null,
    close_date: null,
    profit: quote === undefined ? null : toEuros(profitAt(position, quote)),
    financing: toEuros(financing(position, rate)),
    closingReason: null,
  };
}

export function toWireClosedPosition(
  position: HistoryPosition,
  instrument: Instrument,
): WirePosition {
  const known = closedOnes.get(position);
  if (known !== undefined) return known;
  const closed = {
    ...toWireOpening(position, instrument),
    closed_rate: toRate(position.closePoints, instrument.decimals),
    close_date: new Date(position.closedAtMs).toISOString(),
    profit: toEuros(position.profitCents),
    financing: null,
    closingReason: CLOSING_REASONS.indexOf(position.closingReason),
    ...(position.isClosedByBroker === true ? { closed_by_broker: true as const } : {}),
  };
  closedOnes.set(position, closed);
  return closed;
}

/** Converts a level in points to the wire's rate. */
export function toWireLevel(points: Points | null, instrument: Instrument): number | null {
  return points === null ? null : toRate(points, instrument.decimals);
}

/** Returns the distance of a trailing stop and its current level; nothing without one. */
export function toWireTrail(
  position: Pick<Position, 'direction' | 'trail'> | undefined,
  { decimals }: Pick<Instrument, 'decimals'>,
): { readonly trailing_distance?: number; readonly trailing_stop?: number } {
  if (position?.trail === undefined) return {};
  const { direction, trail } = position;
  return {
    trailing_distance: toRate(trail.distance, decimals),
    trailing_stop: toRate(trailingStop(direction, trail), decimals),
  };
}

type WireOpening = Omit<
  WirePosition,
  | 'closed_rate'
  | 'close_date'
  | 'profit'
  | 'financing'
  | 'carry'
  | 'closingReason'
  | 'closed_by_broker'
>;

function getOpening(position: Position, instrument: Instrument): WireOpening {
  const known = openings.get(position);
  if (known !== undefined) return known;
  const opening = toWireOpening(position, instrument);
  openings.set(position, opening);
  return opening;
}

function toWireOpening(position: Omit<Position, 'openQuote'>, instrument: Instrument): WireOpening {
  return {
    id: position.id,
    symbol: position.symbol,
    symbolName: instrument.name,
    direction: position.direction,
    amount: toEuros(position.amountCents),
    leverage: position.leverage,
    open_rate: toRate(position.openPoints, instrument.decimals),
    open_date: new Date(position.openedAtMs).toISOString(),
    take_profit: toWireLevel(position.targetPoints, instrument),
    stop_lost: toWireLevel(position.stopPoints, instrument),
    termination_rate: toRate(position.stopOutPoints, instrument.decimals),
    protected: position.hasGuaranteedStop ? 1 : 0,
    ...toWireTrail(position, instrument),
  };
}
