// Numbers that no form and no payment provider sends, in every command that carries a number. A
// customer's command is either executed at the server's own price and amount or rejected, and
// nothing is thrown. A command of the broker's own with an invalid number stops at an assertion.
// The state stays unchanged.
import { expect, it } from 'vitest';
import { points, type Points } from '#instrument/instrument.ts';
import type { LedgerEntry } from '#ledger/ledger.ts';
import { cents, type Cents } from '#money/money.ts';
import type { AccountCommand, OpenPosition, PostFunds, ReverseFunds } from './command.ts';
import { snapshotOf } from './testing/snapshot.ts';
import { createTestEngine, START_MS, TERMS, type TestEngine } from './testing/test-engine.ts';

const BAD = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -1,
  -0,
  0,
  0.5,
  150.5,
  1e-9,
  1e9 + 0.1,
  1e300,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
];
// `Number.MAX_SAFE_INTEGER` is valid as an id, a time or an amount owed, so it is not part of this
// list.
const UNSOUND = BAD.filter((value) => value !== Number.MAX_SAFE_INTEGER);
const NO_TIMES = BAD.filter((value) => !Number.isSafeInteger(value));
// Breaks the brand of `Cents` on purpose: these tests are about values that a type cast lets
// through.
const badCents = (value: number) => value as Cents;
const badPoints = (value: number) => value as Points;

const OPEN: OpenPosition = {
  kind: 'open-position',
  accountId: 1,
  atMs: START_MS,
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: cents(10_000),
  leverage: 10,
  requestedPoints: points(100_025),
  stopPoints: null,
  targetPoints: null,
};

function prepared(): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.run(OPEN);
  return engine;
}

function expectRefused(command: AccountCommand, code: RegExp): void {
  const engine = prepared();
  const before = snapshotOf(engine.state);
  const decision = engine.run(command);
  expect(decision).toMatchObject({
    kind: 'refused',
    rejection: { code: expect.stringMatching(code) },
  });
  expect(snapshotOf(engine.state)).toBe(before);
}

const AMOUNT = /^amount-too-(?:small|large)$/;
const AT = { accountId: 1, atMs: START_MS, positionId: 1 } as const;

it.each(BAD)('refuses %d as an amount to open or to close', (value) => {
  expectRefused({ ...OPEN, amountCents: badCents(value) }, AMOUNT);
  expectRefused({ kind: 'close-position', ...AT, amountCents: badCents(value) }, AMOUNT);
});

it.each(BAD)('refuses %d as a leverage', (leverage) => {
  expectRefused({ ...OPEN, leverage }, /^leverage-invalid$/);
});

it.each(BAD)('refuses %d as a level of a buy or of a sell', (value) => {
  const level = badPoints(value);
  const sell = { ...OPEN, direction: 'sell', requestedPoints: points(99_975) } as const;
  for (const order of [OPEN, sell]) {
    expectRefused({ ...order, stopPoints: level }, /^stop-invalid$/);
    expectRefused({ ...order, targetPoints: level }, /^target-invalid$/);
  }
  const none = { stopPoints: null, targetPoints: null };
  expectRefused({ kind: 'update-position', ...AT, ...none, stopPoints: level }, /^stop-invalid$/);
  expectRefused({ kind: 'update-position', ...AT, ...none, targetPoints: level }, /^target-/);
});

it.each(BAD)('fills at its own price or rejects when the requested price is %d', (value) => {
  const engine = prepared();
  const decision = engine.run({ ...OPEN, requestedPoints: badPoints(value) });
  if (decision.kind === 'refused') expect(decision.rejection.code).toBe('price-moved');
  else expect(decision.events).toMatchObject([{ position: { openPoints: 100_025 } }]);
});

it.each(BAD)('finds no position under the id %d', (id) => {
  expectRefused(
    { kind: 'close-position', ...AT, positionId: id, amountCents: null },
    /^not-found$/,
  );
  expectRefused({ ...OPEN, accountId: id }, /^not-found$/);
});

it('has no price at an invalid time', () => {
  expectRefused({ ...OPEN, atMs: Number.NaN }, /^price-unavailable$/);
});

function expectStopped(command: AccountCommand, message: RegExp): void {
  const engine = prepared();
  engine.run({ ...HOLD, reference: 'W1' });
  const before = snapshotOf(engine.state);
  expect(() => engine.run(command)).toThrow(message);
  expect(snapshotOf(engine.state)).toBe(before);
}

const BROKER = { accountId: 1, atMs: START_MS } as const;
const HOLD = { kind: 'hold-funds', ...BROKER, amountCents: cents(100), reference: 'W2' } as const;
const RELEASE = { kind: 'release-funds', ...BROKER, reference: 'W1' } as const;
const REVERSAL: ReverseFunds = {
  kind: 'take-back-funds',
  ...BROKER,
  amountCents: cents(100),
  reference: 'D1',
  source: 'house:bank',
};
const CHARGE = {
  kind: 'charge-financing',
  ...BROKER,
  day: '2026-01-05',
  cutOffAtMs: START_MS + 1,
} as const;
const CHANGE = { kind: 'change-terms', ...BROKER, terms: TERMS } as const;

function postingOf(amount: number, atMs = START_MS): PostFunds {
  const entries: readonly LedgerEntry[] = [
    { account: 'customer:cash', customerId: 1, amountCents: badCents(amount) },
    { account: 'house:bank', customerId: null, amountCents: badCents(0 - amount) },
  ];
  const posting = { kind: 'deposit', reference: 'D1', uniqueKey: 'D1', atMs, entries } as const;
  return { kind: 'post-funds', ...BROKER, posting };
}

it.each(BAD)('holds no funds for a withdrawal of %d', (value) => {
  const code = /^(?:amount-too-small|withdraw-maximum)$/;
  expectRefused({ ...HOLD, amountCents: badCents(value) }, code);
});

it.each(UNSOUND)('reverses no deposit of %d', (value) => {
  const message = /above zero|whole and safe|whole cents|safe integers/;
  expectStopped({ ...REVERSAL, amountCents: badCents(value) }, message);
});

it('books the part of a reversal that exceeds the account as debt', () => {
  const engine = prepared();
  const amountCents = badCents(Number.MAX_SAFE_INTEGER);
  expect(engine.run({ ...REVERSAL, amountCents }).kind).toBe('decided');
  // The open position has a loss of 25 cents.
  expect(engine.account().cashCents).toBe(25);
});

it.each([...NO_TIMES, 0])('books no journal entry of %d', (value) => {
  expectStopped(postingOf(value), /whole cents|safe number of cents/);
});

it('books no journal entry above the limit of an account', () => {
  expectRefused(postingOf(Number.MAX_SAFE_INTEGER), /^amount-too-large$/);
});

it.each(BAD)('rejects a posting or a change of terms of the unknown account %d', (accountId) => {
  for (const command of [HOLD, RELEASE, REVERSAL, CHARGE, postingOf(100), CHANGE]) {
    expectRefused({ ...command, accountId }, /^not-found$/);
  }
});

it.each(UNSOUND)('adds no account %d', (accountId) => {
  expectStopped({ kind: 'add-account', accountId, atMs: START_MS, terms: TERMS }, /ids start at/);
});

it.each(NO_TIMES)('books no money at the time %d', (atMs) => {
  const commands = [
    { ...HOLD, atMs },
    { ...RELEASE, atMs },
    { ...REVERSAL, atMs },
  ];
  for (const command of [...commands, postingOf(100, atMs)]) {
    expectStopped(command, /a posting has a time/);
  }
});

it.each(NO_TIMES)('charges no night that begins at %d', (cutOffAtMs) => {
  expectStopped({ ...CHARGE, cutOffAtMs }, /a financing night has a valid start time/);
});

it.each(UNSOUND.filter((value) => value !== 0))('takes no index %d of a leverage', (index) => {
  const terms = { ...TERMS, leverageIndexes: { forex: [1, index] } };
  for (const command of [CHANGE, { ...CHANGE, kind: 'add-account', accountId: 2 } as const]) {
    expectStopped({ ...command, terms }, /counted from zero/);
  }
});

it('allows no leverage by an index beyond the list', () => {
  const engine = prepared();
  const leverageIndexes = { forex: [Number.MAX_SAFE_INTEGER] };
  engine.run({ ...CHANGE, terms: { ...TERMS, leverageIndexes } });
  expect(engine.run(OPEN)).toMatchObject({
    rejection: { code: 'leverage-invalid', facts: { allowed: '' } },
  });
});
