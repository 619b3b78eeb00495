import { assert, assertNever, assertPresent } from '#assertion/assertion.ts';
import type { Posting } from '#ledger/ledger.ts';
import { addCents, cents, ZERO_CENTS, type Cents } from '#money/money.ts';
import { withTrail, type AccountId, type Position, type PositionId } from '#position/position.ts';
import type {
  AccountAdded,
  Event,
  FinancingCharged,
  FundsPosted,
  LevelsChanged,
  LimitsSet,
  MarginLevelCrossed,
  OrderEnded,
  PositionClosed,
  PositionReduced,
  PositionSplit,
  SymbolStateSet,
  TickAccepted,
} from './event.ts';
import { getBook, getMarket, isCalm } from './market-view.ts';
import { putOrder, putPosition, restoreAccount, restoreOrder, restorePosition } from './rebuild.ts';
import type { Account, EngineState } from './state.ts';

/**
 * Changes the state by an event that `decide` returned. Never rejects; asserts that the event fits
 * the state.
 */
export function apply(state: EngineState, event: Event): void {
  switch (event.kind) {
    case 'tick-accepted':
      applyTick(state, event);
      return;
    case 'position-opened':
      restorePosition(state, event.position);
      return;
    case 'position-closed':
      applyClosed(state, event);
      return;
    case 'position-reduced':
      applyReduced(state, event);
      return;
    case 'levels-changed':
      applyLevels(state, event);
      return;
    case 'position-split':
      applyPositionSplit(state, event);
      return;
    case 'symbol-split':
      applyTick(state, event);
      return;
    case 'funds-posted':
    case 'withdrawal-cancelled':
      applyFunds(state, event);
      return;
    case 'financing-charged':
      applyFinancing(state, event);
      return;
    case 'margin-level-crossed':
      applyCrossing(state, event);
      return;
    case 'account-added':
      applyAdded(state, event);
      return;
    case 'terms-changed':
      getAccount(state, event.accountId).terms = event.terms;
      return;
    case 'symbol-state-set':
      applyState(state, event);
      return;
    case 'limits-set':
      applyLimits(state, event);
      return;
    case 'order-placed':
      restoreOrder(state, event.order);
      return;
    case 'order-amended':
      putOrder(state, getAccount(state, event.order.accountId), event.order);
      return;
    case 'order-ended':
      applyOrderEnded(state, event);
      return;
    case 'trails-moved':
      getBook(state, event.symbol).levels.storeTrailChanges(event);
      return;
    case 'trading-pause-set':
      state.isTradingPaused = event.isPaused;
      return;
    case 'nights-set':
      state.nights = event.nights;
      return;
    default:
      assertNever(event);
  }
}

function applyAdded(state: EngineState, { accountId: id, terms }: AccountAdded): void {
  restoreAccount(state, { id, terms, cashCents: ZERO_CENTS, creditCents: ZERO_CENTS });
}

function applyTick(state: EngineState, { quote }: Pick<TickAccepted, 'quote'>): void {
  const symbolBook = getBook(state, quote.symbol);
  const { market, sides, levels } = symbolBook;
  market.quote = quote;
  if (isCalm(state, symbolBook, quote)) {
    state.marginBands.acceptCalm(sides, quote);
    return;
  }
  if (market.state === 'live') levels.accept(quote);
  state.marginBands.accept(sides, quote, market.state === 'live');
}

function applyState(
  state: EngineState,
  { symbol, state: symbolState, closesAtMs }: SymbolStateSet,
): void {
  Object.assign(getMarket(state, symbol), { state: symbolState, closesAtMs });
}

function applyLimits(state: EngineState, { symbol, limits }: LimitsSet): void {
  const listed = getBook(state, symbol);
  listed.instrument = { ...listed.instrument, ...limits };
  state.instruments.set(symbol, listed.instrument);
}

function applyFunds(
  state: EngineState,
  { accountId, posting }: Pick<FundsPosted, 'accountId' | 'posting'>,
): void {
  const account = getAccount(state, accountId);
  book(account, posting);
  state.marginBands.touch(account.id);
}

function applyFinancing(state: EngineState, event: FinancingCharged): void {
  const account = getAccount(state, event.accountId);
  for (const posting of event.postings) book(account, posting);
  account.financedDay = event.day;
  state.marginBands.touch(account.id);
}

function applyCrossing(state: EngineState, { accountId, toPercent }: MarginLevelCrossed): void {
  const account = getAccount(state, accountId);
  account.warnedPercent = toPercent;
  state.marginBands.touch(account.id);
}

function applyOrderEnded(state: EngineState, { order }: OrderEnded): void {
  const { orders } = getAccount(state, order.accountId);
  assert(orders.delete(order.id), () => `order ${order.id} is pending`);
  state.books.get(order.symbol)?.orders.remove(order);
  state.orderDeadlines.remove(order.id);
}

function applyClosed(state: EngineState, event: PositionClosed): void {
  const { position, financing = [], posting } = event;
  const account = getAccount(state, position.accountId);
  assert(account.positions.delete(position.id), () => `position ${position.id} is open`);
  getBook(state, position.symbol).levels.remove(position);
  for (const charge of financing) book(account, charge);
  book(account, posting);
  state.marginBands.touch(account.id);
}

function applyReduced(state: EngineState, event: PositionReduced): void {
  const { positionId, remainingCents, remainingCarry: carry, closed } = event;
  const { financing = [], posting } = event;
  const account = getAccount(state, closed.accountId);
  const position = getPosition(account, positionId);
  putPosition(state, account, { ...position, amountCents: remainingCents, carry });
  state.nextPositionId = Math.max(state.nextPositionId, closed.id + 1);
  for (const charge of financing) book(account, charge);
  book(account, posting);
  state.marginBands.touch(account.id);
}

function applyLevels(state: EngineState, event: LevelsChanged): void {
  const { accountId, positionId, stopPoints, targetPoints, trail } = event;
  const account = getAccount(state, accountId);
  const position = withTrail(getPosition(account, positionId), trail ?? undefined);
  putPosition(state, account, { ...position, stopPoints, targetPoints });
  // A new guaranteed stop limits what a position can lose, so the account's margin must be measured
  // again.
  state.marginBands.touch(account.id);
}

function applyPositionSplit(state: EngineState, event: PositionSplit): void {
  const { accountId, positionId, openPoints, filledPoints } = event;
  const { stopPoints, targetPoints, stopOutPoints, carry, trail } = event;
  const levels = { stopPoints, targetPoints, stopOutPoints };
  const rates = { openPoints, filledPoints, ...levels, ...(carry === undefined ? {} : { carry }) };
  const account = getAccount(state, accountId);
  const position = withTrail(getPosition(account, positionId), trail);
  putPosition(state, account, { ...position, ...rates });
  state.marginBands.touch(account.id);
}

function book(account: Account, posting: Posting | null): void {
  if (posting === null) return;
  let heldCents = ZERO_CENTS;
  for (const { account: ledgerAccount, customerId, amountCents } of posting.entries) {
    if (customerId !== account.id) continue;
    if (ledgerAccount === 'customer:cash') {
      account.cashCents = addCents(account.cashCents, amountCents);
    } else if (ledgerAccount === 'customer:credit') {
      account.creditCents = addCents(account.creditCents, amountCents);
    } else if (ledgerAccount === 'customer:withdrawal-hold') {
      heldCents = addCents(heldCents, amountCents);
    } else if (ledgerAccount === 'customer:debt') {
      account.debtCents = cents(account.debtCents - amountCents);
    }
  }
  if (heldCents !== 0) bookHold(account, posting.reference, heldCents);
}

function bookHold({ holds }: Account, reference: string, movedToHoldCents: Cents): void {
  const heldCents = addCents(holds.get(reference) ?? ZERO_CENTS, movedToHoldCents);
  if (heldCents === 0) holds.delete(reference);
  else holds.set(reference, heldCents);
}

function getAccount(state: EngineState, id: AccountId): Account {
  return assertPresent(state.accounts.get(id), () => `account ${id} is there`);
}

function getPosition(account: Account, id: PositionId): Position {
  return assertPresent(account.positions.get(id), () => `position ${id} is open`);
}
