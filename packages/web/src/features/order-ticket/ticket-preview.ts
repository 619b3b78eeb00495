// What an order would do, computed with the functions that the server fills it with.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import {
  closingPrice,
  type Direction,
  orderPrice,
  type Points,
  type Quote,
  terminationPercent,
  terminationPrice,
  toRate,
} from '@halyard/core/instrument';
import { addCents, type Cents, cents, negateCents, toEuros } from '@halyard/core/money';
import { type Exposure, profit } from '@halyard/core/position';
import { toCents, toQuote } from '#data/trading-core.ts';

export type PreviewInput = {
  readonly asset: Pick<Asset, 'symbol' | 'decimals'>;
  readonly quote: LiveQuote | undefined;
  readonly direction: Direction;
  readonly leverage: number | undefined;
  readonly amountCents: Cents | undefined;
  /** Euros. */
  readonly freeMargin: number | undefined;
};

/** Rates, euros and percentages; what is not known yet is undefined. */
export type TicketPreview = {
  /** What the order would fill at: the customer sees this price, and sends it along. */
  readonly orderRate: number | undefined;
  readonly size: number | undefined;
  /** Lost at once to the spread and the mark-up. */
  readonly cost: number | undefined;
  readonly terminationRate: number | undefined;
  readonly terminationPercent: number | undefined;
  /** Profit at the termination: a negative amount. */
  readonly terminationProfit: number | undefined;
  readonly freeMarginAfter: number | undefined;
};

export function ticketPreview(input: PreviewInput): TicketPreview {
  const { asset, direction, leverage, amountCents, freeMargin } = input;
  const quote = toQuote(asset.symbol, input.quote, asset.decimals);
  const openPoints = quote && orderPrice(direction, quote);
  const endPoints =
    openPoints !== undefined && leverage !== undefined
      ? terminationPrice({ direction, openPoints, leverage, isProtected: false })
      : undefined;
  const exposure = findExposure(input, quote);
  const rateOf = (price: Points | undefined) => price && toRate(price, asset.decimals);
  return {
    orderRate: rateOf(openPoints),
    size:
      amountCents !== undefined && leverage !== undefined
        ? toEuros(cents(amountCents * leverage))
        : undefined,
    cost:
      exposure && quote && toEuros(negateCents(profit(exposure, closingPrice(direction, quote)))),
    terminationRate: rateOf(endPoints),
    terminationPercent: leverage === undefined ? undefined : terminationPercent(leverage, false),
    terminationProfit:
      exposure && endPoints !== undefined ? toEuros(profit(exposure, endPoints)) : undefined,
    freeMarginAfter:
      amountCents !== undefined && freeMargin !== undefined
        ? toEuros(addCents(toCents(freeMargin), negateCents(amountCents)))
        : undefined,
  };
}

/** The profit in euros if the order filled now and closed at a level; undefined if not known. */
export function profitAtLevel(input: PreviewInput, levelPoints: Points): number | undefined {
  const quote = toQuote(input.asset.symbol, input.quote, input.asset.decimals);
  const exposure = findExposure(input, quote);
  return exposure && toEuros(profit(exposure, levelPoints));
}

function findExposure(input: PreviewInput, quote: Quote | undefined): Exposure | undefined {
  const { direction, leverage, amountCents } = input;
  if (quote === undefined || leverage === undefined || amountCents === undefined) return undefined;
  return { direction, leverage, amountCents, openPoints: orderPrice(direction, quote) };
}
