import type { Importance } from '@halyard/contract/calendar';

export type EventFilter = {
  readonly currencies: readonly string[];
  readonly importances: readonly Importance[];
};

/** The words for each, in the catalogue. */
export const IMPORTANCE_TEXTS = { '-1': 'low', 0: 'medium', 1: 'high' } as const;
