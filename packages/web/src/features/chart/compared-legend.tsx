import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Observable } from '#data/http/observable.ts';
import { useFormat } from '#i18n/format.ts';
import classes from './compared-legend.module.css';
import type { ComparedChange } from './compared-rates.ts';

type ComparedLegendProps = {
  readonly symbol: string;
  readonly compared: string;
  readonly change: Observable<ComparedChange | undefined>;
  readonly onRemove: () => void;
};

/** Shows both symbols of a comparison, with their changes over the visible candles. */
export function ComparedLegend({ symbol, compared, change, onRemove }: ComparedLegendProps) {
  const { t } = useTranslation('charts');
  const format = useFormat();
  const { own, other } = useSyncExternalStore(change.subscribe, change.current) ?? {};
  const figures = [
    [symbol, own],
    [compared, other],
  ] as const;
  return (
    <div className={classes['compared']}>
      <dl aria-label={t('compared')}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className={clsx(classes['mark'], name === compared && classes['other'])}>{name}</dt>
            <dd className={toneOf(value)}>{format.signedPercent(value)}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className={classes['remove']}
        aria-label={t('compareRemove', { symbol: compared })}
        title={t('compareRemove', { symbol: compared })}
        onClick={onRemove}
      >
        ×
      </button>
    </div>
  );
}

function toneOf(value: number | undefined): string | undefined {
  if (value === undefined || value === 0) return undefined;
  return value > 0 ? 'up' : 'down';
}
