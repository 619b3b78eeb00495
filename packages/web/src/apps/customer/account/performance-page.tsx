import { useTranslation } from 'react-i18next';
import { Performance } from '#features/performance/performance.tsx';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';
import classes from './account.module.css';

/** Shows the results of the live account's trading. */
export function PerformancePage() {
  const { t } = useTranslation('performance');
  usePageTitle(t('title'));
  return (
    <Region texts="performance">
      <Performance />
    </Region>
  );
}

/** Shows the results of the practice account, which has no other account pages. */
export function PracticePerformancePage() {
  const { t } = useTranslation('performance');
  return (
    <div className={classes['alone']}>
      <h1 className={classes['heading']}>{t('title')}</h1>
      <PerformancePage />
    </div>
  );
}
