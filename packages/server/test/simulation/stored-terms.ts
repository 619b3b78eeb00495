import type { AccountTerms } from '@halyard/core/engine';

import type { SqlRow } from './array-cells.ts';

/** The terms of a row of the accounts. */
export function toTerms(row: SqlRow): AccountTerms {
  return {
    status: row.status,
    isVerified: row.is_verified,
    clientCategory: row.client_category,
    hasGuaranteedStop: row.is_protected,
    permittedCategories: row.permitted_categories,
    leverageIndexes: row.leverage_indexes,
    ...(row.shares_protection === true ? { sharesProtection: true } : {}),
  } as AccountTerms;
}
