// An engine with two symbols and a few commands to try it with.
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { AccountCommand, AccountTerms, EngineRules } from '@halyard/core/engine';
import { orderPrice, points } from '@halyard/core/instrument';
import type { Direction, Instrument, Quote } from '@halyard/core/instrument';
import { cents, negateCents } from '@halyard/core/money';
import { MINUTE_MS } from '@halyard/core/time';
import { expect } from 'vitest';

import { audit, createEngine } from '#engine/engine.ts';
import type { Outcome } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import { systemTime } from '#engine/engine-time.ts';
import type { EngineTime } from '#engine/engine-time.ts';
import type { EngineOptions } from '#engine/engine-options.ts';
import type { Database } from '#platform/db/db.ts';

export const BTCUSD = 'BTCUSD';
const EURUSD = 'EURUSD';

/** Lets another engine take over from one that goes on. */
export const EXPIRE = `update engine_lease set expires_at = '-infinity'`;

function instrumentOf(symbol: string, decimals: number, category: 'crypto' | 'forex'): Instrument {
  return {
    symbol,
    name: symbol,
    category,
    decimals,
    leverageMaxRetail: 30,
    amountMaxCents: 100_000_000,
    staleAfterMs: MINUTE_MS,
    chartSymbol: symbol,
    sessionId: 'always',
  };
}

export const INSTRUMENTS = [instrumentOf(BTCUSD, 2, 'crypto'), instrumentOf(EURUSD, 5, 'forex')];

export const RULES: EngineRules = {
  regime: 'international',
  marginCloseOutPercent: 50,
  marginWarningPercents: [100, 75],
  openPositionsMax: 200,
};

export const TERMS: AccountTerms = {
  status: 'active',
  isVerified: true,
  clientCategory: 'retail',
  hasGuaranteedStop: false,
  permittedCategories: ['crypto', 'forex'],
  leverageIndexes: { crypto: [0, 1, 2, 3, 4], forex: [0, 1, 2, 3, 4] },
};

export type Fatal = { error: unknown };

export type TestEngine = EngineOwner & {
  /** Set when the engine stopped for good. */
  readonly fatal: Fatal;
  /** Feeds a tick of now at this sell price, a spread under the buy price, until it is taken. */
  tick(symbol: string, bidPoints: number): Promise<void>;
};

const SPREAD_POINTS = 1_000;
/** As a market numbers them: from the time on, each above the last. */
let sequence = 0;

function ignore(): void {}

const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };

type RecallQuotes = () => Promise<readonly Quote[]>;

/** Starts an engine and waits until it is ready, with both symbols live. */
export async function startEngine(
  db: Database,
  rules: Partial<EngineRules> = {},
  recallQuotes?: RecallQuotes,
): Promise<TestEngine> {
  const engine = beginEngine(db, rules, recallQuotes);
  await engine.whenReady();
  return engine;
}

/** Starts an engine that may have to wait for its lease. */
export function beginEngine(
  db: Database,
  rules: Partial<EngineRules> = {},
  recallQuotes?: RecallQuotes,
): TestEngine {
  return begin({ db, ...(recallQuotes === undefined ? {} : { recallQuotes }) }, rules);
}

/** Starts an engine that follows the owner of the lease; `logged` gets its informational lines. */
export function beginStandby(db: Database, logged: object[]): TestEngine {
  const info = (...line: readonly unknown[]): void => {
    if (typeof line[0] === 'object' && line[0] !== null) logged.push(line[0]);
  };
  return begin({ db, standbyDb: db, log: { ...SILENT, info } }, {});
}

export type HangingEngine = TestEngine & {
  /** Its process stands still: no timer runs, and its connections stay. */
  hang(): void;
  goOn(): void;
};

/** Starts an engine that can hang. */
export async function startHangingEngine(db: Database): Promise<HangingEngine> {
  let held: (() => void)[] | undefined;
  const after: EngineTime['after'] = (delayMs, run) =>
    systemTime.after(delayMs, () => {
      if (held === undefined) run();
      else held.push(run);
    });
  const engine = begin({ db, time: { ...systemTime, after } }, {});
  await engine.whenReady();
  const goOn = (): void => {
    const late = held ?? [];
    held = undefined;
    for (const run of late) run();
  };
  return Object.assign(engine, { hang: () => void (held = []), goOn });
}

function begin(
  own: Pick<EngineOptions, 'db'> & Partial<EngineOptions>,
  rules: Partial<EngineRules>,
): TestEngine {
  const fatal: Fatal = { error: undefined };
  const engine = createEngine({
    rules: { ...RULES, ...rules },
    instruments: INSTRUMENTS,
    log: SILENT,
    onFatal: (error) => {
      fatal.error = error;
    },
    ...own,
  });
  const tick = async (symbol: string, bidPoints: number): Promise<void> => {
    const quote = quoteOf(symbol, bidPoints);
    engine.feed({ kind: 'accept-tick', atMs: quote.receivedAtMs, quote });
    while (engine.market(symbol).quote !== quote) await nextTurn();
  };
  for (const { symbol } of INSTRUMENTS) {
    void tick(symbol, 9_000_000);
    engine.feed({ kind: 'set-symbol-state', atMs: Date.now(), symbol, state: 'live' });
  }
  return Object.assign(engine, { fatal, tick });
}

export function quoteOf(symbol: string, bidPoints: number): Quote {
  // And above the one that a split makes of the last.
  sequence = Math.max(sequence + 2, Date.now() + 1);
  return {
    symbol,
    bidPoints: points(bidPoints),
    askPoints: points(bidPoints + SPREAD_POINTS),
    sequence,
    source: 'test',
    sourceAtMs: Date.now(),
    receivedAtMs: Date.now(),
  };
}

/** Adds an account with this much cash. */
export async function addAccount(
  engine: EngineOwner,
  accountId: number,
  euros: number,
  terms = TERMS,
): Promise<void> {
  const added = engine.submit('add', { kind: 'add-account', accountId, atMs: Date.now(), terms });
  const paid = engine.submit(`deposit:${accountId}`, deposit(accountId, euros));
  expect((await added).kind).toBe('done');
  expect((await paid).kind).toBe('done');
}

export function deposit(accountId: number, euros: number): AccountCommand {
  const amountCents = cents(euros * 100);
  return {
    kind: 'post-funds',
    accountId,
    atMs: Date.now(),
    posting: {
      kind: 'deposit',
      reference: `deposit:${accountId}`,
      uniqueKey: `deposit:${accountId}`,
      atMs: Date.now(),
      entries: [
        { account: 'customer:cash', customerId: accountId, amountCents },
        { account: 'house:bank', customerId: null, amountCents: negateCents(amountCents) },
      ],
    },
  };
}

export type OpenRequest = {
  readonly direction?: Direction;
  readonly euros?: number;
  readonly leverage?: number;
  readonly symbol?: string;
  readonly stopPoints?: number;
};

/** An order at the price that the engine has now. */
export function open(
  engine: EngineOwner,
  accountId: number,
  request: OpenRequest = {},
): AccountCommand {
  const { direction = 'buy', euros = 100, leverage = 2, symbol = BTCUSD, stopPoints } = request;
  const { quote } = engine.market(symbol);
  return {
    kind: 'open-position',
    accountId,
    atMs: Date.now(),
    symbol,
    direction,
    amountCents: cents(euros * 100),
    leverage,
    requestedPoints: quote === undefined ? points(1) : orderPrice(direction, quote),
    stopPoints: stopPoints === undefined ? null : points(stopPoints),
    targetPoints: null,
  };
}

export function close(accountId: number, positionId: number, euros?: number): AccountCommand {
  return {
    kind: 'close-position',
    accountId,
    atMs: Date.now(),
    positionId,
    amountCents: euros === undefined ? null : cents(euros * 100),
  };
}

/** Takes the stop away and sets this target. */
export function levels(
  accountId: number,
  positionId: number,
  targetPoints: number,
): AccountCommand {
  return {
    kind: 'update-position',
    accountId,
    atMs: Date.now(),
    positionId,
    stopPoints: null,
    targetPoints: points(targetPoints),
  };
}

/** The position that the command opened. */
export function openedBy(outcome: Outcome): number {
  const event = outcome.kind === 'done' ? outcome.events[0] : undefined;
  if (event?.kind !== 'position-opened') throw new Error(`Not opened: ${JSON.stringify(outcome)}`);
  return event.position.id;
}

/** Waits until the engine has recovered. */
export async function expectReady(engine: TestEngine): Promise<void> {
  await expect.poll(() => engine.isReady(), { timeout: 20_000, interval: 50 }).toBe(true);
}

/** The engine met no bug, and the books are right. */
export async function expectHealthy(engine: TestEngine, db: Database): Promise<void> {
  expect(engine.fatal.error).toBeUndefined();
  const { differences } = await audit(db);
  expect(differences).toEqual([]);
}
