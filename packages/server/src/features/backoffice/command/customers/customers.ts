// Subcommands for customers, their documents and permissions, and affiliates.
export { affiliateVerb } from './affiliate-verb.ts';
export { autoLoginVerb } from './auto-login-verb.ts';
export { customerVerb } from './customer-verb.ts';
export { documentVerb } from './document-verb.ts';
export { secondFactorVerb } from './second-factor-verb.ts';
export { permitVerb, permitted } from './permit-verb.ts';
