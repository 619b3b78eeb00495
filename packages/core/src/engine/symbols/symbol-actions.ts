// Corporate actions on a symbol and on all its open positions at once: splits and dividends. They
// change neither amount nor leverage, and so not the exposure in euros.
import { assert, assertPresent } from '#assertion/assertion.ts';
import {
  isSplitQuoteFit,
  isSplitRatio,
  PRICE_POINTS_MAX,
  splitQuote,
  type Quote,
} from '#instrument/instrument.ts';
import { createAdjustmentPosting } from '#ledger/ledger.ts';
import { cents, ZERO_CENTS, type Cents } from '#money/money.ts';
import { splitOrder } from '#order/order.ts';
import {
  dividend,
  profitAt,
  splitPosition,
  splitTrail,
  trailingStop,
  type AccountId,
  type Position,
} from '#position/position.ts';
import { createDraft, moveAmount, type AccountDraft } from '../account/account.ts';
import type { PayDividend, SplitSymbol, SymbolAction } from '../command.ts';
import { decided, rejectionOf, refused, type Decision } from '../decision.ts';
import type { Event, PositionSplit } from '../event.ts';
import { cancelled, draftOf, endIn } from '../orders/orders.ts';
import type { OrdersDraft } from '../orders/orders.ts';
import { getBook, getMarket } from '../market-view.ts';
import type { Account, EngineState } from '../state.ts';

/**
 * The largest number of positions per action. One commit contains them all, and a larger one would
 * delay everyone else for too long.
 */
const ACTION_POSITIONS_MAX = 10_000;

const WHOLE_POINTS = 100;

/**
 * Adjusts open rate, stop, target and stop-out price of each open position of a symbol that does
 * not trade, and its last quote. The rounding difference in a position's profit at that quote is
 * booked, so that equity stays equal to the cent, or rises by what a guarantee spares. Rejects with
 * not-found (symbol), not-halted, price-unavailable, too-many-positions, adjustment-impossible (a
 * rate would be too small or too large). Asserts a valid ratio.
 */
export function decideSplitSymbol(state: EngineState, command: SplitSymbol): Decision {
  assert(isSplitRatio(command), 'a split has a ratio');
  const begun = begin(state, command);
  if ('kind' in begun) return begun;
  const left = splitQuote(begun.quote, command);
  // The split's quote needs a number above those that a previous owner of the lease assigned, which
  // this program may not know. The market's sequence numbers stay below the time, so the time in
  // milliseconds exceeds them.
  const quote = { ...left, sequence: Math.max(left.sequence, command.atMs) };
  if (!isSplitQuoteFit(quote)) return refused(rejectionOf('adjustment-impossible'));

  const events: Event[] = [];
  for (const { account, positions } of begun.holders) {
    const draft = createDraft(state, account, command.atMs);
    for (const position of positions) {
      const split = splitOf(state, position, { command, sequence: quote.sequence });
      if (split === undefined) return refused(rejectionOf('adjustment-impossible'));
      events.push(toSplitEvent(split, command));
      const worth = { before: profitAt(position, begun.quote), after: profitAt(split, quote) };
      const amountCents = roundingOf(worth, position.hasGuaranteedStop);
      events.push(...post(draft, command, { position, amountCents }));
    }
  }
  const { atMs, newUnits, oldUnits } = command;
  events.push(...splitOrders(state, command));
  return decided(...events, { kind: 'symbol-split', atMs, newUnits, oldUnits, quote });
}

/**
 * Credits a dividend to each open buy of a symbol that does not trade, and debits each open sell,
 * on the units of its exposure. A debit can make a balance negative, as a loss can. Rejects with
 * not-found (symbol), not-halted, price-unavailable, too-many-positions, adjustment-impossible (the
 * dividend is not below the price). Asserts a valid dividend.
 */
export function decidePayDividend(state: EngineState, command: PayDividend): Decision {
  const { symbol, micros, atMs } = command;
  assert(Number.isSafeInteger(micros) && micros > 0, 'a dividend is above zero');
  const begun = begin(state, command);
  if ('kind' in begun) return begun;
  const { decimals } = assertPresent(state.instruments.get(symbol), () => `${symbol} is listed`);
  const ofOneUnit = dividend(
    {
      direction: 'buy',
      amountCents: cents(WHOLE_POINTS),
      leverage: 1,
      openPoints: begun.quote.bidPoints,
    },
    { micros, decimals },
  );
  if (ofOneUnit >= WHOLE_POINTS) return refused(rejectionOf('adjustment-impossible'));

  const events: Event[] = [];
  for (const { account, positions } of begun.holders) {
    const draft = createDraft(state, account, atMs);
    for (const position of positions) {
      const amountCents = dividend(position, { micros, decimals });
      events.push(...post(draft, command, { position, amountCents }));
    }
  }
  return decided(...events);
}

/** Returns the position after the split; undefined when a rate would exceed the largest price. */
function splitOf(
  state: EngineState,
  position: Position,
  { command, sequence }: { readonly command: SplitSymbol; readonly sequence: number },
): Position | undefined {
  const split = splitPosition(position, command);
  const { trail } = getBook(state, position.symbol).levels.current(position);
  if (split === undefined || trail === undefined) return split;
  const after = splitTrail(position.direction, trail, { ratio: command, sequence });
  const largest = Math.max(
    after.bestPoints,
    after.distance,
    trailingStop(position.direction, after),
  );
  return largest > PRICE_POINTS_MAX ? undefined : { ...split, trail: after };
}

/** The entry orders of the symbol, by id; an order whose price can't be adjusted is cancelled. */
function splitOrders(state: EngineState, command: SplitSymbol): readonly Event[] {
  const { symbol, atMs } = command;
  const drafts = new Map<AccountId, OrdersDraft>();
  return getBook(state, symbol)
    .orders.list()
    .flatMap(({ id, accountId }): readonly Event[] => {
      const draft = draftOf(state, drafts, accountId);
      const before = assertPresent(draft.orders.get(id), 'a listed order is pending');
      const order = splitOrder(before, command);
      if (order === undefined)
        return endIn(draft, before, cancelled(atMs, 'adjustment-impossible'));
      draft.orders.set(id, order);
      return [{ kind: 'order-amended', atMs, order }];
    });
}

type Holder = { readonly account: Account; readonly positions: readonly Position[] };
type Begun = { readonly quote: Quote; readonly holders: readonly Holder[] };

/** Returns the affected accounts and positions by id, or why the action is rejected. */
function begin(state: EngineState, { symbol }: SymbolAction): Begun | Decision {
  if (!state.instruments.has(symbol)) return refused(rejectionOf('not-found', { symbol }));
  const market = getMarket(state, symbol);
  // Prices from before and after a split must never be compared. A dividend belongs to those who
  // hold the symbol before its price falls: a customer who opened after the fall would gain or owe
  // it unjustly.
  if (market.state === 'live') return refused(rejectionOf('not-halted'));
  if (market.quote === undefined) return refused(rejectionOf('price-unavailable', { symbol }));
  const holders = listHolders(state, symbol);
  const count = holders.reduce((sum, { positions }) => sum + positions.length, 0);
  if (count > ACTION_POSITIONS_MAX) {
    return refused(rejectionOf('too-many-positions', { maximum: ACTION_POSITIONS_MAX }));
  }
  return { quote: market.quote, holders };
}

function listHolders(state: EngineState, symbol: string): readonly Holder[] {
  const holders: Holder[] = [];
  for (const account of state.accounts.values()) {
    const positions = [...account.positions.values()].filter((one) => one.symbol === symbol);
    if (positions.length === 0) continue;
    holders.push({ account, positions: positions.toSorted((one, other) => one.id - other.id) });
  }
  return holders.toSorted((one, other) => one.account.id - other.account.id);
}

/**
 * Returns the journal entry of a position. A guaranteed position is never debited: beyond its
 * stop-out price, where rounding can increase its value, a debit would add to a loss of the whole
 * amount.
 */
function roundingOf(
  { before, after }: { readonly before: Cents; readonly after: Cents },
  hasGuaranteedStop: boolean,
): Cents {
  const amountCents = cents(before - after);
  return hasGuaranteedStop && amountCents < 0 ? ZERO_CENTS : amountCents;
}

function toSplitEvent(split: Position, { atMs, newUnits, oldUnits }: SplitSymbol): PositionSplit {
  const { id: positionId, accountId, openPoints, filledPoints = openPoints } = split;
  const { stopPoints, targetPoints, stopOutPoints, carry, trail } = split;
  return {
    kind: 'position-split',
    accountId,
    positionId,
    atMs,
    newUnits,
    oldUnits,
    openPoints,
    filledPoints,
    stopPoints,
    targetPoints,
    stopOutPoints,
    ...(carry === undefined ? {} : { carry }),
    ...(trail === undefined ? {} : { trail }),
  };
}

function post(
  draft: AccountDraft,
  { action }: SymbolAction,
  moved: { readonly position: Position; readonly amountCents: Cents },
): readonly Event[] {
  const { position, amountCents } = moved;
  if (amountCents === 0) return [];
  const { id: positionId, accountId } = position;
  const charge = { positionId, accountId, atMs: draft.atMs, ...moveAmount(draft, amountCents) };
  const posting = createAdjustmentPosting(charge, action);
  return [{ kind: 'funds-posted', accountId, posting }];
}
