import type { Position } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useQuote } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { useInView } from '#ui/lists/use-in-view.ts';
import { closingRate } from './closing-rate.ts';

type CurrentRateProps = {
  readonly position: Position;
  readonly decimals: number;
  /** Without the word before it. */
  readonly isBare?: boolean;
};

/** The price that an open position would close at now. It moves only where it is seen. */
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
