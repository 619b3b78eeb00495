import { cents, type Cents } from '#money/money.ts';
import type { AccountId } from '#position/position.ts';
import { firstDifference } from './first-difference.ts';

/** What an account could pay. */
export type Purse = { readonly accountId: AccountId; readonly availableCents: Cents };
export type Cover = { readonly accountId: AccountId; readonly amountCents: Cents };

/**
 * What each of the other accounts of a group pays towards a loss: the one with the most first, ties by
 * id, each no more than it has. What is left of the loss afterwards is for balance protection.
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
