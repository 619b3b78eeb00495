import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PageFrame } from '#apps/frame/page-frame.tsx';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { PATHS } from '#paths.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './header.module.css';
import { PracticeAccount } from './practice-account.tsx';
import { preloadSignedIn } from './signed-in-part.ts';
import { useRest } from './use-rest.ts';

/** The frame of every page of the site and the trading app. */
export function Shell() {
  const { pathname } = useLocation();
  const [hasArrived, setHasArrived] = useState(false);
  return (
    <>
      <PageFrame
        home={PATHS.home}
        header={<Header />}
        headerClass={classes['header']}
        subheader={IS_PRACTICE && <PracticeAccount />}
        resetKey={pathname}
      >
        <Outlet />
        <Arrival onArrive={() => setHasArrived(true)} />
      </PageFrame>
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

/** The parts that load after the page's own content. */
function AfterPage() {
  const isResting = useRest();
  useEffect(() => {
    if (isResting) void preloadSignedIn();
  }, [isResting]);
  return isResting && <Footer />;
}
