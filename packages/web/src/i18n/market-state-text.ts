import { useTranslation } from 'react-i18next';
import type { MarketState } from './market-state.ts';
import { useFormat, writeWait } from './format.ts';

/** Returns whether a market can be traded and when that changes, as text. */
export function useMarketStateText(): (state: MarketState) => string {
  const { t } = useTranslation(['trading', 'refusals']);
  const { moment } = useFormat();
  return (state) => {
    switch (state.kind) {
      case 'open':
        return state.closesInMs === undefined
          ? t('open24')
          : t('closesIn', { wait: writeWait(state.closesInMs) });
      case 'closed':
        return state.opensInMs === undefined
          ? t('closedForNow')
          : t('opensIn', { wait: writeWait(state.opensInMs) });
      case 'halted':
        return t('halted');
      case 'stale':
        return state.lastAtMs === undefined
          ? t('stale')
          : t('staleSince', { moment: moment(new Date(state.lastAtMs).toISOString(), Date.now()) });
      case 'none':
        return t('refusals:price-unavailable');
    }
  };
}
