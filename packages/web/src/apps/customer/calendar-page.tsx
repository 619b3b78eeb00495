import { useTranslation } from 'react-i18next';
import { useConfig } from '#data/config.ts';
import { EconomicCalendar } from '#features/economic-calendar/economic-calendar.tsx';
import { Loading } from '#ui/loading.tsx';
import { NotFound } from './not-found.tsx';
import { PublicPage } from './public-page.tsx';
import classes from './public-page.module.css';
import { usePageTitle } from './use-page-title.ts';

/** There only where the operator offers it. */
export function CalendarPage() {
  const { t } = useTranslation(['calendar', 'shell']);
  const config = useConfig();
  usePageTitle(t('title'));
  if (config === undefined) return <Loading label={t('shell:loading')} />;
  if (!config.economics) return <NotFound />;
  return (
    <PublicPage>
      <div>
        <h1 className={classes['title']}>{t('title')}</h1>
        <p className={classes['own']}>{t('subtitle')}</p>
      </div>
      <EconomicCalendar />
    </PublicPage>
  );
}
