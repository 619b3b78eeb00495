// Withdrawals: their terms, requesting them, and what staff decide about them.
export { actOnWithdrawal, WITHDRAWAL_ACTIONS } from './act-on-withdrawal.ts';
export type { WithdrawalDeed } from './act-on-withdrawal.ts';
export { requestWithdrawal } from './request-withdrawal.ts';
export type { WithdrawalDeps } from './request-withdrawal.ts';
export { viewWithdrawalTerms } from './withdrawal-terms.ts';
