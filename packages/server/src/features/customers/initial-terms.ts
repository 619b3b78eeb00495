import { CATEGORIES, LEVERAGES } from '@halyard/core/instrument';
import type { AccountTerms } from '@halyard/core/engine';

/**
 * Returns the terms of a new account: every category and leverage, but no openings before staff
 * verify it.
 */
export function initialTerms(): AccountTerms {
  const everyIndex = LEVERAGES.map((_, index) => index);
  return {
    status: 'active',
    isVerified: false,
    clientCategory: 'retail',
    hasGuaranteedStop: false,
    permittedCategories: CATEGORIES,
    leverageIndexes: Object.fromEntries(CATEGORIES.map((category) => [category, everyIndex])),
  };
}
