// The commands that hold, release and reverse funds, what credit covers, and why a payout is rejected.
export { coverByCredit } from './cover-by-credit.ts';
export { findPayoutRejection } from './find-payout-rejection.ts';
export { decideHoldFunds, decideReleaseFunds } from './hold-funds.ts';
export { decideReverseFunds } from './reverse-funds.ts';
