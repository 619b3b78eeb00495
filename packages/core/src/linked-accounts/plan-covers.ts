import { cents, type Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { firstDifference } from './first-difference.ts';

/** An account that can contribute to a loss, and how much it can pay. */
export type Purse = { readonly accountId: AccountId; readonly availableCents: Cents };
export type Cover = { readonly accountId: AccountId; readonly amountCents: Cents };

/**
 * Returns what each other account of a group pays towards a loss: the account with the most first,
 * ties by id, each at most what it has. Balance protection pays the rest.
 */
export function planCovers(lossCents: Cents, purses: readonly Purse[]): readonly Cover[] {
  let left = lossCents;
  return purses
    .toSorted((one, other) =>
      firstDifference(other.availableCents - one.availableCents, one.accountId - other.accountId),
    )
    .flatMap(({ accountId, availableCents }) => {
      const amountCents = cents(Math.max(0, Math.min(left, availableCents)));
      left = cents(left - amountCents);
      return amountCents === 0 ? [] : [{ accountId, amountCents }];
    });
}
