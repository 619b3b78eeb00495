// A seeded market of many symbols and accounts, more extreme than real ones: gaps, halts, late
// ticks, positions without quotes, deposits and charge-backs, and customers who use all their
// margin. The same seed gives the same history.
import { assertPresent } from '#assertion/assertion.ts';
import {
  CATEGORIES,
  LEVERAGES,
  points,
  type Category,
  type Instrument,
  type Points,
  type Quote,
} from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { MINUTE_MS } from '#time/time.ts';
import type { Command } from '../command.ts';
import { accountFigures } from '../account/account.ts';
import type { Account, AccountTerms, EngineState } from '../state.ts';
import type { StoredMarks } from './restarted.ts';
import { TERMS } from './test-engine.ts';

/** From expensive and fine-grained to cheap and coarse. */
const START_POINTS = [115_150, 9_700_000, 20_000, 1_234_567_890, 150, 3_300_000];

export function listRandomInstruments(count: number): readonly Instrument[] {
  return Array.from({ length: count }, (_, index) => ({
    symbol: `S${index}`,
    name: '',
    category: categoryAt(index),
    decimals: 2,
    leverageMaxRetail: 30,
    amountMaxCents: 100_000_000,
    staleAfterMs: 20_000,
    chartSymbol: '',
    sessionId: 'always',
  }));
}

function categoryAt(index: number): Category {
  return assertPresent(CATEGORIES[index % CATEGORIES.length], 'a category');
}

/** Numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type RandomMarket = {
  state: EngineState;
  readonly symbols: readonly string[];
  readonly accounts: number;
  readonly random: () => number;
  /** The marks of the trailing stops, as the database would hold them. */
  readonly marks: StoredMarks;
  nowMs: number;
  sequence: number;
};

/** The commands that create all accounts and all quotes except those of one symbol. */
export function* beginRandomMarket(market: RandomMarket): Iterable<Command> {
  for (let accountId = 1; accountId <= market.accounts; accountId += 1) {
    yield { kind: 'add-account', accountId, atMs: market.nowMs, terms: randomTerms(market) };
    yield fundsCommand(market, accountId, between(market, 5_000, 500_000));
    if (chance(market, 0.2)) yield fundsCommand(market, accountId, 20_000, true);
  }
  for (const symbol of market.symbols) {
    yield { kind: 'set-symbol-state', atMs: market.nowMs, symbol, state: 'live' };
    if (symbol !== market.symbols[0]) yield tickCommand(market, symbol);
  }
}

export function nextRandomCommand(market: RandomMarket): Command {
  market.nowMs += chance(market, 0.02) ? 15_000 : 50;
  const roll = market.random();
  const atMs = market.nowMs;
  const accountId = between(market, 1, market.accounts);
  const symbol = pick(market, market.symbols);
  if (roll < 0.5) return tickCommand(market, symbol);
  if (roll < 0.52) {
    const state = pick(market, ['live', 'live', 'live', 'halted', 'closed', 'stale'] as const);
    const closesAtMs = atMs + between(market, 1, 40 * MINUTE_MS);
    return { kind: 'set-symbol-state', atMs, symbol, state, closesAtMs };
  }
  if (roll < 0.85) return openCommand(market, getAccount(market, accountId), symbol);
  if (roll < 0.88) {
    return { kind: 'change-terms', accountId, atMs, terms: randomTerms(market) };
  }
  if (roll < 0.9) {
    const amount = between(market, -60_000, 60_000);
    return fundsCommand(market, accountId, amount === 0 ? 1 : amount, chance(market, 0.2));
  }
  if (roll < 0.91) return paymentCommand(market, getAccount(market, accountId));
  if (roll < 0.92) return { kind: 'close-positions', accountId, atMs, which: 'losing' };
  if (roll < 0.93) return { kind: 'record-trails', atMs };
  return changeCommand(market, getAccount(market, accountId));
}

function randomTerms(market: RandomMarket): AccountTerms {
  return {
    ...TERMS,
    clientCategory: chance(market, 0.7) ? 'retail' : 'professional',
    hasGuaranteedStop: chance(market, 0.25),
  };
}

function tickCommand(market: RandomMarket, symbol: string): Command {
  market.sequence += 1;
  const last = market.state.markets.get(symbol)?.quote;
  const start = assertPresent(START_POINTS[market.symbols.indexOf(symbol) % 6], 'a price');
  const stepPermille = chance(market, 0.04) ? between(market, -200, 200) : market.random() * 8 - 4;
  const moved = Math.round(((last?.bidPoints ?? start) * (1_000 + stepPermille)) / 1_000);
  const sell = Math.min(start * 3, Math.max(Math.ceil(start / 3), moved));
  const spread = Math.floor(sell * market.random() * (chance(market, 0.03) ? 0.05 : 0.0005));
  const lateMs = chance(market, 0.02) ? 30_000 : 0;
  const quote: Quote = {
    symbol,
    bidPoints: points(sell),
    askPoints: points(sell + spread),
    sequence: market.sequence,
    source: 'test',
    sourceAtMs: market.nowMs,
    receivedAtMs: market.nowMs - lateMs,
  };
  return { kind: 'accept-tick', atMs: market.nowMs, quote };
}

function openCommand(market: RandomMarket, account: Account, symbol: string): Command {
  const quote = market.state.markets.get(symbol)?.quote;
  const price = quote?.bidPoints ?? points(1);
  const direction = pick(market, ['buy', 'sell'] as const);
  const sign = direction === 'buy' ? 1 : -1;
  const { freeMarginCents, equityCents, usedMarginCents } = accountFigures(market.state, account);
  const available = Math.max(100, Math.min(freeMarginCents, equityCents - usedMarginCents));
  const share = chance(market, 0.4) ? 1 : market.random();
  const levelAt = (permille: number) =>
    points(Math.max(1, Math.round((price * (1_000 + sign * permille)) / 1_000)));
  return {
    kind: 'open-position',
    accountId: account.id,
    atMs: market.nowMs,
    symbol,
    direction,
    amountCents: cents(Math.max(100, Math.floor(available * share))),
    leverage: pick(market, LEVERAGES),
    requestedPoints: price,
    stopPoints: chance(market, 0.4) ? levelAt(0 - between(market, 6, 60)) : null,
    targetPoints: chance(market, 0.3) ? levelAt(between(market, 6, 60)) : null,
    ...(chance(market, 0.3) ? { trailDistance: distanceFrom(market, price) } : {}),
  };
}

function distanceFrom(market: RandomMarket, price: number): Points {
  return points(Math.max(1, Math.round((price * between(market, 1, 40)) / 1_000)));
}

/** Closes a position of the account, whole or in part, or changes its levels. */
function changeCommand(market: RandomMarket, account: Account): Command {
  const [position] = account.positions.values();
  const at = { accountId: account.id, atMs: market.nowMs, positionId: position?.id ?? 1 };
  if (position === undefined || chance(market, 0.5)) {
    const part = cents(Math.max(100, Math.floor((position?.amountCents ?? 100) / 2)));
    return { kind: 'close-position', ...at, amountCents: chance(market, 0.5) ? part : null };
  }
  const quote = market.state.markets.get(position.symbol)?.quote ?? position.openQuote;
  const [below, above] = [points(quote.bidPoints), points(quote.askPoints)];
  const isLong = position.direction === 'buy';
  return {
    kind: 'update-position',
    ...at,
    stopPoints: chance(market, 0.5) ? (isLong ? below : above) : null,
    targetPoints: chance(market, 0.3) ? (isLong ? above : below) : null,
    ...(chance(market, 0.4) ? { trailDistance: distanceFrom(market, quote.bidPoints) } : {}),
    ...(chance(market, 0.1) ? { trailDistance: null } : {}),
  };
}

/** Requests or cancels a withdrawal, or charges overnight financing. */
function paymentCommand(market: RandomMarket, { id: accountId, holds }: Account): Command {
  const atMs = market.nowMs;
  const day = `2026-01-${between(market, 10, 31)}`;
  const [held] = holds.keys();
  market.sequence += 1;
  return pick(market, [
    { kind: 'charge-financing', accountId, atMs, day, cutOffAtMs: atMs },
    { kind: 'release-funds', accountId, atMs, reference: held ?? 'W' },
    {
      kind: 'hold-funds',
      accountId,
      atMs,
      amountCents: cents(between(market, 1, 100_000)),
      reference: `W${market.sequence}`,
    },
  ] as const);
}

function fundsCommand(
  market: RandomMarket,
  accountId: AccountId,
  amount: number,
  isCredit = false,
): Command {
  market.sequence += 1;
  const key = `funds:${market.sequence}`;
  const atMs = market.nowMs;
  const account = isCredit ? 'customer:credit' : 'customer:cash';
  const entries = [
    { account, customerId: accountId, amountCents: cents(amount) },
    { account: 'house:bank', customerId: null, amountCents: cents(0 - amount) },
  ] as const;
  const posting = { kind: 'correction', reference: key, uniqueKey: key, atMs, entries } as const;
  return { kind: 'post-funds', accountId, atMs, posting };
}

function getAccount({ state }: RandomMarket, id: AccountId): Account {
  return assertPresent(state.accounts.get(id), `account ${id}`);
}

function chance({ random }: RandomMarket, share: number): boolean {
  return random() < share;
}

function between({ random }: RandomMarket, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

function pick<Value>(market: RandomMarket, values: readonly Value[]): Value {
  return assertPresent(values[Math.floor(market.random() * values.length)], 'a value');
}
