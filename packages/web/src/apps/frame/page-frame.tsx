import { clsx } from 'clsx';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LanguageSwitch, ThemeSwitch } from '#features/settings/settings.ts';
import { operatorName } from '#operator-name.ts';
import { Loading } from '#ui/feedback/loading.tsx';
import { Logo } from '#ui/logo.tsx';
import { Notices } from './notices.tsx';
import classes from './page-frame.module.css';
import { Region } from './region.tsx';

const MAIN_ID = 'main';

type PageFrameProps = {
  /** The address behind the logo. */
  readonly home: string;
  /** What follows the logo, and a class for the header that depends on it. */
  readonly header: ReactNode;
  readonly headerClass: string | undefined;
  /** What stands between the header and the notices. */
  readonly subheader?: ReactNode;
  /** A change scrolls to the top, and resets a page that failed. */
  readonly resetKey: string;
  readonly children: ReactNode;
};

/** The frame of every page: header, notices, and the page with its failure and loading states. */
export function PageFrame(props: PageFrameProps) {
  const { home, header, headerClass, subheader, resetKey, children } = props;
  const { t } = useTranslation();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [resetKey]);
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href={`#${MAIN_ID}`}>
        {t('skipToContent')}
      </a>
      <header className={clsx(classes['header'], headerClass)}>
        <Link to={home} className={classes['home']} aria-label={operatorName()}>
          <Logo name={operatorName()} />
        </Link>
        {header}
      </header>
      {subheader}
      <Notices />
      <main id={MAIN_ID} className={classes['main']} tabIndex={-1}>
        <Region resetKey={resetKey}>
          <Suspense fallback={<Loading label={t('loading')} />}>{children}</Suspense>
        </Region>
      </main>
    </div>
  );
}

/** The visitor's settings, which every header has. */
export function PageSettings() {
  return (
    <>
      <LanguageSwitch />
      <ThemeSwitch />
    </>
  );
}
