import { useTranslation } from 'react-i18next';
import { useConfigQuery } from '#data/http/config.ts';
import { EconomicCalendar } from '#features/economic-calendar/economic-calendar.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { PublicPage } from './public-page.tsx';
import classes from '#apps/frame/public-page.module.css';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** The economic calendar, shown only if the operator offers it. */
export function CalendarPage() {
  const { t } = useTranslation('calendar');
  const query = useConfigQuery();
  usePageTitle(t('title'));
  return (
    <Loaded query={query}>
      {({ economics }) =>
        economics ? (
          <PublicPage>
            <div>
              <h1 className={classes['title']}>{t('title')}</h1>
              <p className={classes['own']}>{t('subtitle')}</p>
            </div>
            <EconomicCalendar />
          </PublicPage>
        ) : (
          <NotFound />
        )
      }
    </Loaded>
  );
}
