import type { Importance } from '@halyard/contract/calendar';

export type EventFilter = {
  readonly currencies: readonly string[];
  readonly importances: readonly Importance[];
};

/** The keys of the texts for each importance. */
export const IMPORTANCE_TEXTS = { '-1': 'low', 0: 'medium', 1: 'high' } as const;
