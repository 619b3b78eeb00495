import { Navigate, useLocation } from 'react-router';
import { session, useSessionToken } from '#data/auth/session.ts';
import { PATHS } from '#paths.ts';
import { SignedIn } from './signed-in-part.ts';

/** Private pages: a visitor is sent to the sign-in page and returns afterwards. */
export function CustomersOnly() {
  const token = useSessionToken();
  const { pathname, search } = useLocation();
  if (token === undefined) {
    // After a voluntary sign-out, the next sign-in does not return to this page.
    const hasLeft = session.lastEnd() === 'signed-out';
    const state = hasLeft ? null : { returnTo: pathname + search };
    return <Navigate to={PATHS.login} replace state={state} />;
  }
  // Remounted for another customer's session, so that no data remains.
  return <SignedIn key={token} />;
}
