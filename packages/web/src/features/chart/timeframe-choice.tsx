import { TIMEFRAMES, type Timeframe } from '@halyard/contract/market';
import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';

type TimeframeChoiceProps = {
  readonly value: Timeframe;
  readonly onChange: (timeframe: Timeframe) => void;
};

export function TimeframeChoice({ value, onChange }: TimeframeChoiceProps) {
  const { t } = useTranslation('trading');
  return (
    <fieldset className={classes['timeframes']}>
      <legend className={classes['hidden']}>{t('timeframe')}</legend>
      {TIMEFRAMES.map((timeframe) => (
        <label key={timeframe} className={classes['timeframe']}>
          <input
            type="radio"
            name="timeframe"
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
