// Adds an entry order and a trailing stop for each open position, as far from the price as the
// position's own stop, so that an ordinary market rarely reaches them: the bench measures their
// waiting, not their fills.
import { apply, restoreOrder, type EngineState } from '@halyard/core/engine';
import { points, type Points, type Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { startTrail } from '@halyard/core/position';

const NEVER_MS = Number.MAX_SAFE_INTEGER;

/**
 * Call it once every symbol has a quote. Returns the number of orders, which is also that of
 * trailing stops.
 */
export function addWaiting(state: EngineState, random: () => number): number {
  for (const { id: accountId, positions } of state.accounts.values()) {
    for (const {
      id: positionId,
      symbol,
      direction,
      stopPoints,
      targetPoints,
    } of positions.values()) {
      const quote = quoteOf(state, symbol);
      const distance = distanceOf(quote.bidPoints, stopPoints);
      const trail = startTrail(direction, distance, quote);
      const changed = { accountId, positionId, stopPoints, targetPoints, trail };
      apply(state, { kind: 'levels-changed', ...changed });
      const isRising = random() < 0.5;
      const price = quote.bidPoints + (isRising ? distance : 0 - distance);
      restoreOrder(state, {
        id: state.nextOrderId,
        accountId,
        symbol,
        direction,
        kind: (direction === 'buy') === isRising ? 'stop' : 'limit',
        amountCents: cents(10_000),
        leverage: 1,
        points: points(Math.max(1, price)),
        stopPoints: null,
        stopDistance: null,
        targetPoints: null,
        targetDistance: null,
        trailDistance: null,
        expiry: 'gtc',
        expiresAtMs: NEVER_MS,
        ocoId: null,
        placedAtMs: quote.receivedAtMs,
      });
    }
  }
  return state.orderDeadlines.size;
}

function distanceOf(price: number, stopPoints: Points | null): Points {
  if (stopPoints === null) throw new Error('the positions of the bench have stops');
  return points(Math.max(1, Math.abs(price - stopPoints)));
}

function quoteOf(state: EngineState, symbol: string): Quote {
  const quote = state.markets.get(symbol)?.quote;
  if (quote === undefined) throw new Error(`${symbol} has no quote`);
  return quote;
}
