// The field of a trailing stop: its distance from the best price, and where it starts.
import { type Direction, points, type Points, toRate } from '@halyard/core/instrument';
import { useTranslation } from 'react-i18next';
import { readRate } from '#i18n/figure-text.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import classes from '../order-terms-fields.module.css';
import { StepInput } from '../step-input.tsx';
import { rateStep, rateSteps } from '../steps.ts';

export type TrailFieldProps = {
  readonly text: string;
  readonly decimals: number;
  readonly direction: Direction;
  /** The closing price that the trailing stop starts from; undefined while it is unknown. */
  readonly startPoints: Points | undefined;
  readonly error: string | null;
  readonly onText: (text: string) => void;
};

export function TrailField(props: TrailFieldProps) {
  const { text, decimals, direction, startPoints, error, onText } = props;
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  const format = useFormat();
  const language = currentLanguage();
  const distance = readRate(text, language, decimals);
  const isShown = error === null && distance !== undefined && startPoints !== undefined;
  const sign = direction === 'buy' ? -1 : 1;
  const start = isShown ? startPoints + sign * distance : undefined;
  return (
    <StepInput
      label={t('trailingStop')}
      name="trailing_distance"
      placeholder={tradingText('levelOptional')}
      classNames={{ input: classes['input'] ?? '', label: classes['label'] ?? '' }}
      value={text}
      steps={{
        ...rateSteps(language, decimals, undefined),
        step: rateStep(startPoints),
      }}
      error={error}
      description={
        start === undefined || start <= 0
          ? null
          : t('trailHint', { rate: format.rate(toRate(points(start), decimals), decimals) })
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onText={onText}
      onBlur={() => onText(text.trim())}
    />
  );
}
