// Which of the customer's two accounts this page shows. The page's address determines it, so that
// two tabs can show one account each. It never changes while the page is loaded: data of one
// account in memory is never shown as the other's.
import { isPracticePage } from '@halyard/contract/practice/practice-paths';

/** Whether this page shows the practice account. */
export const IS_PRACTICE =
  typeof window !== 'undefined' && isPracticePage(window.location.pathname);
