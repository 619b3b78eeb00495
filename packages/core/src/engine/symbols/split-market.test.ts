// Splits and dividends on random markets, mixed with customers' commands, quotes and overnight
// financing: checks the invariants of money and of the indexes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REGIMES, type Regime } from '#instrument/instrument.ts';
import type { Posting } from '#ledger/ledger.ts';
import { marketProfit, profit, profitAt, type PositionId } from '#position/position.ts';
import { apply } from '../apply.ts';
import { BROKER_ACCOUNT_ID, type Command } from '../command.ts';
import { decide } from '../decide.ts';
import type { Event } from '../event.ts';
import { accountFigures } from '../account/account.ts';
import { createEngineState } from '../rebuild.ts';
import type { Account, EngineState } from '../state.ts';
import {
  beginRandomMarket,
  createRandom,
  listRandomInstruments,
  nextRandomCommand,
  type RandomMarket,
} from '../testing/random-market.ts';
import { restarted, StoredMarks } from '../testing/restarted.ts';
import { decideTickByScan } from '../testing/scan-tick.ts';
import { snapshotOf } from '../testing/snapshot.ts';
import { RULES, START_MS } from '../testing/test-engine.ts';

const INSTRUMENTS = listRandomInstruments(8);
const ACCOUNTS = 100;
const MARKETS_MIN = 3;
const MARKETS_MAX = 20;
/** A market in which a case never occurred has not tested it. */
const CASES = ['dividend', 'protected close after split', 'split'];
const COMMANDS = 2_400;
const RESTART_AFTER = 600;
const RESTARTED_COMMANDS = 150;

function emptyState(regime: Regime, nextPositionId: number): EngineState {
  const rules = {
    ...RULES,
    regime,
    openPositionsMax: 12,
    marginWarningPercents: [100, 75],
    protectionFeeBps: 10,
    financingBpsYear: { forex: { buy: 90_000, sell: 90_000 } },
  };
  return createEngineState({ rules, instruments: INSTRUMENTS, nextPositionId });
}

/** The sums of the journal entries that a random market has booked. */
type Books = {
  readonly keys: Set<string>;
  /** For each guaranteed position, its amount and the cents that prices and splits have moved. */
  readonly guaranteed: Map<PositionId, { readonly amountCents: number; movedCents: number }>;
  readonly reached: Set<string>;
};

function perform(state: EngineState, command: Command): readonly Event[] {
  const decision = decide(state, command);
  if (command.kind === 'accept-tick') {
    const last = state.markets.get(command.quote.symbol)?.quote?.sequence ?? 0;
    // A split numbers its own quote, so a tick can have the number of the last quote.
    if (command.quote.sequence > last) expect(decision).toEqual(decideTickByScan(state, command));
  }
  if (decision.kind === 'refused') return [];
  for (const event of decision.events) apply(state, event);
  return decision.events;
}

function performNoted(market: RandomMarket, books: Books, command: Command): readonly Event[] {
  const events = perform(market.state, command);
  for (const event of events) {
    note(books, event);
    market.marks.note(event);
  }
  return events;
}

function note(books: Books, event: Event): void {
  for (const { uniqueKey, reference, entries } of postingsOf(event)) {
    if (books.keys.has(uniqueKey)) expect.fail(`${uniqueKey} is booked twice`);
    books.keys.add(uniqueKey);
    if (uniqueKey.startsWith('dividend:')) books.reached.add('dividend');
    if (!uniqueKey.startsWith('split:')) continue;
    const own = entries.filter(({ customerId }) => customerId !== null);
    const movedCents = own.reduce((sum, { amountCents }) => sum + amountCents, 0);
    move(books, Number(reference.slice('position:'.length)), movedCents);
  }
  if (event.kind === 'position-opened' && event.position.hasGuaranteedStop) {
    const { id, amountCents } = event.position;
    books.guaranteed.set(id, { amountCents, movedCents: 0 });
  }
  if (event.kind === 'position-reduced') move(books, event.positionId, event.closed.profitCents);
  if (event.kind === 'position-closed') {
    const { id, profitCents, hasGuaranteedStop, filledPoints } = event.position;
    move(books, id, profitCents);
    if (hasGuaranteedStop && filledPoints !== undefined)
      books.reached.add('protected close after split');
    expectWithinAmount(books, id, 0);
  }
}

function postingsOf(event: Event): readonly Posting[] {
  if (event.kind === 'financing-charged') return event.postings;
  return 'posting' in event && event.posting !== null ? [event.posting] : [];
}

function move({ guaranteed }: Books, id: PositionId, cents: number): void {
  const one = guaranteed.get(id);
  if (one !== undefined) one.movedCents += cents;
}

function expectWithinAmount({ guaranteed }: Books, id: PositionId, furtherCents: number): void {
  const one = guaranteed.get(id);
  if (one === undefined) return;
  expect(one.movedCents + furtherCents).toBeGreaterThanOrEqual(0 - one.amountCents);
}

function split(market: RandomMarket, books: Books, random: () => number): void {
  const { state, nowMs: atMs } = market;
  const symbol = pickSymbol(market, random);
  const units = () => 1 + Math.floor(random() * 6);
  const [newUnits, oldUnits] = [units(), units()];
  if (newUnits === oldUnits) return;
  performNoted(market, books, { kind: 'set-symbol-state', symbol, state: 'halted', atMs });
  const before = [...state.accounts.values()].map((account) => worthOf(state, account, symbol));
  const named = { accountId: BROKER_ACCOUNT_ID, atMs, action: `split:${market.sequence}` } as const;
  const command = { kind: 'split-symbol', symbol, newUnits, oldUnits, ...named } as const;
  if (performNoted(market, books, command).length > 1) books.reached.add('split');
  // The split has numbered a quote, and the next tick is newer.
  market.sequence = Math.max(market.sequence, state.markets.get(symbol)?.quote?.sequence ?? 0);
  [...state.accounts.values()].forEach((account, index) => {
    const was = before[index] ?? expect.fail('an account');
    const now = worthOf(state, account, symbol);
    expect(now.usedMarginCents).toBe(was.usedMarginCents);
    if (was.isSpared || now.isSpared) {
      expect(now.equityCents).toBeGreaterThanOrEqual(was.equityCents);
    } else expect([account.id, now.equityCents]).toEqual([account.id, was.equityCents]);
    for (const position of account.positions.values()) {
      expectWithinAmount(books, position.id, profit(position, position.stopOutPoints));
    }
  });
  performNoted(market, books, { kind: 'set-symbol-state', symbol, state: 'live', atMs });
}

/** `isSpared`: a guarantee makes a position on the symbol worth more than its price says. */
function worthOf(state: EngineState, account: Account, symbol: string) {
  const quote = state.markets.get(symbol)?.quote;
  const isSpared = [...account.positions.values()].some(
    (position) =>
      quote !== undefined &&
      position.symbol === symbol &&
      profitAt(position, quote) !== marketProfit(position, quote),
  );
  const { equityCents, usedMarginCents } = accountFigures(state, account);
  return { equityCents, usedMarginCents, isSpared };
}

function payDividend(market: RandomMarket, books: Books, random: () => number): void {
  market.sequence += 1;
  const { nowMs: atMs } = market;
  const symbol = pickSymbol(market, random);
  performNoted(market, books, { kind: 'set-symbol-state', symbol, state: 'closed', atMs });
  performNoted(market, books, {
    kind: 'pay-dividend',
    accountId: BROKER_ACCOUNT_ID,
    atMs,
    symbol,
    micros: 1 + Math.floor(random() * 3_000_000),
    action: `dividend:${market.sequence}`,
  });
  performNoted(market, books, { kind: 'set-symbol-state', symbol, state: 'live', atMs });
}

function pickSymbol({ symbols }: RandomMarket, random: () => number): string {
  return symbols[Math.floor(random() * symbols.length)] ?? expect.fail('a symbol');
}

function expectRestarted(market: RandomMarket, books: Books): void {
  const { rules, nextPositionId } = market.state;
  performNoted(market, books, { kind: 'record-trails', atMs: market.nowMs });
  const empty = emptyState(rules.regime, nextPositionId);
  const restart = restarted(market.state, empty, undefined, market.marks);
  for (let count = 0; count < RESTARTED_COMMANDS; count += 1) {
    const command = nextRandomCommand(market);
    expect(perform(restart, command)).toEqual(performNoted(market, books, command));
  }
  expect(snapshotOf(restart)).toBe(snapshotOf(market.state));
}

it('keeps money and indexes consistent over splits and dividends on random markets', () => {
  const reached = new Set<string>();
  let markets = 0;
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(...REGIMES), (seed, regime) => {
      if (markets >= MARKETS_MIN && CASES.every((name) => reached.has(name))) return;
      markets += 1;
      const market: RandomMarket = {
        state: emptyState(regime, 1),
        symbols: INSTRUMENTS.map(({ symbol }) => symbol),
        accounts: ACCOUNTS,
        random: createRandom(seed),
        marks: new StoredMarks(),
        nowMs: START_MS,
        sequence: 0,
      };
      const books: Books = { keys: new Set(), guaranteed: new Map(), reached };
      const random = createRandom(seed + 1);
      for (const command of beginRandomMarket(market)) performNoted(market, books, command);
      for (let count = 1; count <= COMMANDS; count += 1) {
        performNoted(market, books, nextRandomCommand(market));
        if (random() < 0.01) split(market, books, random);
        if (random() < 0.005) payDividend(market, books, random);
        if (count % RESTART_AFTER === 0) expectRestarted(market, books);
      }
    }),
    { numRuns: MARKETS_MAX },
  );
  expect([...reached].toSorted()).toEqual(CASES);
}, 600_000);
