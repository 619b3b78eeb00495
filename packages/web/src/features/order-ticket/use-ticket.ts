// The ticket as one object: the inputs, the preview, the errors, and the action that sends it.
import type { User } from '@halyard/contract/accounts';
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset, BalanceFigures } from '@halyard/contract/trading';
import type { Direction } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import type { CommandControl } from '#data/live/live-use-command.ts';
import { useFigures, useLiveState, usePaused, useQuote } from '#data/market/trading.tsx';
import { useNow } from '#data/market/use-now.ts';
import { useOpeningRejection } from '#data/market/openings.ts';
import { oneClickTrading, usePreference } from '#data/storage/preference.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { readAmount } from '#i18n/figure-text.ts';
import type { ShownRejection } from '#i18n/rejection-text.ts';
import type { EntryPoint } from '#forms/order-fill.ts';
import { readTrigger } from '#forms/order-terms.ts';
import { entryOrderMessage, type FilledOrder, orderMessage } from './order-message.ts';
import { allowedLeverages, ticketBlock } from './ticket-access.ts';
import { type TicketError, ticketErrors } from './ticket-errors.ts';
import type { SentOrder, TicketDraft } from './ticket-draft.ts';
import { type TicketChange, type TicketForm, usableLeverage } from './ticket-form.ts';
import { type PreviewInput, type TicketPreview, ticketPreview } from './ticket-preview.ts';

export type Ticket = {
  readonly asset: Asset;
  readonly form: TicketForm;
  change(change: TicketChange): void;
  readonly leverages: readonly number[];
  readonly leverage: number | undefined;
  readonly figures: BalanceFigures | undefined;
  /** Why no position can be opened now. */
  readonly block: ShownRejection | undefined;
  readonly errors: readonly TicketError[];
  readonly previewInput: PreviewInput;
  /** The last quote of the symbol, live or not. */
  readonly quote: LiveQuote | undefined;
  readonly preview: TicketPreview;
  readonly command: CommandControl;
  /** The order that was sent last, of this symbol or of another. */
  readonly sent: SentOrder | undefined;
  /** Sends the order at the displayed price, or at a new price that the customer accepted. */
  submit(acceptedRate?: number): void;
  /** Sends a market order in a direction at the displayed price. */
  trade(direction: Direction): void;
};

export type TicketSetting = {
  readonly asset: Asset;
  readonly customer: User;
  readonly draft: TicketDraft;
};

export function useTicket(setting: TicketSetting): Ticket {
  const { asset, customer, draft } = setting;
  const { form, change, command, sent } = draft;
  const language = currentLanguage();
  const quote = useQuote(asset.symbol);
  const figures = useFigures();
  const isPaused = usePaused();
  const isOnline = useLiveState() === 'online';
  const isEntry = form.kind !== 'market';
  // An entry order needs only the last price, so it can be placed while the market is closed.
  const isLive = isOnline && (isEntry ? quote !== undefined : quote?.state === 'live');

  const block = ticketBlock(asset, customer, { isLive, isPaused, isPractice: IS_PRACTICE });
  const rejection = useOpeningRejection();
  // Entry orders can be placed during a trading pause; they are not triggered until it ends.
  const opening = isEntry && rejection?.code === 'maintenance' ? undefined : rejection;

  const leverages = allowedLeverages(asset, customer);
  const leverage = usableLeverage(form.leverage, leverages);
  const amountCents = readAmount(form.amountText, language);
  const nowMs = useNow(MINUTE_MS);
  const liveQuote = isLive ? quote : undefined;
  const entry = entryPointOf(form, asset.decimals);
  const previewInput: PreviewInput = {
    asset,
    quote: isEntry && entry === undefined ? undefined : liveQuote,
    entry,
    direction: form.direction,
    leverage,
    amountCents,
    freeMargin: figures?.free_margin,
  };
  const preview = ticketPreview(previewInput);
  const findErrors = (checked: TicketForm) =>
    figures &&
    ticketErrors({ form: checked, language, leverage, asset, figures, quote: liveQuote, nowMs });
  const errors = findErrors(form);
  const send = (order: TicketForm, requestedRate: number | undefined) => {
    const terms = { asset, form: order, language, amountCents, leverage, requestedRate };
    sendOrder(draft, terms, findErrors(order));
  };
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
    quote,
    preview,
    command,
    sent,
    submit: (acceptedRate) => send(form, acceptedRate ?? preview.orderRate),
    trade(direction) {
      change({ kind: 'direction', direction });
      send({ ...form, direction }, ticketPreview({ ...previewInput, direction }).orderRate);
    },
  };
}

type OrderTerms = Omit<FilledOrder, 'amountCents' | 'leverage' | 'requestedRate'> & {
  readonly [Name in 'amountCents' | 'leverage' | 'requestedRate']: FilledOrder[Name] | undefined;
};

/** Sends a complete order without errors; `errors` is undefined while the account is unknown. */
function sendOrder(
  { change, command }: TicketDraft,
  { amountCents, leverage, requestedRate, ...rest }: OrderTerms,
  errors: readonly TicketError[] | undefined,
): void {
  change({ kind: 'checked' });
  if (errors?.length !== 0 || amountCents === undefined || leverage === undefined) return;
  const order = { ...rest, amountCents, leverage };
  if (rest.form.kind !== 'market') {
    change({ kind: 'sent' });
    command.send('placeOrder', entryOrderMessage(order));
  } else if (requestedRate !== undefined) {
    change({ kind: 'sent' });
    command.send('openPosition', orderMessage({ ...order, requestedRate }));
  }
}

/**
 * Returns whether a click on a price sends an order; an entry order needs a trigger price first.
 */
export function useOneClick({ form }: Pick<Ticket, 'form'>): boolean {
  return usePreference(oneClickTrading) && form.kind === 'market';
}

/**
 * Returns where an entry order would trigger; undefined for a market order and while no price is
 * typed.
 */
function entryPointOf(form: TicketForm, decimals: number): EntryPoint | undefined {
  if (form.kind === 'market') return undefined;
  const points = readTrigger(form, { language: currentLanguage(), decimals });
  return points === undefined ? undefined : { kind: form.kind, points };
}
