// Describes in words why two accounts may belong to one person.
import type { getRelatedAccounts } from '@halyard/contract/backoffice/customer-page';
import type { ReplyOf } from '@halyard/contract/route';
import { countedText } from '../lists/figure-texts.ts';
import { TEXTS } from '../texts.ts';

type Related = ReplyOf<typeof getRelatedAccounts>['accounts'][number];

/** Returns the reasons, those with the most points first. */
export function reasonsOf({
  shared,
  hedges,
  protection_paid: wasPaid,
}: Pick<Related, 'shared' | 'hedges' | 'protection_paid'>): readonly string[] {
  const traits = shared
    .toSorted((one, other) => other.points - one.points)
    .map(({ kind, label }) => `${TEXTS.sameTraits[kind]} ${label}`);
  const hedging =
    hedges === 0 ? [] : [countedText(hedges, TEXTS.oppositeTrade, TEXTS.oppositeTrades)];
  return [...hedging, ...(wasPaid ? [TEXTS.protectionPaid] : []), ...traits];
}
