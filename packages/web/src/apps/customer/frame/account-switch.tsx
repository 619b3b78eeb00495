import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { isViewing } from '#data/auth/session.ts';
import { accountPaths } from '#paths.ts';
import classes from './account-switch.module.css';

/** Switches between the live and the practice account, and shows which one is open. */
export function AccountSwitch() {
  const { t } = useTranslation();
  const paths = accountPaths(useLocation().pathname);
  // Staff can view the live account only.
  if (isViewing) return null;
  const current = { 'aria-current': 'true' } as const;
  return (
    <nav aria-label={t('accountSwitch')} className={classes['switch']}>
      <a
        href={paths.live}
        className={clsx(classes['kind'], !IS_PRACTICE && classes['on'])}
        {...(IS_PRACTICE ? {} : current)}
      >
        {t('accountLive')}
      </a>
      <a
        href={paths.practice}
        className={clsx(classes['kind'], IS_PRACTICE && classes['practice'])}
        {...(IS_PRACTICE ? current : {})}
      >
        {t('accountPractice')}
      </a>
    </nav>
  );
}
