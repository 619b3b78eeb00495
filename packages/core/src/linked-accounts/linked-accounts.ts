// Finds accounts that may belong to one person, and hedges between them: one buys what the other
// sells, so that balance protection pays one account's loss while the other keeps the profit.
export { planCovers } from './plan-covers.ts';
export type { Cover, Purse } from './plan-covers.ts';
export { groupLinked } from './group-linked.ts';
export { findHedges, HEDGE_WINDOW_MS } from './find-hedges.ts';
export type { Hedge, TradedPosition } from './find-hedges.ts';
export { findPayoutDestinations } from './payout-destinations.ts';
export type { PayoutDestination } from './payout-destinations.ts';
export {
  findLinks,
  scoreLink,
  SCORE_LISTED_MIN,
  TRAIT_HOLDERS_MAX,
  TRAIT_KINDS,
} from './score-link.ts';
export type { AccountFacts, Link, SharedTrait, Trait, TraitKind } from './score-link.ts';
