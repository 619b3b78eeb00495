// Subcommands that book, approve and reconcile payments.
export { creditCommand } from './credit-command.ts';
export { depositCommand } from './deposit-command.ts';
export { grantCommand } from './grant-command.ts';
export { withdrawalCommand } from './withdrawal-command.ts';
export { reconcileCommand } from './reconcile-command.ts';
