import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useConfig } from '#data/http/config.ts';
import { contentPath, PATHS } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import { MenuIcon } from '#ui/icons.tsx';
import { Entry } from './header-entry.tsx';
import classes from './header.module.css';

/** The sign-in and sign-up links. */
export function VisitorHeader({ settings }: { readonly settings: ReactNode }) {
  const { t } = useTranslation();
  const config = useConfig();
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
      <div className={clsx(classes['wide'], classes['settings'])}>{settings}</div>
      <nav className={classes['ways']} aria-label={t('account')}>
        <Link to={PATHS.login} className={classes['quiet']}>
          {t('logIn')}
        </Link>
        {config?.registration === true && (
          <Button component={Link} to={PATHS.register} size="sm" className={classes['open']}>
            {t('openAccount')}
          </Button>
        )}
      </nav>
      <button
        type="button"
        className={clsx(classes['narrow'], classes['opener'])}
        popoverTarget={panelId}
        aria-label={t('openMenu')}
      >
        <MenuIcon size={18} />
      </button>
      <div ref={panel} id={panelId} popover="auto" className={classes['panel']}>
        <Menu />
        <div className={classes['settings']}>{settings}</div>
      </div>
    </>
  );
}

function Menu() {
  const { t } = useTranslation();
  const config = useConfig();
  if (config === undefined || config.platformOnly) return null;
  return (
    <nav className={classes['menu']} aria-label={t('mainMenu')}>
      <Entry to={PATHS.home} below={PATHS.home} isExact>
        {t('home')}
      </Entry>
      <Entry to={contentPath('about')} below={contentPath('about')}>
        {t('about')}
      </Entry>
    </nav>
  );
}
