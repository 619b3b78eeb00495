import { SECOND_MS } from '@halyard/core/time';
import { useTranslation } from 'react-i18next';
import {
  useFeedSilence,
  useLive,
  useLiveState,
  useLiveSymbols,
  usePaused,
} from '#data/market/trading.tsx';
import { Button } from '#ui/controls.ts';
import { AlertIcon } from '#ui/icons.tsx';
import classes from '../desk/platform-page.module.css';

/** Shows that no prices arrive, and the age of the displayed ones. */
export function FeedNotice() {
  const { t } = useTranslation('trading');
  const { quotes } = useLive();
  const isPaused = usePaused();
  const isOffline = useLiveState() === 'offline';
  const hasPrices = useLiveSymbols() !== undefined;
  // The live region exists before its text, because screen readers would otherwise skip it.
  return (
    <div className={isOffline || isPaused ? classes['feedNotice'] : undefined}>
      <output>
        {isOffline && (
          <>
            <AlertIcon size={14} /> {t('reconnecting')}
          </>
        )}
      </output>
      {isOffline && hasPrices && <PriceAge />}
      {isPaused && (
        <>
          <span>{t('prices-paused')}</span>
          <Button size="compact-sm" variant="default" onClick={() => quotes.setPaused(false)}>
            {t('resumePrices')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Outside the live region, so that the seconds are not announced. */
function PriceAge() {
  const { t } = useTranslation('trading');
  const seconds = Math.round(useFeedSilence() / SECOND_MS);
  return <span>{t('pricesOld', { seconds })}</span>;
}
