import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { HOUR_MS, SECOND_MS } from '#time/time.ts';
import type { TradedPosition } from './find-hedges.ts';
import { findLinks, scoreLink, SCORE_LISTED_MIN } from './score-link.ts';
import type { AccountFacts, Trait, TraitKind } from './score-link.ts';

const START_MS = Date.UTC(2026, 10, 2);

let lastId = 0;
function position(changed: Partial<TradedPosition> = {}): TradedPosition {
  lastId += 1;
  const exposureCents = cents(3_000_000);
  const times = { openedAtMs: START_MS, closedAtMs: START_MS + HOUR_MS };
  return { id: lastId, symbol: 'EURUSD', direction: 'buy', exposureCents, ...times, ...changed };
}

function account(accountId: number, facts: Partial<AccountFacts> = {}): AccountFacts {
  return { accountId, traits: [], positions: [], protectedAtMs: [], ...facts };
}

const trait = (kind: TraitKind, holders = 2, value = 'v'): Trait => ({ kind, value, holders });

/** Positions of two accounts with this many hedges, opened this far apart. */
function straddles(count: number, gapMs = 0, share = 1) {
  const symbols = Array.from({ length: count }, (_, index) => `S${index}`);
  return {
    buys: symbols.map((symbol) => position({ symbol })),
    sells: symbols.map((symbol) =>
      position({
        symbol,
        direction: 'sell',
        openedAtMs: START_MS + gapMs,
        exposureCents: cents(3_000_000 * share),
      }),
    ),
  };
}

it.each([
  [['payout'], 45],
  [['phone'], 35],
  [['card'], 30],
  [['device'], 15],
  [['network'], 10],
  [['device', 'network'], 25],
  [['phone', 'device', 'network'], 60],
  // 45 + 35 is 80, and shared traits contribute at most 60.
  [['payout', 'phone'], 60],
] as const)('scores the shared traits %j with %i', (kinds, score) => {
  const traits = kinds.map((kind) => trait(kind));
  expect(scoreLink(account(1, { traits }), account(2, { traits }))).toMatchObject({ score });
});

it.each([
  [2, 35],
  [3, 17],
  [4, 11],
  [10, 3],
  [11, 0],
])('scores a phone number that %i accounts have with %i', (holders, score) => {
  const traits = [trait('phone', holders)];
  const link = scoreLink(account(1, { traits }), account(2, { traits }));
  expect(link.score).toBe(score);
  expect(link.shared).toHaveLength(score === 0 ? 0 : 1);
});

// A third account that withdraws to one's own bank account must not hide the other two.
it.each([
  [2, 45],
  [3, 45],
  [10, 45],
  [11, 0],
])('scores a bank account that %i accounts are paid to with %i', (holders, score) => {
  const traits = [trait('payout', holders)];
  expect(scoreLink(account(1, { traits }), account(2, { traits })).score).toBe(score);
});

it('counts the best shared value of a kind once, and no value of one account only', () => {
  const traits = [trait('network', 5, 'a'), trait('network', 2, 'b'), trait('phone', 2, 'x')];
  const others = [trait('network', 5, 'a'), trait('network', 2, 'b'), trait('phone', 2, 'y')];
  const link = scoreLink(account(1, { traits }), account(2, { traits: others }));
  expect(link.shared).toEqual([{ kind: 'network', value: 'b', holders: 2, points: 10 }]);
});

it.each([
  // hedges, seconds apart, share of the exposure, points
  [1, 0, 1, 20],
  [1, 60, 1, 16],
  [1, 150, 1, 10],
  [1, 300, 1, 0],
  [1, 0, 0.5, 10],
  [1, 60, 0.5, 8],
  [2, 0, 1, 40],
  [3, 0, 1, 45],
  [10, 150, 0.5, 45],
])('scores %i hedges %i s apart over %f of the exposure with %i', (count, gapS, share, score) => {
  const { buys, sells } = straddles(count, gapS * SECOND_MS, share);
  const link = scoreLink(account(1, { positions: buys }), account(2, { positions: sells }));
  expect(link.score).toBe(score);
  expect(link.hedges).toHaveLength(count);
});

it.each([
  ['the same direction', { direction: 'buy' }],
  ['another symbol', { symbol: 'GBPUSD' }],
  ['no overlap', { openedAtMs: START_MS - 2, closedAtMs: START_MS }],
  ['more than five minutes between', { openedAtMs: START_MS + 300_001 }],
  ['a fifth of the exposure', { exposureCents: cents(600_000) }],
] as const)('finds no hedge with %s', (_, changed) => {
  const sell = position({ direction: 'sell', ...changed });
  const link = scoreLink(
    account(1, { positions: [position()] }),
    account(2, { positions: [sell] }),
  );
  expect(link).toMatchObject({ score: 0, hedges: [] });
});

it('counts each position in one hedge, the closest in time', () => {
  const buy = position();
  const sells = [40, 10, 20].map((seconds) =>
    position({ direction: 'sell', openedAtMs: START_MS + seconds * SECOND_MS }),
  );
  const link = scoreLink(account(1, { positions: [buy] }), account(2, { positions: sells }));
  expect(link.hedges.map(({ gapMs }) => gapMs)).toEqual([10_000]);
});

it('adds points if balance protection was paid during a hedge, not on another day', () => {
  const { buys, sells } = straddles(1);
  const paid = account(1, { positions: buys, protectedAtMs: [START_MS + HOUR_MS] });
  const other = account(2, { positions: sells });
  expect(scoreLink(paid, other)).toMatchObject({ score: 35, hadGuaranteedStop: true });
  const before = account(1, { positions: buys, protectedAtMs: [START_MS - 1] });
  expect(scoreLink(before, other)).toMatchObject({ score: 20, hadGuaranteedStop: false });
});

it.each([
  ['a family on one network and one kind of device', ['device', 'network'], 0, false, false],
  ['an office that trades against itself once', ['network'], 1, false, false],
  ['a straddle from one network that cost the broker', ['network'], 1, true, true],
  ['a straddle from one device', ['device', 'network'], 1, false, true],
  ['two people with one bank account', ['payout'], 0, false, true],
  ['strangers with two equal straddles that cost the broker', [], 2, true, true],
  ['strangers with one of them', [], 1, true, false],
] as const)('judges whether to list %s', (_, kinds, count, hadGuaranteedStop, isListed) => {
  const traits = kinds.map((kind) => trait(kind));
  const { buys, sells } = straddles(count);
  const protectedAtMs = hadGuaranteedStop ? [START_MS + 1] : [];
  const links = findLinks([
    account(1, { traits, positions: buys, protectedAtMs }),
    account(2, { traits, positions: sells }),
    account(3),
  ]);
  expect(links.map(({ accountIds }) => accountIds)).toEqual(isListed ? [[1, 2]] : []);
});

it('asserts that an account is not linked with itself', () => {
  expect(() => scoreLink(account(1), account(1))).toThrow('not linked with itself');
});

const positions = fc.array(
  fc.record({
    symbol: fc.constantFrom('EURUSD', 'BTCUSD'),
    direction: fc.constantFrom('buy', 'sell'),
    exposureCents: fc.integer({ min: 100, max: 10_000_000 }).map(cents),
    openedAtMs: fc.integer({ min: 0, max: 20 }).map((step) => START_MS + step * 30_000),
    life: fc.option(fc.integer({ min: 0, max: 20 }).map((step) => step * 60_000)),
  }),
  { maxLength: 12 },
);
const traits = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom('payout', 'phone', 'card', 'device', 'network'),
    value: fc.constantFrom('a', 'b', 'c'),
  }),
  { selector: ({ kind, value }) => `${kind} ${value}` },
);
const accounts = fc
  .array(fc.record({ traits, positions, protectedAtMs: fc.array(fc.constant(START_MS + 1)) }), {
    minLength: 2,
    maxLength: 6,
  })
  .map((drawn) =>
    drawn.map((facts, index): AccountFacts => ({
      accountId: index + 1,
      traits: facts.traits.map((one) => ({
        ...one,
        holders: Math.max(2, drawn.filter((other) => hasTrait(other.traits, one)).length),
      })),
      positions: facts.positions.map(({ life, ...one }, at) => ({
        ...one,
        id: (index + 1) * 100 + at,
        closedAtMs: life === null ? null : one.openedAtMs + life,
      })),
      protectedAtMs: facts.protectedAtMs,
    })),
  );

function hasTrait(
  all: readonly Pick<Trait, 'kind' | 'value'>[],
  one: Pick<Trait, 'kind' | 'value'>,
) {
  return all.some(({ kind, value }) => kind === one.kind && value === one.value);
}

it('finds the same links in any order, and none of an account with itself', () => {
  fc.assert(
    fc.property(accounts, (drawn) => {
      const links = findLinks(drawn);
      const turned = drawn
        .map((one) => ({
          ...one,
          traits: one.traits.toReversed(),
          positions: one.positions.toReversed(),
        }))
        .toReversed();
      expect(findLinks(turned)).toEqual(links);
      for (const { accountIds, score, hedges } of links) {
        expect(accountIds[0]).toBeLessThan(accountIds[1]);
        expect(score).toBeGreaterThanOrEqual(SCORE_LISTED_MIN);
        expect(score).toBeLessThanOrEqual(100);
        const ids = hedges.flatMap(({ first, second }) => [first.id, second.id]);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { first, second } of hedges) {
          expect(first.direction).not.toBe(second.direction);
          expect(first.symbol).toBe(second.symbol);
        }
      }
    }),
  );
});
