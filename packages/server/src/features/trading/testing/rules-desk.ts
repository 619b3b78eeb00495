// One customer, the assets of the catalogue, and the real engine, without a database: evaluates the
// statements of the customers' trading rules.
import { createFigureWriter } from '@halyard/contract/format/figures';
import { assertPresent } from '@halyard/core/assertion';
import {
  accountFigures,
  apply,
  createEngineState,
  decide,
  findPayoutRejection,
  listTriggered,
} from '@halyard/core/engine';
import type {
  Account,
  AccountFigures,
  AccountTerms,
  Command,
  EngineRules,
  Event,
  Night,
} from '@halyard/core/engine';
import { CATEGORIES, LEVERAGES, orderPrice, parseRate, points } from '@halyard/core/instrument';
import type { Direction, Points, Quote, SymbolState } from '@halyard/core/instrument';
import { cents, parseAmount, toEuros } from '@halyard/core/money';
import type { EntryOrderKind } from '@halyard/core/order';
import type { ClosedPosition, Position, PositionId } from '@halyard/core/position';
import { loadCatalogue } from '@halyard/market';

const FIGURES = createFigureWriter('en');
const START_MS = Date.UTC(2026, 0, 5, 12);
const RULES: EngineRules = {
  regime: 'international',
  marginCloseOutPercent: 50,
  marginWarningPercents: [100, 75],
  openPositionsMax: 200,
};
const TERMS: AccountTerms = {
  status: 'active',
  isVerified: true,
  clientCategory: 'retail',
  hasGuaranteedStop: false,
  permittedCategories: CATEGORIES,
  leverageIndexes: Object.fromEntries(
    CATEGORIES.map((category) => [category, LEVERAGES.map((_, index) => index)]),
  ),
};

export type Order = {
  readonly symbol: string;
  readonly direction: Direction;
  /** The amount as the rules write it: € 100.00. */
  readonly amount: string;
  readonly leverage: number;
  readonly stop?: string;
  /** The distance of the trailing stop. */
  readonly trail?: string;
};

export function createRulesDesk(options: {
  readonly balance: string;
  readonly hasGuaranteedStop?: boolean;
  readonly rules?: Partial<EngineRules>;
}) {
  const instruments = new Map(loadCatalogue().map((one) => [one.symbol, one]));
  const state = createEngineState({
    rules: { ...RULES, ...options.rules },
    instruments: instruments.values(),
    nextPositionId: 1,
  });
  const clock = { nowMs: START_MS };
  const stamp = () => ({ accountId: 1, atMs: clock.nowMs });
  let sequence = 0;

  function run(command: Command): readonly Event[] {
    const decision = decide(state, command);
    if (decision.kind === 'refused') throw new Error(`refused: ${JSON.stringify(decision)}`);
    for (const event of decision.events) apply(state, event);
    return decision.events;
  }

  function pointsOf(symbol: string, text: string): Points {
    const { decimals } = assertPresent(instruments.get(symbol), symbol);
    const plain = text.replaceAll(',', '');
    if (Number(plain) === 0) return points(0);
    return assertPresent(parseRate(plain, decimals), `${text} is a rate of ${symbol}`);
  }

  function quote(symbol: string, sell: Points, buy: Points): readonly Event[] {
    sequence += 1;
    const { nowMs: atMs } = clock;
    const times = { sourceAtMs: atMs, receivedAtMs: atMs };
    const prices = { symbol, bidPoints: sell, askPoints: buy, sequence, source: 'rules' };
    return run({ kind: 'accept-tick', atMs, quote: { ...prices, ...times } });
  }

  const account = (): Account => assertPresent(state.accounts.get(1), 'the account');

  /** Sets a price without spread. */
  function price(symbol: string, text: string): readonly Event[] {
    const both = pointsOf(symbol, text);
    return quote(symbol, both, both);
  }

  /** Opens a position at the current price. */
  function order(symbol: string, direction: Direction, chosen: Partial<Order> = {}): Position {
    const { amount = '€ 100.00', leverage = 1, stop, trail } = chosen;
    const last = assertPresent(state.markets.get(symbol)?.quote, `${symbol} has a price`);
    const [opened] = run({
      kind: 'open-position',
      ...stamp(),
      symbol,
      direction,
      amountCents: centsOf(amount),
      leverage,
      requestedPoints: orderPrice(direction, last),
      stopPoints: stop === undefined ? null : pointsOf(symbol, stop),
      targetPoints: null,
      ...(trail === undefined ? {} : { trailDistance: pointsOf(symbol, trail) }),
    });
    if (opened?.kind !== 'position-opened') throw new Error('nothing was opened');
    return opened.position;
  }

  /**
   * Places an entry order on EURUSD, moves the price, and returns its fill; undefined while it
   * waits.
   */
  function fillOrder(
    wanted: {
      readonly direction: Direction;
      readonly kind: EntryOrderKind;
      readonly trigger: string;
    },
    move: () => unknown,
  ): Points | undefined {
    const symbol = 'EURUSD';
    run({
      kind: 'place-order',
      ...stamp(),
      symbol,
      direction: wanted.direction,
      orderKind: wanted.kind,
      amountCents: centsOf('€ 100.00'),
      leverage: 1,
      points: pointsOf(symbol, wanted.trigger),
      stopPoints: null,
      stopDistance: null,
      targetPoints: null,
      targetDistance: null,
      expiry: 'gtc',
      expiresAtMs: null,
      ocoId: null,
    });
    move();
    const [triggered] = listTriggered(state, symbol, clock.nowMs);
    if (triggered === undefined) return undefined;
    const [opened] = run({ kind: 'trigger-order', ...stamp(), orderId: triggered.id });
    return opened?.kind === 'position-opened' ? opened.position.openPoints : undefined;
  }

  /** Opens at exactly that rate, by searching for the price whose mark-up gives it. */
  function open(wanted: Order & { readonly at: string }): Position {
    const { symbol, direction, at } = wanted;
    const bare = bareOf(direction, pointsOf(symbol, at));
    quote(symbol, bare, bare);
    return order(symbol, direction, wanted);
  }

  for (const { symbol } of instruments.values()) {
    run({ kind: 'set-symbol-state', atMs: clock.nowMs, symbol, state: 'live' });
  }
  const terms = { ...TERMS, hasGuaranteedStop: options.hasGuaranteedStop ?? false };
  run({ kind: 'add-account', ...stamp(), terms });
  run({ kind: 'post-funds', ...stamp(), posting: depositOf(centsOf(options.balance)) });

  return {
    quote: (symbol: string, sell: string, buy: string) =>
      quote(symbol, pointsOf(symbol, sell), pointsOf(symbol, buy)),
    price,
    open,
    order,
    fillOrder,
    /** Holds an amount for a withdrawal. */
    withdraw: (amount: string) =>
      run({ kind: 'hold-funds', ...stamp(), amountCents: centsOf(amount), reference: 'W1' }),
    /** Returns why the withdrawal can't be paid now. */
    findPayoutRejection: () => findPayoutRejection(state, account(), 'W1'),
    reverseFunds: (amount: string) =>
      run({
        kind: 'take-back-funds',
        ...stamp(),
        amountCents: centsOf(amount),
        reference: 'D1',
        source: 'house:bank',
      }),
    /** Returns an open position with its trailing stop at its current level. */
    position: (id: PositionId): Position => {
      const position = assertPresent(account().positions.get(id), 'an open position');
      const { levels } = assertPresent(state.books.get(position.symbol), position.symbol);
      return levels.current(position);
    },
    debtCents: () => account().debtCents,
    setState: (symbol: string, symbolState: SymbolState) =>
      run({ kind: 'set-symbol-state', atMs: clock.nowMs, symbol, state: symbolState }),
    /** Sets the time of everything that follows. */
    moveTo: (atMs: number) => {
      clock.nowMs = atMs;
    },
    setNights: (nights: readonly Night[]) => run({ kind: 'set-nights', atMs: clock.nowMs, nights }),
    /** Closes an amount of a position; null for all of it. */
    close: (positionId: number, amount: string | null) =>
      run({
        kind: 'close-position',
        ...stamp(),
        positionId,
        amountCents: amount === null ? null : centsOf(amount),
      }),
    closeAll: () => run({ kind: 'close-positions', ...stamp(), which: 'all' }),
    decimals: (symbol: string) => assertPresent(instruments.get(symbol), symbol).decimals,
    figures: (): AccountFigures => accountFigures(state, account()),
  };
}

function bareOf(direction: Direction, wanted: Points): Points {
  const near = Math.round(wanted / (direction === 'buy' ? 1.00025 : 0.99975));
  const candidates = [near - 1, near, near + 1].map((candidate) => points(candidate));
  const bare = candidates.find((one) => orderPrice(direction, quoteAt(one)) === wanted);
  return assertPresent(bare, `a price that fills at ${wanted}`);
}

function quoteAt(price: Points): Quote {
  const prices = { symbol: '', bidPoints: price, askPoints: price };
  return { ...prices, sequence: 0, source: '', sourceAtMs: 0, receivedAtMs: 0 };
}

function depositOf(amountCents: number) {
  return {
    kind: 'deposit',
    reference: 'D1',
    uniqueKey: 'D1',
    atMs: START_MS,
    entries: [
      { account: 'customer:cash', customerId: 1, amountCents: cents(amountCents) },
      { account: 'house:bank', customerId: null, amountCents: cents(0 - amountCents) },
    ],
  } as const;
}

/** Returns the positions that events close, in order. */
export function closedBy(events: readonly Event[]): readonly ClosedPosition[] {
  return events.flatMap((event) => (event.kind === 'position-closed' ? [event.position] : []));
}

/** Returns the positions and closed parts that events close, in order. */
export function partsOf(events: readonly Event[]): readonly ClosedPosition[] {
  return events.flatMap((event) => {
    if (event.kind === 'position-reduced') return [event.closed];
    return event.kind === 'position-closed' ? [event.position] : [];
  });
}

/** Parses an amount such as € 1,234.50 as cents. */
export function centsOf(text: string): ReturnType<typeof cents> {
  const amount = parseAmount(text.replace('€ ', '').replaceAll(',', ''));
  return assertPresent(amount, `${text} is an amount`);
}

export function euros(amountCents: number): string {
  return FIGURES.euros(toEuros(cents(amountCents)));
}

export function rate(price: number, decimals: number): string {
  return FIGURES.decimal(price / 10 ** decimals, decimals);
}
