// Which of the customer's two accounts this page shows. The address says it, so that two tabs can
// show one each. It never changes while the page is loaded: what a page of one account has in memory
// is never shown as the other's.
import { isPracticePage } from '@halyard/contract/practice/practice-paths';

/** Whether this page shows the practice account. */
export const IS_PRACTICE =
  typeof window !== 'undefined' && isPracticePage(window.location.pathname);
