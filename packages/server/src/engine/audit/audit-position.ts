// Checks a stored position: its rates against its stored quotes, its profit against its rates, and
// its journal entry against its profit.
import { closingPrice, orderPrice, points, stopOutPrice } from '@halyard/core/instrument';
import type { Direction, Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { closingFill, nearestStop, profit } from '@halyard/core/position';

import type { Row } from '#platform/db/db.ts';

type Stored = {
  readonly direction: Direction;
  readonly exposure: Parameters<typeof profit>[0];
  readonly closable: Parameters<typeof closingFill>[0];
};

/** Returns the differences of the position in words; empty if it is correct. */
export function judgePosition(row: Row): readonly string[] {
  const stored = toStored(row);
  const isClosed = row.close_points !== null;
  return [
    ...(row.has_account === true ? [] : ['its account is not there']),
    ...differences(
      'opened at',
      // Later splits changed the opening rate, never the fill.
      row.filled_points ?? row.open_points,
      orderPrice(stored.direction, quoteOf(row, 'open')),
    ),
    ...differences(
      'terminates at',
      row.termination_points,
      stopOutPrice({ ...stored.exposure, hasGuaranteedStop: row.is_protected === true }),
    ),
    ...(isClosed ? judgeClosing(row, stored) : judgeOpen(row)),
  ];
}

function judgeOpen(row: Row): readonly string[] {
  return row.posting_id === null ? [] : ['it is open, but its profit is posted'];
}

function judgeClosing(row: Row, { direction, exposure, closable }: Stored): readonly string[] {
  const quote = quoteOf(row, 'close');
  const closePoints = points(Number(row.close_points));
  const booked = profit(exposure, closePoints);
  const market = profit(exposure, closingPrice(direction, quote));
  const isPosted = row.posting_id !== null;
  return [
    ...(row.closed_before_opened === true ? ['it is closed before it is opened'] : []),
    ...differences('closed at', closePoints, closingFill(closable, quote)),
    ...differences('profit', row.profit_cents, booked),
    ...judgeReason(row, closingPrice(direction, quote)),
    ...(isPosted === (booked !== 0 || market !== 0)
      ? []
      : [isPosted ? 'nothing moved, but it is posted' : 'its profit is not posted']),
    ...(isPosted ? judgePosting(row, { booked, market }) : []),
  ];
}

/** A stop or target closes a position only when the price has reached it. */
function judgeReason(row: Row, price: number): readonly string[] {
  const { closing_reason: reason } = row;
  if (reason !== 'stop-loss' && reason !== 'take-profit') return [];
  const level = reason === 'stop-loss' ? nearestStop(toStops(row)) : row.target_points;
  const closesBelow = (row.direction === 'buy') === (reason === 'stop-loss');
  const reach = level === null ? Number.NaN : Number(level);
  const isReached = closesBelow ? price <= reach : price >= reach;
  return isReached ? [] : [`it closed by ${reason} at ${price}, but its level is ${String(level)}`];
}

function toStops(row: Row): Parameters<typeof nearestStop>[0] {
  // The table's constraint allows these two only.
  const direction = row.direction as Direction;
  const stopPoints = row.stop_points === null ? null : points(Number(row.stop_points));
  if (row.trail_distance === null) return { direction, stopPoints };
  const trail = {
    distance: points(Number(row.trail_distance)),
    bestPoints: points(Number(row.trail_points)),
    bestSequence: Number(row.trail_sequence),
  };
  return { direction, stopPoints, trail };
}

/**
 * The customer moves by the profit, house:trading by the market result, house:protection by the
 * difference.
 */
function judgePosting(
  row: Row,
  { booked, market }: { readonly booked: number; readonly market: number },
): readonly string[] {
  return [
    ...(row.posting_kind === 'trade' ? [] : ['its posting is not a trade']),
    ...(row.is_posted_then === true ? [] : ['its profit is posted at another moment']),
    ...(row.foreign_count === 0 ? [] : ["its posting moves another customer's money"]),
    ...(row.other_count === 0 ? [] : ['its posting moves more than its profit']),
    ...differences('posted profit', row.own_cents, booked),
    ...differences('posted to house:trading', row.trading_cents, 0 - market),
    ...differences('posted to house:protection', row.protection_cents, market - booked),
  ];
}

function differences(what: string, found: unknown, expected: number): readonly string[] {
  return found === expected ? [] : [`${what} ${String(found)}, but by the rules ${expected}`];
}

function toStored(row: Row): Stored {
  // The table's constraint permits only these two.
  const direction = row.direction as Direction;
  const exposure = {
    direction,
    amountCents: cents(Number(row.amount_cents)),
    leverage: Number(row.leverage),
    openPoints: points(Number(row.open_points)),
    ...(row.carry === null ? {} : { carry: Number(row.carry) }),
  };
  const closable = {
    ...exposure,
    hasGuaranteedStop: row.is_protected === true,
    stopPoints: row.stop_points === null ? null : points(Number(row.stop_points)),
    stopOutPoints: points(Number(row.termination_points)),
  };
  return { direction, exposure, closable };
}

function quoteOf(row: Row, side: 'open' | 'close'): Quote {
  return {
    symbol: String(row.symbol),
    bidPoints: points(Number(row[`${side}_sell_points`])),
    askPoints: points(Number(row[`${side}_buy_points`])),
    // These rules use prices only.
    sequence: 0,
    source: '',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
}
