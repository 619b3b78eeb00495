// How many people must approve what staff do with money: the limit counts what was approved for the
// same customer within a rolling day, so that no amount passes by being divided.
import type { Cents } from '#money/money.ts';

/** Beyond the limit so many people must approve. */
export type ApprovalLimit = { readonly limitCents: Cents; readonly people: number };

export type ApprovalAmounts = {
  /** What is to be approved now. */
  readonly amountCents: Cents;
  /** What was approved within the window before. */
  readonly approvedCents: Cents;
};

/** One person up to the limit, inclusive; the rule's number of people above it. */
export function peopleNeeded(
  { limitCents, people }: ApprovalLimit,
  { amountCents, approvedCents }: ApprovalAmounts,
): number {
  return approvedCents + amountCents > limitCents ? people : 1;
}
