import type { Position } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useQuote } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { useInView } from '#ui/lists/use-in-view.ts';
import { closingRate } from './closing-rate.ts';

type CurrentRateProps = {
  readonly position: Position;
  readonly decimals: number;
  /** Whether to omit the word before the price. */
  readonly isBare?: boolean;
};

/** The price at which an open position would close now. It updates only while visible. */
export function CurrentRate({ position, decimals, isBare = false }: CurrentRateProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const [ref, isInView] = useInView<HTMLSpanElement>();
  const quote = useQuote(position.symbol, isInView);
  const rate = format.rate(closingRate(position, quote), decimals);
  return (
    <span ref={ref} title={t('priceNow')}>
      {isBare ? rate : t('rateNow', { rate })}
    </span>
  );
}
