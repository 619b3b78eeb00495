// The operator's command `npm run halyard`: its subcommands, who can run them, and their usage
// text.
export { runOperatorCommand } from './run-command.ts';
export { backupCommand, restoreCommand } from './backup-command.ts';
export { explainWords, isCommand, usageLines } from './usage.ts';
export { permitted } from './customers/customers.ts';
