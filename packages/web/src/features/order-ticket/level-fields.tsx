import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { ChevronIcon } from '#ui/icons.tsx';
import { readRate } from '#i18n/figure-text.ts';
import classes from './level-fields.module.css';
import { useTicketErrorText } from './ticket-error-text.ts';
import { profitAtLevel } from './ticket-preview.ts';
import type { Ticket } from './use-ticket.ts';

/** Stop and target, out of the way until they are wanted. */
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
      </div>
    </div>
  );
}

type LevelFieldProps = { readonly ticket: Ticket; readonly kind: 'stop' | 'target' };

function LevelField({ ticket, kind }: LevelFieldProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const errorText = useTicketErrorText(ticket.asset);
  const { asset, form, change, previewInput } = ticket;
  const text = kind === 'stop' ? form.stopText : form.targetText;
  const error = ticket.errors.find(({ field }) => field === kind);
  const level = readRate(text, currentLanguage(), asset.decimals);
  const profit = level === undefined ? undefined : profitAtLevel(previewInput, level);
  const isShown = error === undefined && profit !== undefined;
  return (
    <TextInput
      label={t(kind === 'stop' ? 'stopLoss' : 'takeProfit')}
      name={kind === 'stop' ? 'stop_lost' : 'take_profit'}
      inputMode="decimal"
      autoComplete="off"
      placeholder={t('levelOptional')}
      classNames={{ input: classes['input'] ?? '', label: classes['label'] ?? '' }}
      value={text}
      error={error === undefined ? null : errorText(error)}
      description={isShown ? t('levelProfit', { profit: format.signedEuros(profit) }) : null}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => change({ kind, text: event.currentTarget.value })}
      onBlur={() => change({ kind, text: text.trim() })}
    />
  );
}
