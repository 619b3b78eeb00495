import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig } from '#data/config.ts';
import { PATHS } from '#paths.ts';
import classes from './header.module.css';

/** Ways in for somebody who is not signed in. */
export function VisitorHeader({ settings }: { readonly settings: ReactNode }) {
  const { t } = useTranslation();
  const config = useConfig();
  return (
    <>
      <span className={classes['space']} />
      <div className={classes['settings']}>{settings}</div>
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
    </>
  );
}
