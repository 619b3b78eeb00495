// The platform in a read-only staff session: the same pages under a prominent banner.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut, useAccount } from '#data/auth/account.ts';
import { isFromElsewhere, session, useSessionToken } from '#data/auth/session.ts';
import { Button } from '#ui/controls.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { AlertIcon } from '#ui/icons.tsx';
import classes from './viewing.module.css';

const BACK_OFFICE = '/backoffice';

export function Viewing({ children }: { readonly children: ReactNode }) {
  const token = useSessionToken();
  if (token === undefined) return <Ended />;
  return (
    <>
      <Banner />
      {children}
      <div className={classes['frame']} aria-hidden />
    </>
  );
}

function Banner() {
  const { t } = useTranslation('viewing');
  const user = useAccount();
  return (
    <aside className={classes['banner']} aria-label={t('banner')}>
      <AlertIcon size={16} />
      <p>
        <b>
          {user === undefined
            ? t('viewing')
            : t('viewingOf', { name: `${user.first_name} ${user.last_name}`, email: user.email })}
        </b>{' '}
        {t('nothingChanges')}
      </p>
      <Button size="compact-sm" onClick={leave}>
        {t('leave')}
      </Button>
    </aside>
  );
}

/** Closes the tab if the browser permits it; otherwise the page says that it can be closed. */
function leave(): void {
  signOut('signed-out');
  window.close();
}

/**
 * The page after a read-only session has ended. It shows nothing else, so that no one signs in here
 * by mistake.
 */
function Ended() {
  const { t } = useTranslation('viewing');
  return (
    <main className={classes['ended']}>
      <EmptyState title={t(session.lastEnd() === 'signed-out' ? 'left' : 'expired')}>
        <p>{t('closeTab')}</p>
        {!isFromElsewhere && (
          <Button component="a" href={BACK_OFFICE} variant="default" mt="sm">
            {t('toBackOffice')}
          </Button>
        )}
      </EmptyState>
    </main>
  );
}
