// How many people must approve a money action of staff. The limit applies to the sum approved for a
// customer within a rolling day, so that splitting an amount does not avoid it.
import type { Cents } from '#money/money.ts';

/** The number of people who must approve an amount above the limit. */
export type ApprovalLimit = { readonly limitCents: Cents; readonly people: number };

export type ApprovalAmounts = {
  /** The amount to approve now. */
  readonly amountCents: Cents;
  /** The sum approved within the window before. */
  readonly approvedCents: Cents;
};

/** Returns 1 up to and including the limit, and the rule's number of people above it. */
export function peopleNeeded(
  { limitCents, people }: ApprovalLimit,
  { amountCents, approvedCents }: ApprovalAmounts,
): number {
  return approvedCents + amountCents > limitCents ? people : 1;
}
