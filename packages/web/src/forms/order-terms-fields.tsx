// The fields of an entry order: its price, stop loss and take profit by price or by distance, and
// when it expires.
import { ORDER_LIFE_MS } from '@halyard/core/engine';
import type { Points } from '@halyard/core/instrument';
import type { OrderExpiry } from '@halyard/core/order';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#data/market/use-now.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { TextInput } from '#ui/controls.ts';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { LevelUnitField } from './levels/level-unit-field.tsx';
import classes from './order-terms-fields.module.css';
import {
  type OrderTermsProblem,
  type OrderTermsForm,
  readTrigger,
  type TermsContext,
  typedOf,
  writeLocalTime,
} from './order-terms.ts';
import { useOrderTermsProblemText } from './order-terms-text.ts';
import { StepInput } from './step-input.tsx';
import { rateSteps } from './steps.ts';
import { TrailField } from './levels/trail-field.tsx';
import type { LevelKind } from './trading-levels.ts';

export type OrderTermsProps = {
  readonly form: OrderTermsForm;
  readonly context: Omit<TermsContext, 'language' | 'isGuaranteed' | 'nowMs' | 'quote'>;
  readonly problems: readonly OrderTermsProblem[];
  /** The value from which the arrow keys step in an empty field. */
  readonly startPoints: Points | undefined;
  readonly onChange: (terms: Partial<OrderTermsForm>) => void;
};

type PriceFieldProps = OrderTermsProps & {
  /** The hint below the field, shown while it has no error. */
  readonly hint: ReactNode;
};

export function OrderPriceField(props: PriceFieldProps) {
  const { form, context, problems, startPoints, hint, onChange } = props;
  const { t } = useTranslation('orders');
  const problemText = useOrderTermsProblemText();
  const { decimals } = context.asset;
  const problem = problems.find(({ field }) => field === 'price');
  return (
    <StepInput
      label={t('orderPrice')}
      name="price"
      required
      withAsterisk={false}
      classNames={{ input: classes['input'] ?? '', label: classes['label'] ?? '' }}
      value={form.priceText}
      steps={rateSteps(currentLanguage(), decimals, startPoints)}
      error={problem === undefined ? null : problemText(problem, decimals)}
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

/** The field of a level of an order, measured from its trigger price. */
export function OrderLevelField(props: LevelFieldProps) {
  const { form, context, problems, startPoints, kind, outcome, onChange } = props;
  const problemText = useOrderTermsProblemText();
  const { decimals } = context.asset;
  const problem = problems.find(({ field }) => field === kind);
  const language = currentLanguage();
  const { direction, amountCents, leverage } = context;
  const openPoints = readTrigger(form, { language, decimals });
  return (
    <LevelUnitField
      kind={kind}
      typed={typedOf(form, kind)}
      basis={{ language, decimals, direction, openPoints, amountCents, leverage }}
      startPoints={startPoints}
      error={problem === undefined ? null : problemText(problem, decimals)}
      outcome={outcome}
      onChange={({ text, unit }) =>
        onChange(
          kind === 'stop'
            ? { stopText: text, stopUnit: unit }
            : { targetText: text, targetUnit: unit },
        )
      }
    />
  );
}

/** The field of an order's trailing stop, which starts from the fill. */
export function OrderTrailField({ form, context, problems, onChange }: OrderTermsProps) {
  const problemText = useOrderTermsProblemText();
  const { asset, direction } = context;
  const { decimals } = asset;
  const problem = problems.find(({ field }) => field === 'trail');
  return (
    <TrailField
      text={form.trailText}
      decimals={decimals}
      direction={direction}
      startPoints={readTrigger(form, { language: currentLanguage(), decimals })}
      error={problem === undefined ? null : problemText(problem, decimals)}
      onText={(trailText) => onChange({ trailText })}
    />
  );
}

/** The expiry choices; the one that needs a date is last. */
const CHOICES = ['gtc', 'day', 'gtd'] as const satisfies readonly OrderExpiry[];

/** The field of the order's expiry. */
export function OrderExpiryField({ form, problems, context, onChange }: OrderTermsProps) {
  const { t } = useTranslation('orders');
  const problemText = useOrderTermsProblemText();
  const problem = problems.find(({ field }) => field === 'expiry');
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
          error={problem === undefined ? null : problemText(problem, context.asset.decimals)}
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
