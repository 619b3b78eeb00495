// The trading rules: `decide` judges a command against the state and changes nothing,
// `apply` changes the state by an event and refuses nothing.
export type * from './command.ts';
export type * from './event.ts';
export type * from './refusal.ts';
export { ENGINE_REFUSAL_CODES } from './refusal.ts';
export type * from './state.ts';
export { ACCOUNT_STATUSES, CLIENT_CATEGORIES, REGIMES } from './state.ts';

import type { Event } from './event.ts';
import type { Refusal } from './refusal.ts';

export type Decision =
  | { readonly kind: 'decided'; readonly events: readonly Event[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };
