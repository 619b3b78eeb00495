import { closingPrice } from '@halyard/core/instrument';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toQuote } from '#data/market/trading-core.ts';
import { StepInput } from '#forms/step-input.tsx';
import { rateSteps } from '#forms/steps.ts';
import { useLevelOutcomeText } from '#forms/trading-levels.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { ChevronIcon } from '#ui/icons.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { readRate } from '#i18n/figure-text.ts';
import classes from './level-fields.module.css';
import { EntryLevelField } from './lazy-entry-fields.tsx';
import { useTicketErrorText } from './ticket-error-text.ts';
import { outcomeAtLevel } from './ticket-preview.ts';
import type { Ticket } from './use-ticket.ts';

const RiskSizeField = lazyPart(async () => (await import('./risk-size-field.tsx')).RiskSizeField);

/** The fields of stop and target, collapsed until needed. */
export function LevelFields({ ticket }: { readonly ticket: Ticket }) {
  const { form } = ticket;
  const { t } = useTranslation('trading');
  const id = useId();
  const [isOpen, setOpen] = useState(form.stopText !== '' || form.targetText !== '');
  return (
    <div>
      <button
        type="button"
        className={classes['toggle']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('levels')}
        <ChevronIcon />
      </button>
      <div id={id} className={classes['fields']} hidden={!isOpen}>
        <LevelField ticket={ticket} kind="stop" />
        <LevelField ticket={ticket} kind="target" />
        <Suspense>{isOpen && <RiskSizeField ticket={ticket} />}</Suspense>
      </div>
    </div>
  );
}

type LevelFieldProps = { readonly ticket: Ticket; readonly kind: 'stop' | 'target' };

function LevelField({ ticket, kind }: LevelFieldProps) {
  return ticket.form.kind === 'market' ? (
    <MarketLevelField ticket={ticket} kind={kind} />
  ) : (
    <EntryLevelField ticket={ticket} kind={kind} />
  );
}

function MarketLevelField({ ticket, kind }: LevelFieldProps) {
  const { t } = useTranslation('trading');
  const outcomeText = useLevelOutcomeText();
  const errorText = useTicketErrorText(ticket.asset);
  const { asset, form, change, previewInput } = ticket;
  const text = kind === 'stop' ? form.stopText : form.targetText;
  const error = ticket.errors.find(({ field }) => field === kind);
  const level = readRate(text, currentLanguage(), asset.decimals);
  const outcome = level === undefined ? undefined : outcomeAtLevel(previewInput, level);
  const isShown = error === undefined && outcome !== undefined;
  const quote = toQuote(asset.symbol, previewInput.quote, asset.decimals);
  const closesAt = quote && closingPrice(form.direction, quote);
  return (
    <StepInput
      label={t(kind === 'stop' ? 'stopLoss' : 'takeProfit')}
      name={kind === 'stop' ? 'stop_lost' : 'take_profit'}
      placeholder={t('levelOptional')}
      classNames={{ input: classes['input'] ?? '', label: classes['label'] ?? '' }}
      value={text}
      steps={rateSteps(currentLanguage(), asset.decimals, closesAt)}
      error={error === undefined ? null : errorText(error)}
      description={isShown ? outcomeText(outcome, asset.decimals) : null}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onText={(changed) => change({ kind, text: changed })}
      onBlur={() => change({ kind, text: text.trim() })}
    />
  );
}
