import type { Asset } from '@halyard/contract/trading';
import { parseRequestedRate, points, toRate } from '@halyard/core/instrument';
import { type Cents, toEuros } from '@halyard/core/money';
import { levelPrice, orderTermsMessage } from '#forms/order-terms.ts';
import type { LevelKind } from '#forms/trading-levels.ts';
import { readRate } from '#i18n/figure-text.ts';
import type { TicketForm } from './ticket-form.ts';

export type FilledOrder = {
  readonly asset: Pick<Asset, 'symbol' | 'decimals'>;
  readonly form: TicketForm;
  readonly language: string;
  readonly amountCents: Cents;
  readonly leverage: number;
  /** The order price that the customer saw. */
  readonly requestedRate: number;
};

/** Returns the message of a valid market order. */
export function orderMessage(order: FilledOrder): Readonly<Record<string, unknown>> {
  const { asset, form, language, amountCents, leverage, requestedRate } = order;
  const { decimals } = asset;
  const { direction } = form;
  const reading = { language, decimals, direction, amountCents, leverage };
  const fillPoints = parseRequestedRate(requestedRate, decimals) ?? points(0);
  const levelOf = (kind: LevelKind) => {
    const level = levelPrice(form, kind, { ...reading, fillPoints });
    return level === undefined ? null : toRate(level, decimals);
  };
  const trail = readRate(form.trailText, language, decimals);
  return {
    symbol: asset.symbol,
    direction: form.direction,
    amount: toEuros(order.amountCents),
    leverage: order.leverage,
    price: order.requestedRate,
    stop_lost: levelOf('stop'),
    take_profit: levelOf('target'),
    ...(trail === undefined ? {} : { trailing_distance: toRate(trail, decimals) }),
  };
}

/** Returns the message of a valid entry order. */
export function entryOrderMessage(
  order: Omit<FilledOrder, 'requestedRate'>,
): Readonly<Record<string, unknown>> {
  const { asset, form, language } = order;
  const { decimals } = asset;
  return {
    kind: form.kind,
    symbol: asset.symbol,
    direction: form.direction,
    amount: toEuros(order.amountCents),
    leverage: order.leverage,
    ...orderTermsMessage(form, {
      language,
      decimals,
      direction: form.direction,
      amountCents: order.amountCents,
      leverage: order.leverage,
    }),
    ...(form.ocoId === null ? {} : { oco: form.ocoId }),
  };
}
