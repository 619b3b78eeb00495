import { toEuros } from '@halyard/core/money';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { StepInput } from '#forms/step-input.tsx';
import { amountSteps } from '#forms/steps.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { readAmount } from '#i18n/figure-text.ts';
import classes from './order-ticket.module.css';
import { plainEuros } from './plain-euros.ts';
import { amountMaximum } from './ticket-errors.ts';
import { useTicketErrorText } from './ticket-error-text.ts';
import type { Ticket } from './use-ticket.ts';

const INPUT_ID = 'ticket-amount';

/** Moves the focus to the amount of the displayed ticket. */
export function focusAmount(): void {
  document.getElementById(INPUT_ID)?.focus();
}

type AmountFieldProps = { readonly ticket: Ticket; readonly hasFocus: boolean };

export function AmountField({ ticket, hasFocus }: AmountFieldProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const errorText = useTicketErrorText(ticket.asset);
  const { form, change, figures, asset } = ticket;
  useEffect(() => {
    if (hasFocus) focusAmount();
  }, [hasFocus]);
  const error = ticket.errors.find(({ field }) => field === 'amount');
  const isShown = error !== undefined && (form.isAmountTouched || form.amountText !== '');
  return (
    <div>
      <div className={classes['fieldHead']}>
        <label htmlFor={INPUT_ID}>{t('amount')}</label>
        {figures !== undefined && (
          <button
            type="button"
            className={classes['useAll']}
            title={t('useAllHint')}
            onClick={() =>
              change({
                kind: 'amount-left',
                text: plainEuros(amountMaximum(figures, asset, ticket.leverage)),
              })
            }
          >
            {t('useFreeMargin', { amount: format.euros(figures.free_margin) })}
          </button>
        )}
      </div>
      <StepInput
        id={INPUT_ID}
        name="amount"
        required
        {...(hasFocus ? { 'data-autofocus': true } : {})}
        leftSection="€"
        classNames={{ input: classes['amount'] ?? '' }}
        value={form.amountText}
        steps={amountSteps(currentLanguage())}
        error={isShown ? errorText(error) : null}
        onText={(text) => change({ kind: 'amount', text })}
        onBlur={() => change({ kind: 'amount-left', text: tidied(form.amountText) })}
      />
    </div>
  );
}

/** Returns the text trimmed, with both decimals if it is a valid amount. */
function tidied(text: string): string {
  const amountCents = readAmount(text, currentLanguage());
  return amountCents === undefined ? text.trim() : plainEuros(toEuros(amountCents));
}
