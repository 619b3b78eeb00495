// The ticket as one object: what is chosen, what it would do, what stands against it, and sending.
import type { User } from '@halyard/contract/accounts';
import type { Asset, BalanceFigures } from '@halyard/contract/trading';
import type { CommandControl } from '#data/live/live-use-command.ts';
import { useFigures, useLiveState, usePaused, useQuote } from '#data/market/trading.tsx';
import { useOpeningRefusal } from '#data/market/openings.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { readAmount } from '#i18n/figure-text.ts';
import type { ShownRefusal } from '#i18n/refusal-text.ts';
import { orderMessage } from './order-message.ts';
import { allowedLeverages, ticketBlock } from './ticket-access.ts';
import { type TicketError, ticketErrors } from './ticket-errors.ts';
import type { TicketDraft } from './ticket-draft.ts';
import { type TicketChange, type TicketForm, usableLeverage } from './ticket-form.ts';
import { type PreviewInput, type TicketPreview, ticketPreview } from './ticket-preview.ts';

export type Ticket = {
  readonly asset: Asset;
  readonly form: TicketForm;
  change(change: TicketChange): void;
  readonly leverages: readonly number[];
  readonly leverage: number | undefined;
  readonly figures: BalanceFigures | undefined;
  /** Why nothing can be opened now. */
  readonly block: ShownRefusal | undefined;
  readonly errors: readonly TicketError[];
  readonly previewInput: PreviewInput;
  readonly preview: TicketPreview;
  readonly command: CommandControl;
  /** Sends the order at the price on the screen, or at one that was accepted. */
  submit(acceptedRate?: number): void;
};

export type TicketSetting = {
  readonly asset: Asset;
  readonly customer: User;
  readonly draft: TicketDraft;
};

export function useTicket(setting: TicketSetting): Ticket {
  const { asset, customer, draft } = setting;
  const { form, change, command } = draft;
  const language = currentLanguage();
  const quote = useQuote(asset.symbol);
  const figures = useFigures();
  const isPaused = usePaused();
  const isLive = useLiveState() === 'online' && quote?.state === 'live';

  const block = ticketBlock(asset, customer, { isLive, isPaused });
  const opening = useOpeningRefusal();

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
    block: opening ?? (block === undefined ? undefined : { code: block, message: '' }),
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
      change({ kind: 'sent' });
      command.send('openPosition', orderMessage(order));
    },
  };
}
