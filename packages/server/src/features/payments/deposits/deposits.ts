// Deposits: limits and methods, creating and settling them, and reversals by staff or a provider.
export { cancelDeposit } from './cancel-deposit.ts';
export { actOnDeposit, DEPOSIT_ACTIONS } from './act-on-deposit.ts';
export type { DepositActionRequest } from './act-on-deposit.ts';
export { findReturn } from './book-return.ts';
export type { ReportedReturn } from './book-return.ts';
export { listFirstDeposits } from './first-deposit-store.ts';
export type { FirstDeposit } from './first-deposit-store.ts';
export { listPaymentMethods } from './payment-methods.ts';
export type { MethodSettings, CardProvider } from './payment-methods.ts';
export { isUnproven, UNPROVEN, settleDeposit } from './settle-deposit.ts';
export type { SettleDeps, Settlement } from './settle-deposit.ts';
export { CHARGE_BACK_WINDOW_MS } from './charge-back-window.ts';
export { beginAttempt } from './begin-attempt.ts';
export { endAbandonedDeposits } from './end-abandoned.ts';
export { createDeposit } from './create-deposit.ts';
export type { DepositDeps } from './create-deposit.ts';
export { viewDepositTerms } from './deposit-terms.ts';
