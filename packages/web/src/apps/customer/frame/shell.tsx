import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { Loading } from '#ui/feedback/loading.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { PracticeAccount } from './practice-account.tsx';
import { Region } from './region.tsx';
import classes from './shell.module.css';
import { preloadSignedIn } from './signed-in-part.ts';
import { useRest } from './use-rest.ts';

const MAIN_ID = 'main';

/** The frame of every page. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [hasArrived, setHasArrived] = useState(false);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <>
      <div className={classes['shell']}>
        <a className={classes['skip']} href={`#${MAIN_ID}`}>
          {t('skipToContent')}
        </a>
        <Header />
        {IS_PRACTICE && <PracticeAccount />}
        <Notices />
        <main id={MAIN_ID} className={classes['main']} tabIndex={-1}>
          <Region resetKey={pathname}>
            <Suspense fallback={<Loading label={t('loading')} />}>
              <Outlet />
              <Arrival onArrive={() => setHasArrived(true)} />
            </Suspense>
          </Region>
        </main>
      </div>
      {hasArrived && <AfterPage />}
    </>
  );
}

/** Reports that the preceding part has rendered, so that the rest can be mounted. */
function Arrival({ onArrive }: { readonly onArrive: () => void }) {
  const [arrive] = useState(() => onArrive);
  useEffect(arrive, [arrive]);
  return null;
}

/** What loads once the page's own content has. */
function AfterPage() {
  const isResting = useRest();
  useEffect(() => {
    if (isResting) void preloadSignedIn();
  }, [isResting]);
  return isResting && <Footer />;
}
