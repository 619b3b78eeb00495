// How many people must approve a money action of staff. The limit applies to the sum approved for a
// customer within a rolling day, so that splitting an amount does not avoid it.
import type { Cents } from '#money/money.ts';

/** The limit of a rolling day in cents, and how many people must approve an action beyond it. */
export type ApprovalLimit = { readonly limitCents: Cents; readonly people: number };

export type ApprovalAmounts = {
  /** The amount of the action to approve now. */
  readonly amountCents: Cents;
  /** The sum already approved for the customer within the rolling day. */
  readonly approvedCents: Cents;
};

/**
 * Returns how many people must approve: 1 while the day's sum stays within the limit, otherwise the
 * number that the limit names.
 */
export function peopleNeeded(
  { limitCents, people }: ApprovalLimit,
  { amountCents, approvedCents }: ApprovalAmounts,
): number {
  return approvedCents + amountCents > limitCents ? people : 1;
}
