// How many people must approve a money action of staff. The limit applies to the sum approved for a
// customer within a rolling day, so that splitting an amount does not avoid it.
import type { Cents } from '#money/money.ts';

/** The limit per action, and how many people must approve an action above it. */
export type ApprovalLimit = { readonly limitCents: Cents; readonly people: number };

export type ApprovalAmounts = {
  /** The amount of the action to approve now. */
  readonly amountCents: Cents;
  /** The sum already approved for the customer within the rolling day. */
  readonly approvedCents: Cents;
};

/** Returns 1 up to and including the limit, and the rule's number of people above it. */
export function peopleNeeded(
  { limitCents, people }: ApprovalLimit,
  { amountCents, approvedCents }: ApprovalAmounts,
): number {
  return approvedCents + amountCents > limitCents ? people : 1;
}
