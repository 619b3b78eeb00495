// The order in the ticket, and its result. The ticket's parent stores them, because the ticket
// moves into a sheet when the window narrows.
import { getOpeningState } from '@halyard/contract/trading';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acknowledgedPosition } from '#data/live/acknowledged-position.ts';
import { type CommandControl, useCommand } from '#data/live/live-use-command.ts';
import { reload } from '#data/http/query.ts';
import { oneClickTrading } from '#data/storage/preference.ts';
import { useAssetIndex } from '#data/market/trading.tsx';
import { useAcknowledgedOrderText } from '#forms/acknowledged-order-text.ts';
import { useFormat } from '#i18n/format.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { changeTicket, EMPTY_TICKET, type TicketChange, type TicketForm } from './ticket-form.ts';

export type TicketDraft = {
  readonly form: TicketForm;
  change(change: TicketChange): void;
  readonly command: CommandControl;
  /** The order that was sent last. */
  readonly sent: SentOrder | undefined;
};

export type SentOrder = { readonly symbol: string; readonly isEntry: boolean };

/** Returns the draft of the displayed symbol; its choices stay when the symbol changes. */
export function useTicketDraft(symbol: string, onOpened: () => void): TicketDraft {
  const { t } = useTranslation('trading');
  const { t: orderText } = useTranslation('orders');
  const fillText = useFillText();
  const placedText = useAcknowledgedOrderText();
  const [sent, setSent] = useState<SentOrder>();
  const [form, change] = useReducer(changeTicket, EMPTY_TICKET);
  const command = useCommand({
    onDone(data) {
      if (isOrder(data))
        void placedText(data).then((text) => showToast(orderText('orderPlaced'), text));
      else showToast(t('positionCreated'), fillText(data));
      change({ kind: 'executed', keepsAmount: oneClickTrading.current() });
      onOpened();
    },
    onFailed({ kind }) {
      if (kind === 'refused') void reload(getOpeningState);
    },
  });
  const [known, setKnown] = useState(symbol);
  if (known !== symbol) {
    setKnown(symbol);
    change({ kind: 'symbol' });
    // An unknown outcome stays on screen until the customer has handled it.
    const { kind } = command.stage;
    if (kind === 'refused' || kind === 'unsent') command.reset();
  }
  const send: CommandControl['send'] = (event, message) => {
    setSent({ symbol, isEntry: event === 'placeOrder' });
    command.send(event, message);
  };
  return { form, change, command: { ...command, send }, sent };
}

/** Formats the fill of an executed order: direction, symbol, amount and rate. */
function useFillText(): (data: unknown) => string | undefined {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const assets = useAssetIndex();
  return (data) => {
    const position = acknowledgedPosition(data);
    if (position === undefined) return undefined;
    const { direction, symbol, amount, leverage, open_rate: rate } = position;
    return t('filledAt', {
      direction: t(direction),
      symbol,
      amount: format.euros(amount),
      leverage: t('times', { leverage }),
      rate: format.rate(rate, assets?.get(symbol)?.decimals ?? 0),
    });
  };
}

/** Returns whether the acknowledgement is of an entry order, so that no position opened. */
function isOrder(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'order' in data;
}
