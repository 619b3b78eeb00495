// The field of a stop loss or take profit: its value, the unit that it is typed in, and below it the
// outcome and the same level in the other units.
import { type Points, toRate } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { movesToLevel } from '@halyard/core/position';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#i18n/i18n.ts';
import { useFormat } from '#i18n/format.ts';
import {
  changeUnit,
  LEVEL_UNITS,
  type LevelBasis,
  readLevel,
  type TypedValue,
} from './level-units.ts';
import classes from '../order-terms-fields.module.css';
import { StepInput } from '../step-input.tsx';
import { amountSteps, percentSteps, rateSteps, type Steps } from '../steps.ts';
import type { LevelKind } from '../trading-levels.ts';

export type LevelUnitFieldProps = {
  readonly kind: LevelKind;
  readonly typed: TypedValue;
  readonly basis: LevelBasis;
  /** The price from which the arrow keys step in an empty field. */
  readonly startPoints: Points | undefined;
  readonly error: string | null;
  /** The outcome at the level, shown while there is no error. */
  readonly outcome: ReactNode;
  readonly onChange: (typed: TypedValue) => void;
};

const UNIT_NAMES = {
  price: 'byPrice',
  distance: 'byDistance',
  percent: 'byPercent',
  money: 'byMoney',
} as const;
const BPS_PER_PERCENT = 100;
/** Distance and percentage do not depend on the amount. */
const ZERO = cents(0);

export function LevelUnitField(props: LevelUnitFieldProps) {
  const { kind, typed, basis, error, outcome, onChange } = props;
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  const id = useId();
  const name = tradingText(kind === 'stop' ? 'stopLoss' : 'takeProfit');
  return (
    <div>
      <div className={classes['head']}>
        <label htmlFor={id}>{name}</label>
        <select
          className={classes['unit']}
          aria-label={t('unitOf', { level: name })}
          value={typed.unit}
          onChange={({ currentTarget: { value } }) => {
            const unit = LEVEL_UNITS.find((each) => each === value);
            const changed = unit && changeUnit(typed, { side: kind, unit }, basis);
            if (changed !== undefined) onChange(changed);
          }}
        >
          {LEVEL_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {t(UNIT_NAMES[unit])}
            </option>
          ))}
        </select>
      </div>
      <StepInput
        id={id}
        name={kind === 'stop' ? 'stop_lost' : 'take_profit'}
        placeholder={tradingText('levelOptional')}
        classNames={{ input: classes['input'] ?? '' }}
        value={typed.text}
        steps={stepsOf(props)}
        error={error}
        description={
          error === null ? (
            <>
              {outcome} <Moves {...props} />
            </>
          ) : null
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onText={(text) => onChange({ ...typed, text })}
        onBlur={() => onChange({ ...typed, text: typed.text.trim() })}
      />
    </div>
  );
}

/** Shows the level in the units that it was not typed in, except money, which the outcome shows. */
function Moves({ kind, typed, basis }: LevelUnitFieldProps) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { decimals, openPoints } = basis;
  const level = typed.text.trim() === '' ? undefined : readLevel(typed, kind, basis);
  if (level === undefined || openPoints === undefined) return null;
  const exposure = { ...basis, openPoints, amountCents: ZERO, leverage: 1 };
  const moves = movesToLevel(exposure, kind, level);
  if (moves === undefined) return null;
  const distance = format.rate(toRate(moves.distance, decimals), decimals);
  const percent = format.percent(moves.bps / BPS_PER_PERCENT);
  const texts = { price: t('moves', { distance, percent }), distance: percent, percent: distance };
  return (
    <span className={classes['moves']}>
      {typed.unit === 'money' ? texts.price : texts[typed.unit]}
    </span>
  );
}

function stepsOf({ typed, basis, startPoints }: LevelUnitFieldProps): Steps {
  const language = currentLanguage();
  switch (typed.unit) {
    case 'price':
      return rateSteps(language, basis.decimals, startPoints);
    case 'distance':
      return rateSteps(language, basis.decimals, undefined);
    case 'percent':
      return percentSteps(language);
    case 'money':
      return amountSteps(language);
  }
}
