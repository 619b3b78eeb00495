import type { Position } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useQuote } from '#data/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { useInView } from '#ui/use-in-view.ts';
import { closingRate } from './closing-rate.ts';

type CurrentRateProps = { readonly position: Position; readonly decimals: number };

/** The price that an open position would close at now. It moves only where it is seen. */
export function CurrentRate({ position, decimals }: CurrentRateProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const [ref, isInView] = useInView<HTMLSpanElement>();
  const quote = useQuote(position.symbol, isInView);
  return (
    <span ref={ref} title={t('priceNow')}>
      {t('rateNow', { rate: format.rate(closingRate(position, quote), decimals) })}
    </span>
  );
}
