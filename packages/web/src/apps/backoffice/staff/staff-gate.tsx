// Shows nothing of the back office without a session: the sign-in page appears at the same address.
import { getStaffSelf, type StaffSelf } from '@halyard/contract/backoffice/sign-in';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { staffCall, staffSession } from '#data/auth/staff.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { failureText } from '../lists/list-calls.ts';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { PasswordForm } from './password-form.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { StaffContext } from './staff-context.ts';
import { TEXTS } from '../texts.ts';
import classes from './staff.module.css';

export function StaffGate({ children }: { readonly children: ReactNode }) {
  const token = useSyncExternalStore(staffSession.subscribe, staffSession.current);
  if (token !== undefined) return <SignedIn key={token}>{children}</SignedIn>;
  return <SignInPage />;
}

type Asked = { readonly member?: StaffSelf; readonly failure?: string };

function SignedIn({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void staffCall(getStaffSelf, {}).then((result) => {
      if (!isCurrent) return;
      setAsked(result.kind === 'data' ? { member: result.data } : { failure: failureText(result) });
    });
    return () => {
      isCurrent = false;
    };
  }, [tries]);
  if (asked.member !== undefined && asked.member.must_change_password !== true)
    return <StaffContext value={asked.member}>{children}</StaffContext>;
  const reload = () => setTries(tries + 1);
  const error = asked.failure === undefined ? null : new Error(asked.failure);
  return (
    <main className={parts['center']}>
      {asked.member === undefined ? (
        <Awaited error={error} onRetry={reload} />
      ) : (
        <FirstPassword onDone={reload} />
      )}
    </main>
  );
}

/**
 * Shown to a member whose password somebody else chose; every other page opens after the change.
 */
function FirstPassword({ onDone }: { readonly onDone: () => void }) {
  return (
    <div className={classes['first']}>
      <Notice tone="neutral">{TEXTS.firstPassword}</Notice>
      <PasswordForm onDone={onDone} />
    </div>
  );
}
