import { apply, createEngineState, BROKER_ACCOUNT_ID } from '@halyard/core/engine';
import type { AccountTerms, EngineState, Event, MarketCommand } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';

import { BatchPacker, POSITIONS_PER_BATCH_MAX } from './batch-packer.ts';
import type { Queued } from './batch-packer.ts';
import type { Batch } from './batch.ts';
import { PendingCommand } from './pending-command.ts';

const SYMBOL = 'BTCUSD';
const NOW_MS = 1_000;
const TERMS: AccountTerms = {
  status: 'active',
  isVerified: true,
  clientCategory: 'retail',
  hasGuaranteedStop: false,
  permittedCategories: ['crypto'],
  leverageIndexes: { crypto: [0, 1, 2] },
};
let sequence = 0;

function tick(bidPoints: number): MarketCommand {
  sequence += 1;
  const quote = {
    symbol: SYMBOL,
    bidPoints: points(bidPoints),
    askPoints: points(bidPoints + 10),
    sequence,
    source: 'test',
    sourceAtMs: NOW_MS,
    receivedAtMs: NOW_MS,
  };
  return { kind: 'accept-tick', atMs: NOW_MS, quote };
}

function openCommand(accountId: number, stopPoints: number | null = null): PendingCommand {
  sequence += 1;
  return new PendingCommand(`open-${sequence}`, {
    kind: 'open-position',
    accountId,
    atMs: NOW_MS,
    symbol: SYMBOL,
    direction: 'buy',
    amountCents: cents(100),
    leverage: 1,
    requestedPoints: points(10_000),
    stopPoints: stopPoints === null ? null : points(stopPoints),
    targetPoints: null,
  });
}

function chargeBack(accountId: number, amount: number): Event {
  const key = `charge-back:${accountId}`;
  const entries = [
    { account: 'customer:cash', customerId: accountId, amountCents: cents(0 - amount) },
    { account: 'house:bank', customerId: null, amountCents: cents(amount) },
  ] as const;
  const posting = {
    kind: 'deposit',
    reference: key,
    uniqueKey: key,
    atMs: NOW_MS,
    entries,
  } as const;
  return { kind: 'funds-posted', accountId, posting };
}

/** Accounts with € 1,000 each and a live symbol at 100.00. */
function createState(accounts: number): EngineState {
  const state = createEngineState({
    rules: { regime: 'international', marginCloseOutPercent: 50, openPositionsMax: 200 },
    instruments: [
      {
        symbol: SYMBOL,
        name: SYMBOL,
        category: 'crypto',
        decimals: 2,
        leverageMaxRetail: 2,
        amountMaxCents: 1_000_000,
        staleAfterMs: 10_000,
        chartSymbol: SYMBOL,
        sessionId: 'always',
      },
    ],
    nextPositionId: 1,
  });
  for (let id = 1; id <= accounts; id += 1) {
    apply(state, { kind: 'account-added', accountId: id, terms: TERMS });
    const account = state.accounts.get(id);
    if (account !== undefined) account.cashCents = cents(100_000);
  }
  apply(state, { kind: 'symbol-state-set', symbol: SYMBOL, state: 'live', closesAtMs: null });
  return state;
}

/** Packs and commits alternately until nothing is left; returns the batches in commit order. */
function packAll(packer: BatchPacker, queue: Queued[]): Batch[] {
  const committed: Batch[] = [];
  while (queue.length > 0 || !packer.isEmpty) {
    packer.pack(queue);
    committed.push(...packer.takeTurn());
  }
  return committed;
}

it('sets the time at which a customer’s command is decided, never an earlier one', () => {
  const packer = new BatchPacker(createState(3));
  packer.pack([tick(10_000)]);
  const commands = [openCommand(1), openCommand(2), openCommand(3)];
  const times = [NOW_MS + 500, NOW_MS + 200, undefined];
  const ids = commands.map(({ contentHash }) => contentHash);
  const opened = commands.flatMap((command, index) => {
    packer.pack([command], times[index]);
    const outcomes = [...packer.takeTurn()].flatMap(({ answers }) => answers);
    return outcomes.flatMap(({ outcome }) => (outcome.kind === 'done' ? outcome.events : []));
  });
  expect(opened).toMatchObject(
    commands.map(({ accountId }) => ({ position: { accountId, openedAtMs: NOW_MS + 500 } })),
  );
  // A repeated command is the same one, whenever it is decided.
  expect(commands.map(({ contentHash }) => contentHash)).toEqual(ids);
  const add = { kind: 'add-account', accountId: 9, atMs: NOW_MS, terms: TERMS } as const;
  const added = new PendingCommand('add', add);
  packer.pack([added], NOW_MS + 900);
  expect(added.command.atMs).toBe(NOW_MS);
});

it('follows a clock that is set back by more than a second, and logs it once', () => {
  const log = { warn: vi.fn() };
  const packer = new BatchPacker(createState(1), log);
  packer.pack([tick(10_000)]);
  const decide = (nowMs: number): unknown => {
    const command = openCommand(1);
    packer.pack([command], nowMs);
    const [outcome] = [...packer.takeTurn()].flatMap(({ answers }) => answers);
    return [outcome?.outcome.kind, command.command.atMs - NOW_MS];
  };
  const minutes = 30 * 60_000;
  expect(decide(NOW_MS)).toEqual(['done', 0]);
  // The clock leaps, and the quote is too old for that time.
  expect(decide(NOW_MS + minutes)).toEqual(['refused', minutes]);
  expect(decide(NOW_MS + minutes - 1_000)).toEqual(['refused', minutes]);
  expect(log.warn).not.toHaveBeenCalled();
  expect(decide(NOW_MS + 10)).toEqual(['done', 10]);
  expect(decide(NOW_MS + 5)).toEqual(['done', 10]);
  expect(decide(NOW_MS + 20)).toEqual(['done', 20]);
  expect(log.warn.mock.calls).toEqual([[{ backMs: minutes - 10 }, expect.any(String)]]);
});

it('packs commands into batches of 512, in order', () => {
  const packer = new BatchPacker(createState(3));
  const commands = Array.from({ length: 600 }, (_, n) => openCommand((n % 3) + 1));
  const committed = packAll(packer, [tick(9_990), ...commands]);
  expect(committed.map(({ answers }) => answers.length)).toEqual([512, 88]);
  expect(committed.flatMap(({ answers }) => answers.map(({ command }) => command))).toEqual(
    commands,
  );
});

it('splits a symbol in one batch once nothing else waits', () => {
  const packer = new BatchPacker(createState(41));
  const opens = Array.from({ length: 4_000 }, (_, n) => openCommand((n % 40) + 1, 5_000));
  const kept = Array.from({ length: 150 }, () => openCommand(41));
  packAll(packer, [tick(9_990), ...opens, ...kept]);
  const atMs = NOW_MS;
  const split = new PendingCommand('split:a', {
    kind: 'split-symbol',
    accountId: BROKER_ACCOUNT_ID,
    atMs,
    symbol: SYMBOL,
    newUnits: 2,
    oldUnits: 1,
    action: 'split:a',
  });
  const closed = { kind: 'set-symbol-state', atMs, symbol: SYMBOL, state: 'closed' } as const;
  const committed = packAll(packer, [tick(4_996), closed, split]);
  expect(committed.length).toBeGreaterThan(3);
  const last = committed.at(-1);
  expect(last?.answers.map(({ command }) => command)).toEqual([split]);
  expect(last?.events.filter(({ kind }) => kind === 'position-split')).toHaveLength(150);
  expect(last?.toAdjustments()?.[0]).toBe(`{"${SYMBOL}"}`);
  expect(committed.slice(0, -1).every((batch) => batch.toAdjustments() === undefined)).toBe(true);
});

it('creates no batch for ticks that close nothing', () => {
  const packer = new BatchPacker(createState(1));
  expect(packAll(packer, [tick(9_990), tick(9_991)])).toEqual([]);
});

it('serves other accounts between the pieces of a gap, and affected accounts after their own', () => {
  const packer = new BatchPacker(createState(41));
  const opens = Array.from({ length: 4_000 }, (_, n) => openCommand((n % 40) + 1, 5_000));
  packAll(packer, [tick(9_990), ...opens]);

  const touched = openCommand(40);
  const other = openCommand(41);
  const committed = packAll(packer, [tick(4_000), touched, other]);
  const counts = committed.map((batch) => batch.positionCount);
  expect(Math.max(...counts)).toBeLessThanOrEqual(POSITIONS_PER_BATCH_MAX);
  const closes = committed.map(
    ({ events }) => events.filter(({ kind }) => kind === 'position-closed').length,
  );
  expect(closes.reduce((sum, count) => sum + count, 0)).toBe(4_000);
  const turnOf = (wanted: PendingCommand): number =>
    committed.findIndex(({ answers }) => answers.some(({ command }) => command === wanted));
  expect(turnOf(other)).toBe(0);
  const lastCloseOf40 = committed.findLastIndex(({ events }) =>
    events.some((event) => event.kind === 'position-closed' && event.position.accountId === 40),
  );
  expect(turnOf(touched)).toBeGreaterThan(lastCloseOf40);
});

it('keeps an account’s closes at a tick and its balance protection in one batch', () => {
  const state = createState(30);
  const packer = new BatchPacker(state);
  const opens = Array.from({ length: 30 * 100 }, (_, n) => openCommand((n % 30) + 1));
  packAll(packer, [tick(9_990), ...opens]);
  for (const accountId of state.accounts.keys()) apply(state, chargeBack(accountId, 105_000));
  const committed = packAll(packer, [tick(1_000)]);
  for (const { events } of committed) {
    const closed = events.filter(({ kind }) => kind === 'position-closed').length;
    const protections = events.filter(({ kind }) => kind === 'funds-posted').length;
    expect(closed).toBe(protections * 100);
  }
  expect([...state.accounts.values()].every(({ cashCents }) => cashCents === 0)).toBe(true);
});

it('commits the events of each account in the order in which they were decided', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('open' as const), account: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ kind: fc.constant('tick' as const), sell: fc.integer({ min: 2_000, max: 9_999 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const state = createState(8);
      const packer = new BatchPacker(state);
      const opens = Array.from({ length: 1_400 }, (_, n) =>
        openCommand((n % 8) + 1, 2_000 + ((n * 37) % 7_900)),
      );
      packAll(packer, [tick(9_990), ...opens]);
      const queue = steps.map((each) =>
        each.kind === 'open' ? openCommand(each.account, 2_100) : tick(each.sell),
      );
      const waiting = queue.filter((queued) => queued instanceof PendingCommand);
      const committed = packAll(packer, queue);
      const closedIds = new Set<number>();
      const openedIds = new Set<number>();
      const lastQuotes = new Map<number, number>();
      for (const event of committed.flatMap(({ events }) => events)) {
        if (event.kind === 'position-opened') openedIds.add(event.position.id);
        if (event.kind !== 'position-closed') continue;
        expect(closedIds.has(event.position.id)).toBe(false);
        closedIds.add(event.position.id);
        const { accountId, closeQuote } = event.position;
        expect(closeQuote.sequence).toBeGreaterThanOrEqual(lastQuotes.get(accountId) ?? 0);
        lastQuotes.set(accountId, closeQuote.sequence);
        const isFromBefore = event.position.id <= 1_400;
        expect(isFromBefore || openedIds.has(event.position.id)).toBe(true);
      }
      const answered = committed.flatMap(({ answers }) => answers.map(({ command }) => command));
      for (const account of state.accounts.keys()) {
        const mine = ({ accountId }: PendingCommand): boolean => accountId === account;
        expect(answered.filter(mine)).toEqual(waiting.filter(mine));
      }
    }),
    { numRuns: 12 },
  );
});
