// The operator's command `npm run halyard`: its subcommands, who can run them, and their usage
// text.
export { runVerb } from './run-verb.ts';
export { backupVerb, restoreVerb } from './backup-verb.ts';
export { usageLines } from './usage.ts';
export { permitted } from './customers/customers.ts';
