import type { Layout } from '@halyard/contract/workspace';

/** The trading screen of a customer who has changed nothing. */
export const USUAL_LAYOUT: Layout = {
  px: { left: 272, right: 284, bottom: 208 },
  folded: [],
  chartCount: 1,
  charts: [],
  tables: {},
};
