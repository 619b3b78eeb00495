import { useTranslation } from 'react-i18next';
import { writeWait } from './format.ts';
import { currentLanguage } from './i18n.ts';
import type { MarketGap } from './market-gap.ts';

/** Describes when symbols can't be traded, in local time, and the consequences. */
export function useMarketGapText(): (gap: MarketGap, symbols: string) => string {
  const { t } = useTranslation('trading');
  return (gap, symbols) => {
    const wait = writeWait(gap.waitMs);
    const opens = gap.opensAt === undefined ? undefined : writeLocally(gap.opensAt);
    if (gap.kind === 'now') return t('gapNow', { symbols, opens: opens ?? '', wait });
    const closes = writeLocally(gap.closesAt);
    return opens === undefined
      ? t('gapSoon', { symbols, closes, wait })
      : t('gapSoonUntil', { symbols, closes, wait, opens });
  };
}

/** Formats an instant in local time, such as Sun 22 Nov, 23:00 CET. */
function writeLocally(instant: string): string {
  const language = currentLanguage();
  return new Date(instant).toLocaleString(language === 'en' ? 'en-GB' : language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
