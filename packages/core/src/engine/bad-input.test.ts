// Numbers that no customer's form sends, into every command that carries a customer's number: what
// happens is the server's own price and amount, or a refusal, and nothing is ever thrown.
import { expect, it } from 'vitest';
import { points, type Points } from '#instrument/instrument.ts';
import { cents, type Cents } from '#money/money.ts';
import type { AccountCommand, OpenPosition } from './command.ts';
import { snapshotOf } from './testing/snapshot.ts';
import { createWorld, START_MS, type World } from './testing/world.ts';

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
// Brands are promises of the edge; what breaks them is what this is about.
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
  seenPoints: points(100_025),
  stopPoints: null,
  targetPoints: null,
};

function prepared(): World {
  const world = createWorld();
  world.addAccount(100_000);
  world.tick('EURUSD', 100_000, 100_000);
  world.run(OPEN);
  return world;
}

function expectRefused(command: AccountCommand, code: RegExp): void {
  const world = prepared();
  const before = snapshotOf(world.state);
  const decision = world.run(command);
  expect(decision).toMatchObject({
    kind: 'refused',
    refusal: { code: expect.stringMatching(code) },
  });
  expect(snapshotOf(world.state)).toBe(before);
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
  const sell = { ...OPEN, direction: 'sell', seenPoints: points(99_975) } as const;
  for (const order of [OPEN, sell]) {
    expectRefused({ ...order, stopPoints: level }, /^stop-invalid$/);
    expectRefused({ ...order, targetPoints: level }, /^target-invalid$/);
  }
  const none = { stopPoints: null, targetPoints: null };
  expectRefused({ kind: 'update-position', ...AT, ...none, stopPoints: level }, /^stop-invalid$/);
  expectRefused({ kind: 'update-position', ...AT, ...none, targetPoints: level }, /^target-/);
});

it.each(BAD)('fills at its own price or not at all when %d is the price seen', (value) => {
  const world = prepared();
  const decision = world.run({ ...OPEN, seenPoints: badPoints(value) });
  if (decision.kind === 'refused') expect(decision.refusal.code).toBe('price-moved');
  else expect(decision.events).toMatchObject([{ position: { openPoints: 100_025 } }]);
});

it.each(BAD)('finds nothing under the id %d', (id) => {
  expectRefused(
    { kind: 'close-position', ...AT, positionId: id, amountCents: null },
    /^not-found$/,
  );
  expectRefused({ ...OPEN, accountId: id }, /^not-found$/);
});

it('has no price for a time that is none', () => {
  expectRefused({ ...OPEN, atMs: Number.NaN }, /^price-unavailable$/);
});
