// Cross rates: our own from the live quotes, or TradingView's for visitors who choose it.
import { useTranslation } from 'react-i18next';
import { consent } from '#data/storage/consent.ts';
import { hostedWidgetUrl } from '#data/market/hosted-widget-url.ts';
import { useHostedWidgets } from '#data/market/hosted-widget.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { PATHS } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { HostedFrame } from '#ui/hosted-frame.tsx';
import classes from './cross-rates.module.css';
import { RateTable } from './rate-table.tsx';
import { CURRENCIES } from './rates.ts';

const FRAME_HEIGHT = 420;
const CREDIT_URL = 'https://www.tradingview.com/';

export function CrossRates() {
  const { t } = useTranslation('content');
  const { isOffered, isWanted } = useHostedWidgets();
  return (
    <Card title={t('crossRates')} note={t('crossRatesNote')} flush aside={<Kind />}>
      {isWanted ? (
        <HostedFrame
          src={frameAddress()}
          title={t('crossRatesHosted')}
          height={FRAME_HEIGHT}
          credit={{ text: t('crossRatesCredit'), url: CREDIT_URL }}
        >
          <RateTable />
        </HostedFrame>
      ) : (
        <RateTable />
      )}
      {isOffered && !isWanted && (
        <p className={classes['offer']}>
          {t('hostedOffer')}{' '}
          <button type="button" className={classes['choose']} onClick={() => consent.set('all')}>
            {t('hostedShow')}
          </button>
        </p>
      )}
    </Card>
  );
}

function Kind() {
  const { t } = useTranslation('content');
  const { isWanted } = useHostedWidgets();
  if (!isWanted) return null;
  return (
    <button type="button" className={classes['choose']} onClick={() => consent.set('necessary')}>
      {t('hostedOwn')}
    </button>
  );
}

function frameAddress(): string {
  const { location, document } = window;
  return hostedWidgetUrl(
    {
      id: 'forex-cross-rates',
      language: currentLanguage(),
      options: {
        currencies: CURRENCIES,
        width: '100%',
        height: FRAME_HEIGHT,
        isTransparent: true,
        colorTheme: document.documentElement.dataset['mantineColorScheme'] ?? 'dark',
        // The widget's links lead to our trading screen, which reads the symbol from the address.
        largeChartUrl: `${location.origin}${PATHS.platform}`,
      },
    },
    location,
  );
}
