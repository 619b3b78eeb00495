import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dropdown } from '#ui/dialogs/dropdown.tsx';
import { INDICATORS, type IndicatorChoice } from './chart-adapter.ts';
import classes from './chart.module.css';
import { defaultChoice, readPeriods } from './indicator-choice.ts';

type IndicatorMenuProps = {
  readonly indicators: readonly IndicatorChoice[];
  readonly onIndicators: (indicators: readonly IndicatorChoice[]) => void;
};

/** Turns indicators on and off, and sets their periods. */
export function IndicatorMenu({ indicators, onIndicators }: IndicatorMenuProps) {
  const { t } = useTranslation('trading');
  const names = {
    MA: t('indicatorMA'),
    EMA: t('indicatorEMA'),
    BOLL: t('indicatorBOLL'),
    RSI: t('indicatorRSI'),
    MACD: t('indicatorMACD'),
  };
  const put = (name: IndicatorChoice['name'], choice: IndicatorChoice | undefined) =>
    onIndicators(
      INDICATORS.map((each) =>
        each === name ? choice : indicators.find((chosen) => chosen.name === each),
      ).filter((each) => each !== undefined),
    );
  return (
    <Dropdown label={t('indicators')}>
      {INDICATORS.map((name) => {
        const chosen = indicators.find((each) => each.name === name);
        return (
          <div key={name} className={classes['indicator']}>
            <label className={classes['tool']}>
              <input
                type="checkbox"
                checked={chosen !== undefined}
                onChange={(event) =>
                  put(name, event.target.checked ? defaultChoice(name) : undefined)
                }
              />
              {names[name]}
            </label>
            {chosen !== undefined && (
              <PeriodsField
                label={t('periodsOf', { indicator: names[name] })}
                choice={chosen}
                onChange={(choice) => put(name, choice)}
              />
            )}
          </div>
        );
      })}
    </Dropdown>
  );
}

type PeriodsFieldProps = {
  readonly label: string;
  readonly choice: IndicatorChoice;
  readonly onChange: (choice: IndicatorChoice) => void;
};

/** Input takes effect as soon as it is valid. */
function PeriodsField({ label, choice, onChange }: PeriodsFieldProps) {
  const { name, periods } = choice;
  const [text, setText] = useState(periods.join(', '));
  return (
    <input
      className={classes['periods']}
      aria-label={label}
      title={label}
      inputMode="numeric"
      maxLength={24}
      autoComplete="off"
      value={text}
      aria-invalid={readPeriods(name, text) === undefined}
      onChange={(event) => {
        setText(event.target.value);
        const read = readPeriods(name, event.target.value);
        if (read !== undefined) onChange({ name, periods: read });
      }}
    />
  );
}
