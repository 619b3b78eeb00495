import { TIMEFRAMES, type Timeframe } from '@halyard/contract/market';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';

type TimeframeChoiceProps = {
  readonly value: Timeframe;
  /** Whether it is one field, for a small chart. */
  readonly isCompact: boolean;
  readonly onChange: (timeframe: Timeframe) => void;
};

export function TimeframeChoice({ value, isCompact, onChange }: TimeframeChoiceProps) {
  const { t } = useTranslation('trading');
  const name = useId();
  if (isCompact) return <TimeframeField value={value} onChange={onChange} />;
  return (
    <fieldset className={classes['timeframes']}>
      <legend className={classes['hidden']}>{t('timeframe')}</legend>
      {TIMEFRAMES.map((timeframe) => (
        <label key={timeframe} className={classes['timeframe']}>
          <input
            type="radio"
            name={name}
            value={timeframe}
            className={classes['hidden']}
            checked={timeframe === value}
            onChange={() => onChange(timeframe)}
          />
          {timeframe}
        </label>
      ))}
    </fieldset>
  );
}

function TimeframeField({ value, onChange }: Omit<TimeframeChoiceProps, 'isCompact'>) {
  const { t } = useTranslation('trading');
  return (
    <select
      className={classes['timeframeField']}
      aria-label={t('timeframe')}
      value={value}
      onChange={({ target }) => {
        const next = TIMEFRAMES.find((timeframe) => timeframe === target.value);
        if (next !== undefined) onChange(next);
      }}
    >
      {TIMEFRAMES.map((timeframe) => (
        <option key={timeframe}>{timeframe}</option>
      ))}
    </select>
  );
}
