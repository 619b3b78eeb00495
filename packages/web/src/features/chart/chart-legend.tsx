import type { Candle } from '@halyard/contract/market';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Observable } from '#data/http/observable.ts';
import { useFormat } from '#i18n/format.ts';
import classes from './chart.module.css';

type ChartLegendProps = {
  readonly inspected: Observable<Candle | undefined>;
  readonly decimals: number;
};

/** The figures of the candle under the pointer, else of the newest; also for screen readers. */
export function ChartLegend({ inspected, decimals }: ChartLegendProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const candle = useSyncExternalStore(inspected.subscribe, inspected.current);
  const [, open, high, low, close] = candle ?? [];
  const figures = [
    [t('open'), t('openLong'), open],
    [t('high'), t('highLong'), high],
    [t('low'), t('lowLong'), low],
    [t('close'), t('closeLong'), close],
  ] as const;
  return (
    <dl className={classes['legend']}>
      {figures.map(([letter, word, value]) => (
        <div key={word}>
          <dt>
            <abbr title={word}>{letter}</abbr>
          </dt>
          <dd>{format.rate(value, decimals)}</dd>
        </div>
      ))}
    </dl>
  );
}
