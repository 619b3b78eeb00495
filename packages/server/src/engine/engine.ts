// The single writer of accounts and positions: gathers commands into batches, commits each batch
// in one statement, and only then answers and publishes.
export { isAnswered } from './commit/answered.ts';
export { audit } from './audit/audit.ts';
export type { AuditReport } from './audit/audit.ts';
export { createLedgerSum } from './ledger-sum.ts';
export { fromStored, toStoredJson } from './commit/stored-names.ts';
export { createEngine } from './create-engine.ts';
export { isLeaseFree } from './lease/free-lease.ts';
export { pruneRejections } from './prune-rejections.ts';
export { LeaseKeeper } from './lease/lease.ts';
export type { Lease } from './lease/lease.ts';
export { claimQuoteNumbers, MARKET_LEASE } from './lease/market-lease.ts';
export { systemTime } from './engine-time.ts';
export { findLeaseOwner, leaveLeaseTo } from './lease/restored-lease.ts';
export { CLOSED_BY_BROKER } from './closed-by-broker.ts';
export { DIVIDEND_ACTION } from './notice.ts';
export type { AccountChange, EngineClient, EngineObserver } from './engine-interface.ts';
export type { EngineRejection, Outcome, Committed } from './outcome.ts';
export type { AccountNotice, CancelledNotice } from './notice.ts';
export { wrapClient, wrapEngine } from './wrap-engine.ts';
export { createRemoteEngine } from './remote/remote-engine.ts';
