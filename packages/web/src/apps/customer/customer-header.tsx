import type { User } from '@halyard/contract/accounts';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatch, useNavigate } from 'react-router';
import { signOut, useAccount } from '#data/account.ts';
import { PATHS, platformPath } from '#paths.ts';
import { Badge } from '#ui/badge.tsx';
import { CheckIcon, MenuIcon } from '#ui/icons.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { Skeleton } from '#ui/loading.tsx';
import classes from './header.module.css';

type CustomerHeaderProps = { readonly settings: ReactNode };

/** The menu and the strip with who is signed in; on a narrow screen both are behind a button. */
export function CustomerHeader({ settings }: CustomerHeaderProps) {
  const { t } = useTranslation();
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    panel.current?.hidePopover();
  }, [pathname]);
  return (
    <>
      <span className={classes['wide']}>
        <Menu />
      </span>
      <span className={classes['space']} />
      <div className={joinClasses(classes['wide'], classes['strip'])}>
        <AccountStrip />
        {settings}
        <LogOut />
      </div>
      <button
        type="button"
        className={joinClasses(classes['narrow'], classes['opener'])}
        popoverTarget={panelId}
        aria-label={t('openMenu')}
      >
        <MenuIcon size={18} />
      </button>
      <div ref={panel} id={panelId} popover="auto" className={classes['panel']}>
        <AccountStrip />
        <Menu />
        <div className={classes['settings']}>{settings}</div>
        <LogOut />
      </div>
    </>
  );
}

function Menu() {
  const { t } = useTranslation();
  const isOnPlatform = useMatch(`${PATHS.platform}/*`) !== null;
  return (
    <nav className={classes['menu']} aria-label={t('mainMenu')}>
      <Link
        to={platformPath()}
        className={joinClasses(classes['entry'], isOnPlatform && classes['on'])}
        {...(isOnPlatform ? { 'aria-current': 'page' } : {})}
      >
        {t('platform')}
      </Link>
    </nav>
  );
}

function AccountStrip() {
  const user = useAccount();
  return user === undefined ? <Skeleton width="220px" height="14px" /> : <Who user={user} />;
}

function Who({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  return (
    <div className={classes['who']}>
      <span className={classes['greeting']}>{t('hello', { name: user.full_name })}</span>
      <span>{t('pin', { pin: user.pin ?? t('none') })}</span>
      {user.verified_account ? (
        <Badge tone="up">
          <CheckIcon size={12} />
          {t('verified')}
        </Badge>
      ) : (
        <Badge tone="warn">{t('notVerified')}</Badge>
      )}
      <span>{t('level', { level: user.level })}</span>
    </div>
  );
}

function LogOut() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={classes['quiet']}
      onClick={() => {
        // First the page, so that the guard does not note it as one to come back to.
        void navigate(PATHS.login);
        signOut('signed-out');
      }}
    >
      {t('logOut')}
    </button>
  );
}
