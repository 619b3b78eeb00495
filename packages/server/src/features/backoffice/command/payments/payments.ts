// Subcommands that book, approve and reconcile payments.
export { creditVerb } from './credit-verb.ts';
export { depositVerb } from './deposit-verb.ts';
export { grantVerb } from './grant-verb.ts';
export { withdrawalVerb } from './withdrawal-verb.ts';
export { reconcileVerb } from './reconcile-verb.ts';
