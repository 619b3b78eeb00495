// Converts the wire's euros and rates to core's cents and points, so that the browser computes with
// the same functions as the server.
import type { LiveQuote } from '@halyard/contract/market';
import type { Position as WirePosition } from '@halyard/contract/trading';
import { parseRequestedRate, type Points, points, type Quote } from '@halyard/core/instrument';
import { type Cents, cents, parseAmount } from '@halyard/core/money';
import { closingFill, type Position, profitAt, profitBps } from '@halyard/core/position';

const BPS_PER_PERCENT = 100;

/** Converts euros to cents; the server sends at most two decimals. */
export function toCents(euros: number): Cents {
  return parseAmount(euros) ?? cents(Math.round(euros * 100));
}

/** Converts a percentage to hundredths of a percent. */
export function toBps(percent: number): number {
  return Math.round(percent * BPS_PER_PERCENT);
}

/** Converts a rate to points; undefined if there is none. */
function toPoints(rate: number | null | undefined, decimals: number): Points | undefined {
  return rate === null || rate === undefined ? undefined : parseRequestedRate(rate, decimals);
}

/** Core's quote; undefined for a symbol without a price. */
export function toQuote(
  symbol: string,
  quote: LiveQuote | undefined,
  decimals: number,
): Quote | undefined {
  const bidPoints = toPoints(quote?.sell, decimals);
  const askPoints = toPoints(quote?.buy, decimals);
  if (quote === undefined || bidPoints === undefined || askPoints === undefined) return undefined;
  const atMs = quote.ts;
  return {
    symbol,
    bidPoints,
    askPoints,
    sequence: 0,
    source: 'feed',
    sourceAtMs: atMs,
    receivedAtMs: atMs,
  };
}

/** The last conversion of each position, because figures convert all positions at every price. */
const conversions = new WeakMap<WirePosition, { decimals: number; converted: Position }>();

/** Core's position. Its opening quote is not on the wire, so the opening rate replaces it. */
export function toPosition(position: WirePosition, decimals: number): Position {
  const last = conversions.get(position);
  if (last?.decimals === decimals) return last.converted;
  const converted = convertPosition(position, decimals);
  conversions.set(position, { decimals, converted });
  return converted;
}

function convertPosition(position: WirePosition, decimals: number): Position {
  const openPoints = toPoints(position.open_rate, decimals) ?? points(0);
  const openedAtMs = Date.parse(position.open_date);
  return {
    id: position.id,
    accountId: 0,
    symbol: position.symbol,
    direction: position.direction,
    amountCents: toCents(position.amount),
    leverage: position.leverage,
    openPoints,
    openedAtMs,
    openQuote: {
      symbol: position.symbol,
      bidPoints: openPoints,
      askPoints: openPoints,
      sequence: 0,
      source: 'feed',
      sourceAtMs: openedAtMs,
      receivedAtMs: openedAtMs,
    },
    stopPoints: toPoints(position.stop_lost, decimals) ?? null,
    targetPoints: toPoints(position.take_profit, decimals) ?? null,
    stopOutPoints: toPoints(position.termination_rate, decimals) ?? points(0),
    hasGuaranteedStop: position.protected === 1,
    isAutomatic: false,
    ...(position.carry === undefined ? {} : { carry: position.carry }),
  };
}

/** The profit in cents if the position were closed at this quote. */
export function openProfit(position: WirePosition, quote: Quote, decimals: number): Cents {
  return profitAt(toPosition(position, decimals), quote);
}

/** The profit in percent of the amount if the position were closed at this quote. */
export function openReturn(position: WirePosition, quote: Quote, decimals: number): number {
  const held = toPosition(position, decimals);
  return profitBps(held, closingFill(held, quote)) / BPS_PER_PERCENT;
}

/** The profit in percent of the amount of a closed position; null without its prices. */
export function closedReturn(position: WirePosition, decimals: number): number | null {
  const held = toPosition(position, decimals);
  const closePoints = toPoints(position.closed_rate, decimals);
  if (closePoints === undefined || held.openPoints === 0) return null;
  return profitBps(held, closePoints) / BPS_PER_PERCENT;
}
