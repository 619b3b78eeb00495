// Withdrawals: their terms, requests, and the staff's decisions.
export { actOnWithdrawal, findStop, WITHDRAWAL_ACTIONS } from './act-on-withdrawal.ts';
export type { WithdrawalActionRequest } from './act-on-withdrawal.ts';
export { requestWithdrawal } from './request-withdrawal.ts';
export type { WithdrawalDeps } from './request-withdrawal.ts';
export { viewWithdrawalTerms } from './withdrawal-terms.ts';
