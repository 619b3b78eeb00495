// Computes the amount from the maximum loss at the stop.
import { toRate } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import { useTranslation } from 'react-i18next';
import { toCents } from '#data/market/trading-core.ts';
import { StepInput } from '#forms/step-input.tsx';
import { amountSteps } from '#forms/steps.ts';
import { readAmount } from '#i18n/figure-text.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { UnstyledButton } from '#ui/controls.ts';
import classes from './level-fields.module.css';
import { plainEuros } from './plain-euros.ts';
import { riskSize, type RiskSize } from './risk-size.ts';
import { amountMaximum } from './ticket-errors.ts';
import { ticketLevel } from './ticket-levels.ts';
import { previewFill } from './ticket-preview.ts';
import type { Ticket } from './use-ticket.ts';

export function RiskSizeField({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const text = ticket.form.riskText;
  return (
    <div className={classes['risk']}>
      <StepInput
        label={t('riskToLose')}
        name="risk"
        leftSection="€"
        classNames={{ input: classes['input'] ?? '', label: classes['label'] ?? '' }}
        value={text}
        steps={amountSteps(currentLanguage())}
        onText={(changed) => ticket.change({ kind: 'risk', text: changed })}
      />
      <output className={classes['riskResult']}>
        {text.trim() !== '' && <Result ticket={ticket} text={text} />}
      </output>
    </div>
  );
}

function Result({ ticket, text }: { readonly ticket: Ticket; readonly text: string }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { asset } = ticket;
  const size = sizeOf(ticket, text);
  if (size === 'unreadable') return t('amountUnreadable', { example: format.euros(50) });
  if (size === 'no-stop') return t('riskNeedsStop');
  if (size === undefined) return t('riskUnknown');
  if (size.kind === 'too-small') {
    return t('riskTooSmall', { loss: format.euros(toEuros(size.leastCents)) });
  }
  const amount = toEuros(size.amountCents);
  const { stopOutPoints } = size;
  return (
    <>
      <UnstyledButton
        className={classes['take'] ?? ''}
        onClick={() => ticket.change({ kind: 'amount-left', text: plainEuros(amount) })}
      >
        {t('riskTake', { amount: format.euros(amount) })}
      </UnstyledButton>
      <span>
        {t('riskCosts', { profit: format.signedEuros(toEuros(size.profitCents)) })}
        {size.isLimited && ` ${t('riskLimited')}`}
        {stopOutPoints !== undefined &&
          ` ${t('riskTermination', {
            rate: format.rate(toRate(stopOutPoints, asset.decimals), asset.decimals),
          })}`}
      </span>
    </>
  );
}

/** Computes the size; undefined without a price or account data. */
function sizeOf(ticket: Ticket, text: string): RiskSize | 'unreadable' | 'no-stop' | undefined {
  const { asset, form, leverage, figures, previewInput } = ticket;
  const language = currentLanguage();
  const riskCents = readAmount(text, language);
  if (riskCents === undefined) return 'unreadable';
  const fill = previewFill(previewInput);
  if (fill === undefined) return undefined;
  // A stop given as an amount of money depends on the margin, so it can't determine the margin.
  const stopPoints = form.stopUnit === 'money' ? undefined : ticketLevel(ticket, 'stop');
  const isStopAtProblem = ticket.errors.some(({ field }) => field === 'stop');
  if (stopPoints === undefined || isStopAtProblem) return 'no-stop';
  if (leverage === undefined || figures === undefined) return undefined;
  const maximumCents = toCents(amountMaximum(figures, asset, leverage));
  const { direction } = form;
  const { openPoints } = fill;
  return riskSize({ asset, openPoints, direction, leverage, stopPoints, riskCents, maximumCents });
}
