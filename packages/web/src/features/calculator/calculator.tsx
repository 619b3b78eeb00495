// Computes a position's gain and loss from amount, leverage and two percentages, independent of the
// market.
import { CALCULATOR_LEVERAGES } from '@halyard/core/instrument';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepInput } from '#forms/step-input.tsx';
import { amountSteps, percentSteps } from '#forms/steps.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { Card } from '#ui/card.tsx';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { ChevronIcon } from '#ui/page-icons.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import {
  type CalculatorProblem,
  type CalculatorField,
  type CalculatorForm,
  calculate,
  type Calculation,
} from './calculation.ts';
import classes from './calculator.module.css';

const FORM_AT_FIRST: CalculatorForm = {
  amountText: '100',
  gainText: '5',
  lossText: '2',
  leverage: 5,
};

export function Calculator() {
  const { t } = useTranslation('trading');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label={t('calculator')}>
      <Card flush>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <h2 className={classes['title']}>{t('calculator')}</h2>
          <span className="muted">{t('calculatorHint')}</span>
          <ChevronIcon />
        </button>
        <div id={id} className={classes['body']} hidden={!isOpen}>
          <Form />
        </div>
      </Card>
    </section>
  );
}

function Form() {
  const { t } = useTranslation('trading');
  const [form, setForm] = useState(FORM_AT_FIRST);
  const calculation = calculate(form, currentLanguage());
  const { problems } = calculation;
  return (
    <div className={classes['form']}>
      <Field
        label={t('amount')}
        unit="€"
        field="amount"
        text={form.amountText}
        problem={problems.amount}
        onChange={(amountText) => setForm({ ...form, amountText })}
      />
      <ChoiceChips
        legend={t('leverage')}
        name="calculator-leverage"
        values={CALCULATOR_LEVERAGES}
        chosen={form.leverage}
        write={(leverage) => t('times', { leverage })}
        onChoose={(leverage) => setForm({ ...form, leverage })}
      />
      <div className={classes['pair']}>
        {(['gain', 'loss'] as const).map((field) => (
          <Field
            key={field}
            label={t(field === 'gain' ? 'priceGain' : 'priceLoss')}
            unit="%"
            field={field}
            text={form[`${field}Text`]}
            problem={problems[field]}
            onChange={(text) => setForm({ ...form, [`${field}Text`]: text })}
          />
        ))}
      </div>
      <Results calculation={calculation} />
    </div>
  );
}

type FieldProps = {
  readonly label: string;
  readonly unit: string;
  readonly field: CalculatorField;
  readonly text: string;
  readonly problem: CalculatorProblem | undefined;
  readonly onChange: (text: string) => void;
};

function Field({ label, unit, field, text, problem, onChange }: FieldProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const minimum = field === 'amount' ? format.euros(1) : format.percent(1, 0);
  const problemText = {
    missing: t('fieldRequired'),
    unreadable: t('figureUnreadable'),
    'too-small': t('figureTooSmall', { minimum }),
  };
  return (
    <StepInput
      label={label}
      name={`calculator-${field}`}
      leftSection={unit}
      classNames={{ input: classes['input'] ?? '', label: classes['label'] ?? '' }}
      value={text}
      steps={field === 'amount' ? amountSteps(currentLanguage()) : percentSteps(currentLanguage())}
      error={problem === undefined ? null : problemText[problem]}
      onText={onChange}
      onBlur={() => onChange(text.trim())}
    />
  );
}

function Results({ calculation }: { readonly calculation: Calculation }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const percent = calculation.stopOutPercent.toLocaleString(currentLanguage());
  return (
    <output className={classes['results']}>
      <dl className={classes['figures']}>
        <div>
          <dt>{t('positionSize')}</dt>
          <dd>{format.euros(calculation.size)}</dd>
        </div>
        <div>
          <dt>{t('profit')}</dt>
          <dd className="up">{format.signedEuros(calculation.profit)}</dd>
        </div>
        <div>
          <dt>{t('loss')}</dt>
          <dd className="down">{format.signedEuros(calculation.loss)}</dd>
        </div>
        <div>
          <dt>{t('terminationAt')}</dt>
          <dd>{t('movedAgainst', { percent })}</dd>
        </div>
        <div>
          <dt>{t('lossThere')}</dt>
          <dd className="down">{format.signedEuros(calculation.stopOutProfit)}</dd>
        </div>
      </dl>
      {calculation.isLossBeyondStopOut && (
        <Notice tone="warn">{t('lossBeyondTermination', { percent })}</Notice>
      )}
    </output>
  );
}
