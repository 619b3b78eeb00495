import type { AutoTrade } from '@halyard/contract/auto-trading';
import { useTranslation } from 'react-i18next';

type Reason = NonNullable<AutoTrade['reason']>;

/** Reasons with a text in the catalogues; for others the server's sentence is shown. */
const KNOWN = [
  'ema-cross',
  'opposite-cross',
  'held-too-long',
  'warming-up',
  'no-candle',
  'not-live',
  'no-cross',
  'against-trend',
  'momentum',
  'spread-too-wide',
  'symbol-in-use',
  'closing-soon',
  'leverage-unavailable',
  'stop-too-far',
  'amount-too-small',
  'day-stop',
  'drawdown-stop',
  'losing-streak',
  'open-max',
  'entries-max',
  'refused',
] as const;

/** The strategy's reason in the page's language. */
export function useReasonText(): (reason: Reason) => string {
  const { t, i18n } = useTranslation('auto-trading');
  return ({ code, text }) => {
    // The server's English sentence contains all figures.
    if (i18n.language === 'en') return text;
    const known = KNOWN.find((one) => one === code);
    return known === undefined ? text : t(known);
  };
}
