// The economic calendar: our own, or TradingView's for visitors who choose it. Both use the same
// filter.
import { IMPORTANCES, type Importance } from '@halyard/contract/calendar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consent } from '#data/storage/consent.ts';
import { hostedWidgetUrl } from '#data/market/hosted-widget-url.ts';
import { useHostedWidgets } from '#data/market/hosted-widget.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { HostedFrame } from '#ui/hosted-frame.tsx';
import classes from './economic-calendar.module.css';
import { type EventFilter, IMPORTANCE_TEXTS } from './event-filter.ts';
import { EventWeek } from './event-week.tsx';
import { FilterChoice } from './filter-choice.tsx';

const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'NZD', 'CNY'] as const;
const FRAME_HEIGHT = 640;
const CREDIT_URL = 'https://www.tradingview.com/economic-calendar/';

export function EconomicCalendar() {
  const { t } = useTranslation('calendar');
  const { isOffered, isWanted } = useHostedWidgets();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(CURRENCIES));
  const [weights, setWeights] = useState<ReadonlySet<Importance>>(new Set(IMPORTANCES));
  const filter: EventFilter = {
    currencies: CURRENCIES.filter((currency) => chosen.has(currency)),
    importances: IMPORTANCES.filter((importance) => weights.has(importance)),
  };
  const ours = <EventWeek filter={filter} />;
  const address = frameAddress(filter);
  return (
    <div className={classes['card']}>
      <div className={classes['filters']}>
        <FilterChoice
          legend={t('currencies')}
          values={CURRENCIES}
          chosen={chosen}
          write={(currency) => currency}
          onChoose={setChosen}
        />
        <FilterChoice
          legend={t('importance')}
          values={IMPORTANCES}
          chosen={weights}
          write={(importance) => t(IMPORTANCE_TEXTS[importance])}
          onChoose={setWeights}
        />
      </div>
      {isWanted ? (
        <HostedFrame
          key={address}
          src={address}
          title={t('hosted')}
          height={FRAME_HEIGHT}
          credit={{ text: t('credit'), url: CREDIT_URL }}
        >
          {ours}
        </HostedFrame>
      ) : (
        ours
      )}
      {isOffered && (
        <p className={classes['offer']}>
          {!isWanted && t('hostedOffer')}{' '}
          <button
            type="button"
            className={classes['choose']}
            onClick={() => consent.set(isWanted ? 'necessary' : 'all')}
          >
            {isWanted ? t('hostedOwn') : t('hostedShow')}
          </button>
        </p>
      )}
    </div>
  );
}

function frameAddress({ currencies, importances }: EventFilter): string {
  return hostedWidgetUrl(
    {
      id: 'events',
      language: currentLanguage(),
      options: {
        currencyFilter: currencies.join(','),
        importanceFilter: importances.join(','),
        width: '100%',
        height: FRAME_HEIGHT,
        isTransparent: true,
        colorTheme: document.documentElement.dataset['mantineColorScheme'] ?? 'dark',
      },
    },
    window.location,
  );
}
