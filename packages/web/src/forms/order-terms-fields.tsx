// The fields of an entry order: its price, stop loss and take profit by price or by distance, and
// when it expires.
import { ORDER_LIFE_MS } from '@halyard/core/engine';
import type { Points } from '@halyard/core/instrument';
import type { OrderExpiry } from '@halyard/core/order';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import { TextInput, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#data/market/use-now.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import classes from './order-terms-fields.module.css';
import {
  convertLevel,
  type OrderTermsFault,
  type OrderTermsForm,
  type TermsContext,
  writeLocalTime,
} from './order-terms.ts';
import { useOrderTermsFaultText } from './order-terms-text.ts';
import { StepInput } from './step-input.tsx';
import { rateSteps } from './steps.ts';
import type { LevelKind } from './trading-levels.ts';

export type OrderTermsProps = {
  readonly form: OrderTermsForm;
  readonly context: Omit<TermsContext, 'language' | 'isGuaranteed' | 'nowMs' | 'quote'>;
  readonly faults: readonly OrderTermsFault[];
  /** The value from which the arrow keys step in an empty field. */
  readonly startPoints: Points | undefined;
  readonly onChange: (terms: Partial<OrderTermsForm>) => void;
};

type PriceFieldProps = OrderTermsProps & {
  /** The hint below the field, shown while it has no error. */
  readonly hint: ReactNode;
};

export function OrderPriceField(props: PriceFieldProps) {
  const { form, context, faults, startPoints, hint, onChange } = props;
  const { t } = useTranslation('orders');
  const faultText = useOrderTermsFaultText();
  const { decimals } = context.asset;
  const fault = faults.find(({ field }) => field === 'price');
  return (
    <StepInput
      label={t('orderPrice')}
      name="price"
      required
      withAsterisk={false}
      classNames={{ input: classes['input'] ?? '', label: classes['label'] ?? '' }}
      value={form.priceText}
      steps={rateSteps(currentLanguage(), decimals, startPoints)}
      error={fault === undefined ? null : faultText(fault, decimals)}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onText={(priceText) => onChange({ priceText })}
      onBlur={() => onChange({ priceText: form.priceText.trim() })}
    />
  );
}

type LevelFieldProps = OrderTermsProps & {
  readonly kind: LevelKind;
  /** The outcome of the level, shown below the field while it has no error. */
  readonly outcome: ReactNode;
};

const FIELDS = {
  stop: { text: 'stopText', unit: 'stopUnit', name: 'stopLoss' },
  target: { text: 'targetText', unit: 'targetUnit', name: 'takeProfit' },
} as const;

/** The field of a level, typed as a price or as a distance from the fill price. */
export function OrderLevelField(props: LevelFieldProps) {
  const { form, context, faults, startPoints, kind, outcome, onChange } = props;
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  const faultText = useOrderTermsFaultText();
  const id = useId();
  const { decimals } = context.asset;
  const names = FIELDS[kind];
  const isPrice = form[names.unit] === 'price';
  const fault = faults.find(({ field }) => field === kind);
  const language = currentLanguage();
  const swap = () => {
    const text = convertLevel(form, kind, { language, decimals, direction: context.direction });
    onChange({ [names.unit]: isPrice ? 'distance' : 'price', [names.text]: text });
  };
  return (
    <div>
      <div className={classes['head']}>
        <label htmlFor={id}>{tradingText(names.name)}</label>
        <button type="button" className={classes['unit']} onClick={swap}>
          {t(isPrice ? 'byPrice' : 'byDistance')} <span aria-hidden>⇄</span>
          <VisuallyHidden>
            {t('changeUnit', {
              level: tradingText(names.name),
              unit: t(isPrice ? 'unitDistance' : 'unitPrice'),
            })}
          </VisuallyHidden>
        </button>
      </div>
      <StepInput
        id={id}
        name={kind === 'stop' ? 'stop_lost' : 'take_profit'}
        placeholder={tradingText('levelOptional')}
        classNames={{ input: classes['input'] ?? '' }}
        value={form[names.text]}
        steps={rateSteps(language, decimals, isPrice ? startPoints : undefined)}
        error={fault === undefined ? null : faultText(fault, decimals)}
        description={fault === undefined ? outcome : null}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onText={(text) => onChange({ [names.text]: text })}
        onBlur={() => onChange({ [names.text]: form[names.text].trim() })}
      />
    </div>
  );
}

/** The expiry choices; the one that needs a date is last. */
const CHOICES = ['gtc', 'day', 'gtd'] as const satisfies readonly OrderExpiry[];

/** The field of the order's expiry. */
export function OrderExpiryField({ form, faults, context, onChange }: OrderTermsProps) {
  const { t } = useTranslation('orders');
  const faultText = useOrderTermsFaultText();
  const fault = faults.find(({ field }) => field === 'expiry');
  const nowMs = useNow(MINUTE_MS);
  const days = ORDER_LIFE_MS / DAY_MS;
  return (
    <div className={classes['expiry']}>
      <ChoiceChips
        legend={t('expiry')}
        name="expiry"
        values={CHOICES}
        chosen={form.expiry}
        write={(expiry) => t(expiry)}
        onChoose={(expiry) => onChange({ expiry })}
      />
      {form.expiry === 'gtd' ? (
        <TextInput
          type="datetime-local"
          name="expires_at"
          aria-label={t('gtdField')}
          min={writeLocalTime(nowMs + MINUTE_MS)}
          max={writeLocalTime(nowMs + ORDER_LIFE_MS)}
          value={form.expiresText}
          error={fault === undefined ? null : faultText(fault, context.asset.decimals)}
          onChange={(event) => onChange({ expiresText: event.currentTarget.value })}
        />
      ) : (
        <p className={classes['hint']}>
          {form.expiry === 'gtc' ? t('gtcHint', { days }) : t('dayHint')}
        </p>
      )}
    </div>
  );
}
