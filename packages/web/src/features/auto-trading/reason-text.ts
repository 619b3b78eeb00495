import type { AutoTrade } from '@halyard/contract/auto-trading';
import { useTranslation } from 'react-i18next';

type Reason = NonNullable<AutoTrade['reason']>;

/** Those that have a text of their own in the catalogues; the server's sentence stands for others. */
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

/** Why the strategy did something or did not, in the page's language. */
export function useReasonText(): (reason: Reason) => string {
  const { t, i18n } = useTranslation('auto-trading');
  return ({ code, text }) => {
    // The server's English sentence has all the figures.
    if (i18n.language === 'en') return text;
    const known = KNOWN.find((one) => one === code);
    return known === undefined ? text : t(known);
  };
}
