// The app's widgets that content pages can include, by name.
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig } from '#data/http/config.ts';
import { readText, type Widget, type Widgets } from '#features/content/content.tsx';
import { PATHS } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Region } from '#apps/frame/region.tsx';
import classes from '#apps/frame/public-page.module.css';

const CrossRates = lazyPart(
  async () => (await import('#features/cross-rates/cross-rates.tsx')).CrossRates,
);
const Markets = lazyPart(async () => (await import('#features/markets/markets.tsx')).Markets);
const CmsForm = lazyPart(async () => (await import('#features/cms-form/cms-form.tsx')).CmsForm);
const OfficeMap = lazyPart(
  async () => (await import('#features/office-map/office-map.tsx')).OfficeMap,
);

const EconomicCalendar = lazyPart(
  async () => (await import('#features/economic-calendar/economic-calendar.tsx')).EconomicCalendar,
);

const CALENDAR_HEIGHT = '560px';
const RATES_HEIGHT = '454px';
const MARKETS_HEIGHT = '331px';
const FORM_HEIGHT = '360px';
const MAP_HEIGHT = '320px';

function Rates() {
  return (
    <Region>
      <Suspense fallback={<Skeleton width="100%" height={RATES_HEIGHT} />}>
        <CrossRates />
      </Suspense>
    </Region>
  );
}

function MarketsNow() {
  return (
    <Region>
      <Suspense fallback={<Skeleton width="100%" height={MARKETS_HEIGHT} />}>
        <Markets />
      </Suspense>
    </Region>
  );
}

const FormPart: Widget = ({ settings }) => (
  <Region>
    <Suspense fallback={<Skeleton width="100%" height={FORM_HEIGHT} />}>
      <CmsForm form={readText(settings, 'form')} />
    </Suspense>
  </Region>
);

const MapPart: Widget = ({ settings }) => (
  <Region>
    <Suspense fallback={<Skeleton width="100%" height={MAP_HEIGHT} />}>
      <OfficeMap settings={settings} address={readText(settings, 'address')} />
    </Suspense>
  </Region>
);

/** The economic calendar as a widget; empty if the operator does not offer it. */
function CalendarPart() {
  const isOffered = useConfig()?.economics === true;
  if (!isOffered) return null;
  return (
    <Region>
      <Suspense fallback={<Skeleton width="100%" height={CALENDAR_HEIGHT} />}>
        <EconomicCalendar />
      </Suspense>
    </Region>
  );
}

/** Links to sign-in and sign-up. */
function Actions() {
  const { t } = useTranslation('shell');
  const config = useConfig();
  return (
    <div className={classes['actions']}>
      {config?.registration === true && (
        <Button component={Link} to={PATHS.register} size="lg">
          {t('openAccount')}
        </Button>
      )}
      <Button component={Link} to={PATHS.login} size="lg" variant="default">
        {t('logIn')}
      </Button>
    </div>
  );
}

export const WIDGETS: Widgets = {
  crossrates: Rates,
  calendar: CalendarPart,
  markets: MarketsNow,
  actions: Actions,
  form: FormPart,
  map: MapPart,
};
