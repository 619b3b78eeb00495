// The commands that hold, release and reverse funds, what credit covers, and why a payout is rejected.
export { coverByCredit } from './cover-by-credit.ts';
export { findPayoutRefusal } from './find-payout-refusal.ts';
export { decideHoldFunds, decideReleaseFunds } from './hold-funds.ts';
export { decideTakeBackFunds } from './take-back-funds.ts';
