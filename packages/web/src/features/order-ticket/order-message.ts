import type { Asset } from '@halyard/contract/trading';
import { toRate } from '@halyard/core/instrument';
import { type Cents, toEuros } from '@halyard/core/money';
import { orderTermsMessage } from '#forms/order-terms.ts';
import { readRate } from '#i18n/figure-text.ts';
import type { TicketForm } from './ticket-form.ts';

export type FilledOrder = {
  readonly asset: Pick<Asset, 'symbol' | 'decimals'>;
  readonly form: TicketForm;
  readonly language: string;
  readonly amountCents: Cents;
  readonly leverage: number;
  /** The order price that the customer saw. */
  readonly seenRate: number;
};

/** Returns the message of a valid market order. */
export function orderMessage(order: FilledOrder): Readonly<Record<string, unknown>> {
  const { asset, form, language } = order;
  const levelOf = (text: string) => {
    const level = readRate(text, language, asset.decimals);
    return level === undefined ? null : toRate(level, asset.decimals);
  };
  return {
    symbol: asset.symbol,
    direction: form.direction,
    amount: toEuros(order.amountCents),
    leverage: order.leverage,
    price: order.seenRate,
    stop_lost: levelOf(form.stopText),
    take_profit: levelOf(form.targetText),
  };
}

/** Returns the message of a valid entry order. */
export function entryOrderMessage(
  order: Omit<FilledOrder, 'seenRate'>,
): Readonly<Record<string, unknown>> {
  const { asset, form, language } = order;
  const { decimals } = asset;
  return {
    kind: form.kind,
    symbol: asset.symbol,
    direction: form.direction,
    amount: toEuros(order.amountCents),
    leverage: order.leverage,
    ...orderTermsMessage(form, { language, decimals }),
    ...(form.ocoId === null ? {} : { oco: form.ocoId }),
  };
}
