import { type ChartCell, INDICATORS } from '@halyard/contract/workspace';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssetIndex } from '#data/market/trading.tsx';
import { Dropdown } from '#ui/dialogs/dropdown.tsx';
import type { IndicatorChoice } from './chart-adapter.ts';
import classes from './chart.module.css';
import { defaultChoice, readPeriods } from './indicator-choice.ts';

type IndicatorMenuProps = {
  readonly cell: ChartCell;
  readonly onCell: (cell: ChartCell) => void;
};

/** Compares another symbol, turns indicators on and off, and sets their periods. */
export function IndicatorMenu({ cell, onCell }: IndicatorMenuProps) {
  const { t } = useTranslation('charts');
  const { indicators } = cell;
  const put = (name: IndicatorChoice['name'], choice: IndicatorChoice | undefined) =>
    onCell({
      ...cell,
      indicators: INDICATORS.map((each) =>
        each === name ? choice : indicators.find((chosen) => chosen.name === each),
      ).filter((each) => each !== undefined),
    });
  return (
    <Dropdown label={t('indicators')}>
      <CompareField cell={cell} onCell={onCell} />
      <div className={classes['menu']}>
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
                {t(name)}
              </label>
              {chosen !== undefined && (
                <PeriodsField
                  label={t('periodsOf', { indicator: t(name) })}
                  choice={chosen}
                  onChange={(choice) => put(name, choice)}
                />
              )}
            </div>
          );
        })}
      </div>
    </Dropdown>
  );
}

function CompareField({ cell, onCell }: IndicatorMenuProps) {
  const { t } = useTranslation('charts');
  const symbols = [...(useAssetIndex()?.keys() ?? [])].filter((symbol) => symbol !== cell.symbol);
  return (
    <label className={classes['indicator']}>
      <span className={classes['tool']}>{t('compare')}</span>
      <select
        className={classes['periods']}
        value={cell.compared ?? ''}
        onChange={({ target }) => {
          const { compared: _, ...rest } = cell;
          onCell(target.value === '' ? rest : { ...rest, compared: target.value });
        }}
      >
        <option value="">{t('compareNothing')}</option>
        {symbols.toSorted().map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </select>
    </label>
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
