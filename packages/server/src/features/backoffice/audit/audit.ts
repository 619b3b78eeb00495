// The books audit: balances, positions, journal entries and customers agree.
export { runAudit } from './run-audit.ts';
