import { getSignInOptions, SIGN_ON_PATH } from '@halyard/contract/backoffice/single-sign-on';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { leaveForProvider, returnFromProvider } from '#data/auth/sign-on.ts';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import type { Submission } from '../actions/use-submission.ts';

type SignOn = {
  /** The label of the button; undefined without single sign-on. */
  readonly label: string | undefined;
  /** True until the ways to sign in are known, and while a sign-in is being finished. */
  readonly isOpening: boolean;
  readonly leave: () => void;
};

const HOME = '/backoffice';

/** Single sign-on on the sign-in page; errors are shown by the form's submission. */
export function useSignOn(submission: Submission): SignOn {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [label, setLabel] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  const [isFinishing, setIsFinishing] = useState(pathname === SIGN_ON_PATH);
  // Prevents a second call: the secret works once, and React's development mode mounts twice.
  const hasReturned = useRef(false);

  useEffect(() => {
    void staffCall(getSignInOptions, {}).then((result) => {
      if (result.kind === 'data') setLabel(result.data.single_sign_on?.label);
      setIsAsked(true);
    });
  }, []);

  useEffect(() => {
    if (pathname !== SIGN_ON_PATH || hasReturned.current) return;
    hasReturned.current = true;
    const returned = returnFromProvider({ pathname, search });
    void (async () => {
      const session = returned && (await submission.send(returned.result));
      // Removes the provider's code from the address.
      await navigate(returned?.path ?? HOME, { replace: true });
      setIsFinishing(false);
      if (session !== undefined) staffSession.begin(session.access_token);
    })();
  }, [pathname, search, submission, navigate]);

  return {
    label,
    isOpening: !isAsked || isFinishing,
    leave: () => {
      const path = pathname === SIGN_ON_PATH ? HOME : `${pathname}${search}`;
      const left = leaveForProvider(path, (url) => window.location.assign(url));
      void submission.send(left);
    },
  };
}
