// Rebuilds a state from what is stored. The last quotes and the symbol states are added by `apply`,
// with the events that set them.
import { assert, assertPresent } from '#assertion/assertion.ts';
import { LEVERAGES, type Instrument } from '#instrument/instrument.ts';
import { ZERO_CENTS, type Cents } from '#money/money.ts';
import { OrderBook, OrderDeadlines, type EntryOrder, type OrderId } from '#order/order.ts';
import type { AccountId, Position, PositionId } from '#position/position.ts';
import { MarginBands, SymbolLevels, type MarginAccount, type TrailMark } from '#trigger/trigger.ts';
import { balanceOf } from './account/account.ts';
import { marginBounds } from './margin/margin.ts';
import { getBook } from './market-view.ts';
import type {
  Account,
  AccountTerms,
  Book,
  EngineRules,
  EngineState,
  SymbolMarket,
} from './state.ts';

/**
 * Returns a state without accounts and quotes, with every symbol in state 'none'. `nextPositionId`
 * is above every id ever assigned, including closed positions.
 */
export function createEngineState(beginning: {
  readonly rules: EngineRules;
  readonly instruments: Iterable<Instrument>;
  readonly nextPositionId: PositionId;
  /** The next order id, above every id ever assigned; absent means 1. */
  readonly nextOrderId?: OrderId;
}): EngineState {
  const { rules, nextPositionId, nextOrderId = 1 } = beginning;
  assertRules(rules);
  assert(Number.isSafeInteger(nextPositionId) && nextPositionId > 0, 'position ids start at one');

  const instruments = new Map<string, Instrument>();
  for (const instrument of beginning.instruments) {
    assert(!instruments.has(instrument.symbol), () => `${instrument.symbol} is listed once`);
    const exposureMax = instrument.amountMaxCents * Math.max(...LEVERAGES);
    assert(
      Number.isSafeInteger(exposureMax),
      () => `the largest ${instrument.symbol} is a safe number`,
    );
    instruments.set(instrument.symbol, instrument);
  }

  const accounts = new Map<AccountId, Account>();
  const marginBands = new MarginBands(instruments.keys(), (id) =>
    toMarginAccount(
      rules,
      assertPresent(accounts.get(id), () => `account ${id} is there`),
    ),
  );
  const markets = new Map<string, SymbolMarket>();
  const books = new Map<string, Book>();
  for (const [symbol, instrument] of instruments) {
    const market: SymbolMarket = { quote: undefined, state: 'none', closesAtMs: null };
    const calm = marginBands.calmOf(symbol);
    const levels = new SymbolLevels(calm);
    const orders = new OrderBook(calm);
    const sides = marginBands.sidesOf(symbol);
    markets.set(symbol, market);
    books.set(symbol, { instrument, market, levels, orders, sides, calm });
  }
  const derived = { books, marginBands, orderDeadlines: new OrderDeadlines() };
  const next = { nextPositionId, nextOrderId, nights: [], isTradingPaused: false };
  return { rules, instruments, markets, accounts, ...derived, ...next };
}

function assertRules(rules: EngineRules): void {
  const { marginCloseOutPercent, marginWarningPercents = [], protectionFeeBps = 0 } = rules;
  const levels = [...marginWarningPercents, marginCloseOutPercent];
  assert(levels.every(Number.isSafeInteger), 'the margin levels are in percent');
  const isFalling = levels.every((level, index) => index === 0 || level < (levels[index - 1] ?? 0));
  assert(isFalling, 'margin levels descend, and the close-out level is the lowest');
  assert(Number.isSafeInteger(protectionFeeBps) && protectionFeeBps >= 0, 'a fee is not negative');
  for (const percent of Object.values(rules.gapPercents ?? {})) {
    const isPercent = Number.isSafeInteger(percent) && percent >= 0 && percent <= 100;
    assert(isPercent, 'a gap is between 0 and 100 percent');
  }
  const { financingNightsMax = 1 } = rules;
  const isCount = Number.isSafeInteger(financingNightsMax) && financingNightsMax > 0;
  assert(isCount, 'the limit of nights per charge is at least one');
  for (const rates of Object.values(rules.financingBpsYear ?? {})) {
    const areWhole = Number.isSafeInteger(rates.buy) && Number.isSafeInteger(rates.sell);
    assert(areWhole, 'a financing rate is in hundredths of a percent');
  }
}

function toMarginAccount(rules: EngineRules, account: Account): MarginAccount {
  return {
    id: account.id,
    balanceCents: balanceOf(rules, account),
    ...marginBounds(rules, account),
    positions: account.positions.values(),
  };
}

/** An account without its positions and orders. */
export type StoredAccount = {
  readonly id: AccountId;
  readonly terms: AccountTerms;
  readonly cashCents: Cents;
  readonly creditCents: Cents;
  /** Owed for reversed deposits; absent means none. */
  readonly debtCents?: Cents;
  /** Funds held for withdrawals, by withdrawal id, oldest first; absent means none. */
  readonly holds?: Iterable<readonly [string, Cents]>;
  /** The `toPercent` of the last margin-level-crossed; absent means null. */
  readonly warnedPercent?: number | null;
  /** The day of the last financing-charged; absent means null. */
  readonly financedDay?: string | null;
};

/** Adds a stored account without its positions; asserts that the state does not have it. */
export function restoreAccount(state: EngineState, stored: StoredAccount): Account {
  assert(!state.accounts.has(stored.id), () => `account ${stored.id} is added once`);
  const { id, terms, cashCents, creditCents, debtCents = ZERO_CENTS } = stored;
  const { warnedPercent = null, financedDay = null } = stored;
  const holds = new Map(stored.holds);
  const positions = new Map<PositionId, Position>();
  const orders = new Map<OrderId, EntryOrder>();
  const told = { warnedPercent, financedDay };
  const held = { positions, orders, holds };
  const account = { id, terms, cashCents, creditCents, debtCents, ...held, ...told };
  state.accounts.set(id, account);
  return account;
}

/**
 * Adds the stored marks of a symbol's trailing stops. Call it before adding the symbol's positions,
 * which take their best price from the marks.
 */
export function restoreTrailMarks(
  state: EngineState,
  symbol: string,
  marks: readonly TrailMark[],
): void {
  state.books.get(symbol)?.levels.storeTrailChanges({ marks, dropped: [] });
}

/** Adds a stored open position to its account; asserts that the account has none with this id. */
export function restorePosition(state: EngineState, position: Position): void {
  const account = assertPresent(
    state.accounts.get(position.accountId),
    () => `position ${position.id} has an account`,
  );
  assert(!account.positions.has(position.id), () => `position ${position.id} is added once`);
  putPosition(state, account, position);
  state.marginBands.touch(account.id, position);
  state.nextPositionId = Math.max(state.nextPositionId, position.id + 1);
}

/** Adds a stored pending order to its account; asserts that the account has none with this id. */
export function restoreOrder(state: EngineState, order: EntryOrder): void {
  const account = assertPresent(
    state.accounts.get(order.accountId),
    () => `order ${order.id} has an account`,
  );
  assert(!account.orders.has(order.id), () => `order ${order.id} is added once`);
  putOrder(state, account, order);
  state.nextOrderId = Math.max(state.nextOrderId, order.id + 1);
}

/**
 * Indexes a new or changed order by account, trigger price and expiry. An order of a symbol that is
 * no longer listed is due at once, which cancels it.
 */
export function putOrder(state: EngineState, account: Account, order: EntryOrder): void {
  const book = state.books.get(order.symbol);
  book?.orders.put(order);
  state.orderDeadlines.put(order, book === undefined ? 0 : order.expiresAtMs);
  account.orders.set(order.id, order);
}

/** Indexes a new or changed position by account and by its stop, target and stop-out price. */
export function putPosition(state: EngineState, account: Account, position: Position): void {
  getBook(state, position.symbol).levels.put(position);
  account.positions.set(position.id, position);
}
