// The score of a link, from 0 to 100 points: min(100, S + H + P).
//
// S: traits that both accounts share. Each kind gives its weight ÷ (n − 1), rounded down, where n
// accounts share the value; a payout destination gives its whole weight. The best value of a kind
// counts. At most 60.
//
// H: hedges. Each gives 20 × (1 − gap ÷ window) × smaller exposure ÷ larger exposure, rounded down.
// At most 45.
//
// P: 15 if balance protection was paid to either account while a hedge between them was open.
//
// A score is a reason to investigate, not evidence. Families and offices share networks and device
// types, a customer can inherit a phone number, and two customers can trade against each other by
// chance.
import { assert } from '#assertion/assertion.ts';
import type { AccountId } from '#position/position.ts';
import { findHedges, HEDGE_WINDOW_MS } from './find-hedges.ts';
import type { Hedge, TradedPosition } from './find-hedges.ts';
import { firstDifference } from './first-difference.ts';

/** Each trait with its points when only the two accounts share it. */
const WEIGHTS = {
  /** Two accounts that withdraw to the same IBAN or wallet. */
  payout: 45,
  phone: 35,
  /** Two accounts with deposits by cards that share the first six and last four digits. */
  card: 30,
  /**
   * Two accounts used by the same browser and operating system, ignoring versions, on the same
   * network.
   */
  device: 15,
  /** Two accounts used from the same IPv4 address or the same /64 of IPv6. */
  network: 10,
} as const;
export type TraitKind = keyof typeof WEIGHTS;
export const TRAIT_KINDS = Object.keys(WEIGHTS) as readonly TraitKind[];

/** A value shared by more accounts, such as a mobile provider's network, is not significant. */
export const TRAIT_HOLDERS_MAX = 10;
/** Links below are not listed. A shared network and device type alone stay below. */
export const SCORE_LISTED_MIN = 40;
const SHARED_MAX = 60;
const HEDGE_POINTS = 20;
const HEDGES_MAX = 45;
const PROTECTED_POINTS = 15;
const SCORE_MAX = 100;
const PERMILLE = 1_000;

export type Trait = {
  readonly kind: TraitKind;
  readonly value: string;
  /** The number of accounts that share the trait, including this one. */
  readonly holders: number;
};

export type AccountFacts = {
  readonly accountId: AccountId;
  readonly traits: readonly Trait[];
  readonly positions: readonly TradedPosition[];
  /** When balance protection was paid to the account or withheld. */
  readonly protectedAtMs: readonly number[];
};

export type SharedTrait = Trait & { readonly points: number };

export type Link = {
  /** The two linked accounts, the lower id first. */
  readonly accountIds: readonly [AccountId, AccountId];
  readonly score: number;
  /** For each kind of trait, the shared value that gives the most points. */
  readonly shared: readonly SharedTrait[];
  /** Empty if the accounts share traits but don't hedge each other. */
  readonly hedges: readonly Hedge[];
  /** Whether balance protection was paid to either account during a hedge. */
  readonly hadGuaranteedStop: boolean;
};

/** Returns the link between two accounts, whatever its score; the same in either order. */
export function scoreLink(one: AccountFacts, other: AccountFacts): Link {
  assert(one.accountId !== other.accountId, 'an account is not linked with itself');
  const [first, second] = one.accountId < other.accountId ? [one, other] : [other, one];
  const shared = listShared(first, second);
  const hedges = findHedges(first.positions, second.positions);
  const hadGuaranteedStop = hedges.some((hedge) => hasGuaranteedStopIn(hedge, first, second));
  const score = Math.min(
    SCORE_MAX,
    Math.min(SHARED_MAX, sumOf(shared.map(({ points }) => points))) +
      Math.min(HEDGES_MAX, sumOf(hedges.map(hedgePoints))) +
      (hadGuaranteedStop ? PROTECTED_POINTS : 0),
  );
  return {
    accountIds: [first.accountId, second.accountId],
    score,
    shared,
    hedges,
    hadGuaranteedStop,
  };
}

/** Returns the links to list, the highest score first, then by ids. */
export function findLinks(accounts: readonly AccountFacts[]): readonly Link[] {
  return accounts
    .flatMap((one, index) => accounts.slice(index + 1).map((other) => scoreLink(one, other)))
    .filter(({ score }) => score >= SCORE_LISTED_MIN)
    .toSorted((one, other) =>
      firstDifference(
        other.score - one.score,
        one.accountIds[0] - other.accountIds[0],
        one.accountIds[1] - other.accountIds[1],
      ),
    );
}

function listShared(first: AccountFacts, second: AccountFacts): readonly SharedTrait[] {
  return TRAIT_KINDS.flatMap((kind) => {
    const values = new Set(second.traits.filter(isOf(kind)).map(({ value }) => value));
    const shared = first.traits
      .filter(isOf(kind))
      .filter(({ value }) => values.has(value))
      .map((trait) => ({ ...trait, points: traitPoints(trait) }))
      .filter(({ points }) => points > 0)
      .toSorted((one, other) =>
        firstDifference(other.points - one.points, one.value < other.value ? -1 : 1),
      );
    return shared.slice(0, 1);
  });
}

function isOf(kind: TraitKind): (trait: Trait) => boolean {
  return (trait) => trait.kind === kind;
}

function traitPoints({ kind, holders }: Trait): number {
  assert(holders >= 2, 'two accounts have a shared trait');
  if (holders > TRAIT_HOLDERS_MAX) return 0;
  // A customer chooses the destinations they name, so one more of their accounts must not lower the
  // score.
  return kind === 'payout' ? WEIGHTS[kind] : Math.floor(WEIGHTS[kind] / (holders - 1));
}

function hedgePoints({ gapMs, matchPermille }: Hedge): number {
  const closeness = HEDGE_POINTS * (HEDGE_WINDOW_MS - gapMs) * matchPermille;
  return Math.floor(closeness / (HEDGE_WINDOW_MS * PERMILLE));
}

function hasGuaranteedStopIn(
  { first: position, second: opposite }: Hedge,
  first: AccountFacts,
  second: AccountFacts,
): boolean {
  const isWithin =
    ({ openedAtMs, closedAtMs }: TradedPosition) =>
    (atMs: number) =>
      openedAtMs <= atMs && atMs <= (closedAtMs ?? Infinity);
  return (
    first.protectedAtMs.some(isWithin(position)) || second.protectedAtMs.some(isWithin(opposite))
  );
}

function sumOf(points: readonly number[]): number {
  return points.reduce((sum, one) => sum + one, 0);
}
