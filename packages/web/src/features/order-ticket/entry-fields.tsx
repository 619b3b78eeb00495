// The ticket's fields for an entry order: price, levels, expiry and OCO partner.
import { type EntryOrderKind, comparedPrice } from '@halyard/core/order';
import { useTranslation } from 'react-i18next';
import { useAccountSnapshot, useAssetIndex } from '#data/market/trading.tsx';
import { toQuote } from '#data/market/trading-core.ts';
import type { OrderTermsProblem } from '#forms/order-terms.ts';
import {
  OrderExpiryField,
  OrderPriceField,
  type OrderTermsProps,
} from '#forms/order-terms-fields.tsx';
import { useOrderName } from '#forms/order-terms-text.ts';
import { useFormat } from '#i18n/format.ts';
import { NativeSelect } from '#ui/controls.ts';
import type { TicketError } from './ticket-errors.ts';
import type { Ticket } from './use-ticket.ts';

const HINTS = {
  buy: { limit: 'buyLimitHint', stop: 'buyStopHint' },
  sell: { limit: 'sellLimitHint', stop: 'sellStopHint' },
} as const;

type FieldProps = { readonly ticket: Ticket };

/** The trigger price of the order. */
export function EntryPriceField({ ticket }: FieldProps) {
  const { t } = useTranslation('orders');
  const { kind, direction } = ticket.form;
  if (kind === 'market') return null;
  return <OrderPriceField {...termsProps(ticket, kind)} hint={t(HINTS[direction][kind])} />;
}

export function EntryLastFields({ ticket }: FieldProps) {
  return (
    <>
      <EntryExpiryField ticket={ticket} />
      <OcoField ticket={ticket} />
    </>
  );
}

function EntryExpiryField({ ticket }: FieldProps) {
  const { kind } = ticket.form;
  if (kind === 'market') return null;
  return <OrderExpiryField {...termsProps(ticket, kind)} />;
}

/** Links the order to a pending one: the fill of one cancels the other (OCO). */
function OcoField({ ticket }: FieldProps) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const orderName = useOrderName();
  const assets = useAssetIndex();
  const orders = useAccountSnapshot().orders ?? [];
  const { form, change, asset } = ticket;
  const free = orders
    .filter(({ oco }) => oco === null)
    .toSorted((one, other) => rank(other.symbol) - rank(one.symbol));
  function rank(symbol: string): number {
    return symbol === asset.symbol ? 1 : 0;
  }
  if (form.kind === 'market' || free.length === 0) return null;
  const options = free.map((order) => {
    const rate = format.rate(order.price, assets?.get(order.symbol)?.decimals ?? 0);
    const label = t('orderAt', { order: orderName(order), symbol: order.symbol, rate });
    return { value: String(order.id), label };
  });
  const chosen = free.some(({ id }) => id === form.ocoId) ? String(form.ocoId) : '';
  return (
    <NativeSelect
      label={t('oco')}
      name="oco"
      description={chosen === '' ? null : t('ocoHint')}
      data={[{ value: '', label: t('ocoNone') }, ...options]}
      value={chosen}
      onChange={({ currentTarget: { value } }) =>
        change({ kind: 'oco', id: value === '' ? null : Number(value) })
      }
    />
  );
}

function termsProps(ticket: Ticket, kind: EntryOrderKind): OrderTermsProps {
  const { asset, form, quote: live, change } = ticket;
  const { direction } = form;
  const quote = toQuote(asset.symbol, live, asset.decimals);
  return {
    form,
    context: { kind, direction, asset },
    problems: ticket.errors.flatMap((error) => (isShown(error, ticket) ? [error] : [])),
    startPoints: quote && comparedPrice({ direction, kind }, quote),
    onChange: (terms) => change({ kind: 'terms', terms }),
  };
}

/** A missing value is not shown as an error before the customer wants to place the order. */
function isShown(error: TicketError, { form }: Ticket): error is OrderTermsProblem {
  const { field, code } = error;
  if (field === 'amount' || field === 'leverage') return false;
  const isMissing = code === 'price-required' || code === 'expiry-required';
  return !isMissing || form.areTermsTouched;
}
