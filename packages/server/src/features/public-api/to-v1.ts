// Converts results of the use cases to the formats of the public API.
import type { Account, Trade, Transaction } from '@halyard/contract/v1/accounts';
import type { Alert } from '@halyard/contract/v1/alerts';
import type { Candle, Instrument, Quote } from '@halyard/contract/v1/markets';
import type { EntryOrder } from '@halyard/contract/v1/orders';
import type { Position } from '@halyard/contract/v1/trading';
import type { Candle as WireCandle, MarketQuote } from '@halyard/contract/market';
import type { Order as WireOrder } from '@halyard/contract/orders';
import type { PriceAlert } from '@halyard/contract/price-alerts';
import type { Asset, BalanceFigures, Position as WirePosition } from '@halyard/contract/trading';
import type { Transaction as WireTransaction } from '@halyard/contract/transactions';
import { toAccountId } from '@halyard/contract/v1/atoms';
import { assertPresent } from '@halyard/core/assertion';
import { CLOSING_REASONS } from '@halyard/core/position';
import type { KeyHolder } from '#features/api-keys/api-keys.ts';
import { toMoney, toOptionalPrice, toPercent, toPrice } from './numbers.ts';

export function toInstrument(asset: Asset): Instrument {
  const { name, leverage } = asset.position_assets_category;
  const { financing, protection, session } = asset;
  return {
    symbol: asset.symbol,
    name: asset.name,
    category: name,
    decimals: asset.decimals,
    leverages: leverage === '' ? [] : leverage.split(',').map(Number),
    margin_min: toMoney(asset.min_amount),
    margin_max: toMoney(asset.max_amount),
    overnight_financing_percent: {
      buy: toPercent(financing.buy),
      sell: toPercent(financing.sell),
    },
    guaranteed_stop_fee_percent: protection === null ? null : toPercent(protection.fee_percent),
    state: asset.state,
    session: {
      is_open: session.open,
      next_open_at: session.next_open,
      next_close_at: session.next_close,
    },
  };
}

export function toQuote(symbol: string, quote: MarketQuote, decimals: number): Quote {
  return {
    symbol,
    bid: toPrice(quote.sell, decimals),
    ask: toPrice(quote.buy, decimals),
    state: quote.state,
    at: new Date(quote.ts).toISOString(),
    change_percent: quote.change === null ? null : toPercent(quote.change),
  };
}

export function toCandle(candle: WireCandle, decimals: number): Candle {
  const [startMs, open, high, low, close, volume] = candle;
  return {
    start_at: new Date(startMs).toISOString(),
    open: toPrice(open, decimals),
    high: toPrice(high, decimals),
    low: toPrice(low, decimals),
    close: toPrice(close, decimals),
    volume,
  };
}

/** An account of a customer, as a key opens it. */
export type KeyAccount = Pick<KeyHolder, 'customerId' | 'environment'>;

export function toAccount(
  { customerId, environment }: KeyAccount,
  figures: BalanceFigures,
): Account {
  return {
    id: toAccountId(environment, customerId),
    environment,
    currency: 'EUR',
    balance: toMoney(figures.balance),
    unrealised_profit: toMoney(figures.profit),
    equity: toMoney(figures.equity),
    used_margin: toMoney(figures.invested),
    free_margin: toMoney(figures.free_margin),
    margin_level_percent: figures.margin_level === null ? null : toPercent(figures.margin_level),
    withdrawable: toMoney(figures.withdrawable),
    credit: toMoney(figures.credit),
    debt: toMoney(figures.debt),
  };
}

export function toPosition(position: WirePosition, decimals: number): Position {
  return {
    ...toExposure(position, decimals),
    stop_out_price: toPrice(position.termination_rate, decimals),
    is_stop_guaranteed: position.protected === 1,
    unrealised_profit: position.profit === null ? null : toMoney(position.profit),
    overnight_financing: toMoney(assertPresent(position.financing ?? undefined, 'it is open')),
  };
}

export function toTrade(position: WirePosition, decimals: number): Trade {
  const closed = <Value>(value: Value | null): Value =>
    assertPresent(value ?? undefined, 'a closed position has all that closed it');
  return {
    ...toExposure(position, decimals),
    close_price: toPrice(closed(position.closed_rate), decimals),
    closed_at: closed(position.close_date),
    profit: toMoney(closed(position.profit)),
    closing_reason: closed(CLOSING_REASONS[closed(position.closingReason)] ?? null),
    closed_by_broker: position.closed_by_broker === true,
  };
}

function toExposure(position: WirePosition, decimals: number) {
  return {
    id: String(position.id),
    symbol: position.symbol,
    side: position.direction,
    margin: toMoney(position.amount),
    leverage: position.leverage,
    open_price: toPrice(position.open_rate, decimals),
    opened_at: position.open_date,
    stop_loss: toOptionalPrice(position.stop_lost, decimals),
    take_profit: toOptionalPrice(position.take_profit, decimals),
    trailing_stop_distance: toOptionalPrice(position.trailing_distance ?? null, decimals),
    trailing_stop_price: toOptionalPrice(position.trailing_stop ?? null, decimals),
  };
}

export function toEntryOrder(order: WireOrder, decimals: number): EntryOrder {
  const price = (rate: number | null): string | null => toOptionalPrice(rate, decimals);
  return {
    id: String(order.id),
    type: order.kind,
    status: order.status,
    symbol: order.symbol,
    side: order.direction,
    margin: toMoney(order.amount),
    leverage: order.leverage,
    price: toPrice(order.price, decimals),
    stop_loss: price(order.stop_lost),
    stop_loss_distance: price(order.stop_distance),
    take_profit: price(order.take_profit),
    take_profit_distance: price(order.profit_distance),
    trailing_stop_distance: price(order.trailing_distance),
    time_in_force: order.expiry,
    expires_at: order.expires_at,
    oco_order_id: order.oco === null ? null : String(order.oco),
    placed_at: order.placed_at,
    ended_at: order.ended_at,
    reason: order.reason,
    position_id: order.position === null ? null : String(order.position),
  };
}

export function toTransaction(transaction: WireTransaction): Transaction {
  return {
    id: transaction.transaction_id,
    type: transaction.transaction_type,
    status: transaction.transaction_status,
    stage: transaction.stage,
    amount: toMoney(transaction.amount),
    created_at: transaction.created_at,
    original_id: transaction.original_id,
  };
}

export function toAlert(alert: PriceAlert, decimals: number): Alert {
  return {
    id: String(alert.id),
    symbol: alert.symbol,
    side: alert.side,
    direction: alert.sense,
    price: toPrice(alert.rate, decimals),
    created_at: alert.created_at,
    reached_at: alert.fired_at,
    reached_price: toOptionalPrice(alert.fired_rate, decimals),
  };
}
