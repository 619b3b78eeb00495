// The ticket as one object: what is chosen, what it would do, what stands against it, and sending.
import type { User } from '@halyard/contract/accounts';
import type { Asset, BalanceFigures } from '@halyard/contract/trading';
import type { Direction } from '@halyard/core/instrument';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommandControl, useCommand } from '#data/live-use-command.ts';
import { useFigures, useLiveState, useQuote } from '#data/trading.tsx';
import { currentLanguage } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';
import { readAmount } from '#i18n/figure-text.ts';
import { orderMessage } from './order-message.ts';
import { allowedLeverages, type TicketBlock, ticketBlock } from './ticket-access.ts';
import { type TicketError, ticketErrors } from './ticket-errors.ts';
import {
  changeTicket,
  EMPTY_TICKET,
  type TicketChange,
  type TicketForm,
  usableLeverage,
} from './ticket-form.ts';
import { type PreviewInput, type TicketPreview, ticketPreview } from './ticket-preview.ts';

export type Ticket = {
  readonly asset: Asset;
  readonly form: TicketForm;
  change(change: TicketChange): void;
  readonly leverages: readonly number[];
  readonly leverage: number | undefined;
  readonly figures: BalanceFigures | undefined;
  readonly block: TicketBlock | undefined;
  readonly errors: readonly TicketError[];
  readonly previewInput: PreviewInput;
  readonly preview: TicketPreview;
  readonly command: CommandControl;
  /** Sends the order at the price on the screen, or at one that was accepted. */
  submit(acceptedRate?: number): void;
};

export type AskedDirection = { readonly direction: Direction };

export type TicketSetting = {
  readonly asset: Asset;
  readonly customer: User;
  readonly asked: AskedDirection | undefined;
  readonly onOpened: (() => void) | undefined;
};

export function useTicket(setting: TicketSetting): Ticket {
  const { asset, customer } = setting;
  const language = currentLanguage();
  const command = useOrderCommand(setting.onOpened);
  const [form, change] = useTicketForm(setting, command);
  const quote = useQuote(asset.symbol);
  const figures = useFigures();
  const isLive = useLiveState() === 'online' && quote?.state === 'live';

  const leverages = allowedLeverages(asset, customer);
  const leverage = usableLeverage(form.leverage, leverages);
  const amountCents = readAmount(form.amountText, language);
  const liveQuote = isLive ? quote : undefined;
  const previewInput: PreviewInput = {
    asset,
    quote: liveQuote,
    direction: form.direction,
    leverage,
    amountCents,
    freeMargin: figures?.free_margin,
  };
  const preview = ticketPreview(previewInput);
  const errors =
    figures && ticketErrors({ form, language, leverage, asset, figures, quote: liveQuote });
  return {
    asset,
    form,
    change,
    leverages,
    leverage,
    figures,
    block: ticketBlock(asset, customer, isLive),
    errors: errors ?? [],
    previewInput,
    preview,
    command,
    submit(acceptedRate) {
      change({ kind: 'amount-left', text: form.amountText });
      const seenRate = acceptedRate ?? preview.orderRate;
      if (errors === undefined || errors.length > 0) return;
      if (amountCents === undefined || leverage === undefined || seenRate === undefined) return;
      const order = { asset, form, language, amountCents, leverage, seenRate };
      command.send('openPosition', orderMessage(order));
    },
  };
}

function useOrderCommand(onOpened: (() => void) | undefined): CommandControl {
  const { t } = useTranslation('trading');
  return useCommand({
    onDone() {
      showToast(t('positionCreated'));
      onOpened?.();
    },
  });
}

function useTicketForm(
  { asset, asked }: TicketSetting,
  { stage, reset }: CommandControl,
): readonly [TicketForm, (change: TicketChange) => void] {
  const [form, change] = useReducer(changeTicket, asked, (wish) => ({ ...EMPTY_TICKET, ...wish }));
  useChange(asked, () => {
    if (asked !== undefined) change({ kind: 'direction', direction: asked.direction });
  });
  useChange(asset.symbol, () => {
    change({ kind: 'symbol' });
    // What is not known of an order stays on the screen until the customer has dealt with it.
    if (stage.kind === 'refused' || stage.kind === 'unsent') reset();
  });
  return [form, change];
}

/** Runs while rendering, in the one render in which a value has changed. */
function useChange<Value>(value: Value, onChange: () => void): void {
  const [known, setKnown] = useState(value);
  if (Object.is(known, value)) return;
  setKnown(value);
  onChange();
}
