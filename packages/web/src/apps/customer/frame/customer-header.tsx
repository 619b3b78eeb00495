import type { User } from '@halyard/contract/accounts';
import { clsx } from 'clsx';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { signOut, useAccount } from '#data/auth/account.ts';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { useConfig } from '#data/http/config.ts';
import { useSessionToken } from '#data/auth/session.ts';
import { PATHS, platformPath, TRADING_PATH } from '#paths.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { CheckIcon, MenuIcon } from '#ui/icons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SidePart } from '#ui/dialogs/side-part.tsx';
import { AccountSwitch } from './account-switch.tsx';
import { Entry } from './header-entry.tsx';
import classes from './header.module.css';

const loadNotifications = () => import('#features/notifications/notifications.ts');
const NotificationBell = lazyPart(async () => (await loadNotifications()).NotificationBell);
const NotificationFeed = lazyPart(async () => (await loadNotifications()).NotificationFeed);

type CustomerHeaderProps = { readonly settings: ReactNode };

/** The menu and the account bar; on narrow screens both are behind a button. */
export function CustomerHeader({ settings }: CustomerHeaderProps) {
  const { t } = useTranslation();
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const token = useSessionToken();
  const { pathname } = useLocation();
  useEffect(() => {
    panel.current?.hidePopover();
  }, [pathname]);
  return (
    <>
      {!IS_PRACTICE && (
        <SidePart>{token !== undefined && <NotificationFeed token={token} />}</SidePart>
      )}
      <span className={classes['wide']}>
        <Menu />
      </span>
      <span className={classes['space']} />
      <div className={clsx(classes['wide'], classes['strip'])}>
        <AccountSwitch />
        <AccountStrip />
        <Bell />
        <span className={clsx(classes['settings'], classes['far'])}>
          {settings}
          <LogOut />
        </span>
      </div>
      <span className={classes['narrow']}>
        <Bell />
      </span>
      <button
        type="button"
        className={classes['opener']}
        popoverTarget={panelId}
        aria-label={t('openMenu')}
      >
        <MenuIcon size={18} />
      </button>
      <div ref={panel} id={panelId} popover="auto" className={classes['panel']}>
        <AccountSwitch />
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
  const config = useConfig();
  return (
    <nav className={classes['menu']} aria-label={t('mainMenu')}>
      <Entry to={platformPath()} below={TRADING_PATH}>
        {t('platform')}
      </Entry>
      {config?.platformOnly === false && (
        <Entry to={PATHS.referrals} below={PATHS.referrals}>
          {t('referrals')}
        </Entry>
      )}
      <Entry to={PATHS.account} below={PATHS.account}>
        {t('myAccount')}
      </Entry>
      <Entry to={PATHS.transactions} below={PATHS.transactions}>
        {t('transactions')}
      </Entry>
      {config?.economics === true && (
        <Entry to={PATHS.economicCalendar} below={PATHS.economicCalendar}>
          {t('economics')}
        </Entry>
      )}
    </nav>
  );
}

/** The practice account sends no notifications. */
function Bell() {
  if (IS_PRACTICE) return null;
  return (
    <SidePart>
      <NotificationBell to={PATHS.notifications} />
    </SidePart>
  );
}

function AccountStrip() {
  const user = useAccount();
  return user === undefined ? <Skeleton width="220px" height="14px" /> : <Who user={user} />;
}

function Who({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const config = useConfig();
  return (
    <div className={classes['who']}>
      <span className={classes['greeting']}>{t('hello', { name: user.full_name })}</span>
      <span className={classes['far']}>{t('pin', { pin: user.pin ?? t('none') })}</span>
      {user.verified_account ? (
        <Badge tone="up">
          <CheckIcon size={12} />
          {t('verified')}
        </Badge>
      ) : (
        <Badge tone="warn">{t('notVerified')}</Badge>
      )}
      {config?.platformOnly === false ? (
        <Link to={PATHS.accountLevels} className={clsx(classes['levelLink'], classes['far'])}>
          {t('level', { level: user.level })}
        </Link>
      ) : (
        <span className={classes['far']}>{t('level', { level: user.level })}</span>
      )}
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
        void navigate(PATHS.login);
        signOut('signed-out');
      }}
    >
      {t('logOut')}
    </button>
  );
}
