// What happens to a symbol itself, and so to all open positions on it at once: a split or a dividend.
// A position's exposure is amount × leverage in euros, which neither changes.
import { assert, assertPresent } from '#assertion/assertion.ts';
import { isSplitQuoteFit, isSplitRatio, splitQuote, type Quote } from '#instrument/instrument.ts';
import { createAdjustmentPosting } from '#ledger/ledger.ts';
import { cents, ZERO_CENTS, type Cents } from '#money/money.ts';
import { splitOrder } from '#order/order.ts';
import {
  dividend,
  profitAt,
  splitPosition,
  type AccountId,
  type Position,
} from '#position/position.ts';
import { createDraft, moveAmount, type AccountDraft } from '../account/account.ts';
import type { PayDividend, SplitSymbol, SymbolAction } from '../command.ts';
import { decided, refusalOf, refused, type Decision } from '../decision.ts';
import type { Event, PositionSplit } from '../event.ts';
import { cancelled, draftOf, endIn } from '../orders/orders.ts';
import type { OrdersDraft } from '../orders/orders.ts';
import { getBook, getMarket } from '../market-view.ts';
import type { Account, EngineState } from '../state.ts';

/** They are committed as one: more would hold up everybody else for too long. */
const ACTION_POSITIONS_MAX = 10_000;

const WHOLE_POINTS = 100;

/**
 * Adjusts open rate, stop, target and termination of each open position of a symbol that does not
 * trade, and its last quote. What rounding to points makes of a position's profit at that quote is
 * posted, so that equity stays the same to the cent, or is more by what a guarantee spares. Refuses
 * not-found (symbol), not-halted, price-unavailable, too-many-positions, adjustment-impossible (a
 * rate would be too small or too large). Asserts a ratio.
 */
export function decideSplitSymbol(state: EngineState, command: SplitSymbol): Decision {
  assert(isSplitRatio(command), 'a split has a ratio');
  const begun = begin(state, command);
  if ('kind' in begun) return begun;
  const left = splitQuote(begun.quote, command);
  // Above what a program that had the prices before gave, and this one may not know of: the numbers
  // that a market gives lie below the time.
  const quote = { ...left, sequence: Math.max(left.sequence, command.atMs) };
  if (!isSplitQuoteFit(quote)) return refused(refusalOf('adjustment-impossible'));

  const events: Event[] = [];
  for (const { account, positions } of begun.holders) {
    const draft = createDraft(state, account, command.atMs);
    for (const position of positions) {
      const split = splitPosition(position, command);
      if (split === undefined) return refused(refusalOf('adjustment-impossible'));
      events.push(toSplitEvent(split, command));
      const worth = { before: profitAt(position, begun.quote), after: profitAt(split, quote) };
      const amountCents = roundingOf(worth, position.isProtected);
      events.push(...post(draft, command, { position, amountCents }));
    }
  }
  const { atMs, newUnits, oldUnits } = command;
  events.push(...splitOrders(state, command));
  return decided(...events, { kind: 'symbol-split', atMs, newUnits, oldUnits, quote });
}

/**
 * Credits each open buy of a symbol, and debits each open sell, with the dividend on the units that
 * its exposure is, of a symbol that does not trade. A debit may bring a balance below zero, as a loss
 * may. Refuses not-found (symbol), not-halted, price-unavailable, too-many-positions,
 * adjustment-impossible (a dividend not below the price). Asserts a dividend.
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
      openPoints: begun.quote.sellPoints,
    },
    { micros, decimals },
  );
  if (ofOneUnit >= WHOLE_POINTS) return refused(refusalOf('adjustment-impossible'));

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

/** The entry orders of the symbol, by id; one whose price can't be adjusted is cancelled. */
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

/** Whom it concerns, accounts and positions by id, or why it can't be done. */
function begin(state: EngineState, { symbol }: SymbolAction): Begun | Decision {
  if (!state.instruments.has(symbol)) return refused(refusalOf('not-found', { symbol }));
  const market = getMarket(state, symbol);
  // At a split a price of before and one of after must never meet. A dividend is for those who hold the
  // symbol before its price falls by it: whoever opens after the fall would gain it, or owe it.
  if (market.state === 'live') return refused(refusalOf('not-halted'));
  if (market.quote === undefined) return refused(refusalOf('price-unavailable', { symbol }));
  const holders = listHolders(state, symbol);
  const count = holders.reduce((sum, { positions }) => sum + positions.length, 0);
  if (count > ACTION_POSITIONS_MAX) {
    return refused(refusalOf('too-many-positions', { maximum: ACTION_POSITIONS_MAX }));
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
 * What is posted for a position. One that the house guarantees is never debited: beyond its
 * termination, where rounding can make it worth more, the debit would come on top of its amount.
 */
function roundingOf(
  { before, after }: { readonly before: Cents; readonly after: Cents },
  isProtected: boolean,
): Cents {
  const amountCents = cents(before - after);
  return isProtected && amountCents < 0 ? ZERO_CENTS : amountCents;
}

function toSplitEvent(split: Position, { atMs, newUnits, oldUnits }: SplitSymbol): PositionSplit {
  const { id: positionId, accountId, openPoints, filledPoints = openPoints } = split;
  const { stopPoints, targetPoints, terminationPoints, carry } = split;
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
    terminationPoints,
    ...(carry === undefined ? {} : { carry }),
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
