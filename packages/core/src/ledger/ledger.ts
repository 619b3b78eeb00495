// The double-entry ledger, append only. The lines of a journal entry sum to zero, and a correction
// is a new entry.
export {
  createPosting,
  CUSTOMER_LEDGER_ACCOUNTS,
  BROKER_LEDGER_ACCOUNTS,
  movedCents,
  POSTING_KINDS,
} from './posting.ts';
export type { LedgerAccount, LedgerEntry, Posting, PostingKind } from './posting.ts';
export { createAdjustmentPosting } from './adjustment-posting.ts';
export { createCorrectionPosting } from './correction-posting.ts';
export { createDebtPaymentPosting } from './debt-posting.ts';
export {
  createFinancingPosting,
  createProtectionFeePosting,
  financingKey,
  protectionFeeKey,
} from './charge-posting.ts';
export type { Charge } from './charge-posting.ts';
export {
  createHoldPosting,
  createPayoutPosting,
  createReleasePosting,
  holdKey,
  releaseKey,
} from './hold-posting.ts';
export type { Hold, Payout } from './hold-posting.ts';
export {
  createPracticePosting,
  PRACTICE_OPENING_CENTS,
  practiceOpeningKey,
  practiceResetKey,
} from './practice-posting.ts';
export { createReversalPosting, reversalKey } from './reversal-posting.ts';
export type { Reversed } from './reversal-posting.ts';
export { createShortfallCoverPosting, createShortfallEndPosting } from './shortfall-posting.ts';
export type { ShortfallPart } from './shortfall-posting.ts';
export {
  createProtectionPosting,
  createShortfallPosting,
  createTradePosting,
  shortfallKey,
} from './trade-posting.ts';
export type { Trade } from './trade-posting.ts';
