// The proof that balances, positions, postings and customers agree.
export { runAudit } from './run-audit.ts';
