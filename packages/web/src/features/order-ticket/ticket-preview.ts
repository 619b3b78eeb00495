// Previews an order with the functions that the server uses to fill it.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { protectionFee } from '@halyard/core/engine';
import {
  closingPrice,
  type Direction,
  orderPrice,
  type Points,
  stopOutPercent,
  stopOutPrice,
  toRate,
} from '@halyard/core/instrument';
import { type Cents, cents, negateCents, toEuros } from '@halyard/core/money';
import { type Exposure, financing, profit } from '@halyard/core/position';
import { toBps, toCents, toQuote } from '#data/market/trading-core.ts';
import { type LevelOutcome, outcomeAt } from '#forms/levels/level-end.ts';
import { type EntryPoint, type ExpectedFill, expectedFill } from '#forms/order-fill.ts';

export type PreviewInput = {
  readonly asset: Pick<Asset, 'symbol' | 'decimals' | 'financing' | 'protection'>;
  readonly quote: LiveQuote | undefined;
  readonly direction: Direction;
  readonly leverage: number | undefined;
  readonly amountCents: Cents | undefined;
  /** The free margin after the opening, in euros. */
  readonly freeMargin: number | undefined;
  /** The trigger of an entry order; absent for a market order. */
  readonly entry?: EntryPoint | undefined;
};

/** The preview in rates, euros and percentages; undefined while unknown. */
export type TicketPreview = {
  /** The expected fill, which the customer sees and the order sends as the requested price. */
  readonly orderRate: number | undefined;
  readonly size: number | undefined;
  /** The immediate loss from spread and mark-up. */
  readonly cost: number | undefined;
  /** The overnight financing per night; negative for a credit. */
  readonly nightCost: number | undefined;
  /** The GSLO premium, charged at opening; undefined if there is none. */
  readonly fee: number | undefined;
  readonly stopOutRate: number | undefined;
  readonly stopOutPercent: number | undefined;
  /** The profit at the stop-out price, which is negative. */
  readonly stopOutProfit: number | undefined;
  readonly freeMarginAfter: number | undefined;
};

export function ticketPreview(input: PreviewInput): TicketPreview {
  const { asset, direction, leverage, amountCents, freeMargin } = input;
  const fill = previewFill(input);
  const { openPoints, quote } = fill ?? {};
  const hasGuaranteedStop = asset.protection !== null;
  const endPoints =
    openPoints !== undefined && leverage !== undefined
      ? stopOutPrice({ direction, openPoints, leverage, hasGuaranteedStop })
      : undefined;
  const exposure = findExposure(input, fill);
  const feeCents = openingFee(input);
  const rateOf = (price: Points | undefined) => price && toRate(price, asset.decimals);
  return {
    orderRate: rateOf(openPoints),
    size:
      amountCents !== undefined && leverage !== undefined
        ? toEuros(cents(amountCents * leverage))
        : undefined,
    cost:
      exposure && quote && toEuros(negateCents(profit(exposure, closingPrice(direction, quote)))),
    nightCost: nightCost(input),
    fee: feeCents && toEuros(feeCents),
    stopOutRate: rateOf(endPoints),
    stopOutPercent:
      leverage === undefined ? undefined : stopOutPercent(leverage, hasGuaranteedStop),
    stopOutProfit:
      exposure && endPoints !== undefined ? toEuros(profit(exposure, endPoints)) : undefined,
    freeMarginAfter:
      amountCents !== undefined && freeMargin !== undefined
        ? toEuros(cents(toCents(freeMargin) - amountCents - (feeCents ?? 0)))
        : undefined,
  };
}

/** Returns the GSLO premium at opening, if any. */
function openingFee({ asset, amountCents, leverage }: PreviewInput): Cents | undefined {
  if (asset.protection === null) return undefined;
  if (amountCents === undefined || leverage === undefined) return undefined;
  const protectionFeeBps = toBps(asset.protection.fee_percent);
  return protectionFee({ protectionFeeBps }, { amountCents, leverage });
}

function nightCost({ asset, direction, amountCents, leverage }: PreviewInput): number | undefined {
  if (amountCents === undefined || leverage === undefined) return undefined;
  return toEuros(financing({ amountCents, leverage }, toBps(asset.financing[direction])));
}

/**
 * Returns the outcome if the order filled like this and the price went to a level; undefined if
 * unknown.
 */
export function outcomeAtLevel(input: PreviewInput, levelPoints: Points): LevelOutcome | undefined {
  const { decimals, protection } = input.asset;
  const exposure = findExposure(input, previewFill(input));
  if (exposure === undefined) return undefined;
  return outcomeAt(exposure, levelPoints, { hasGuaranteedStop: protection !== null, decimals });
}

/** Returns the expected fill: now, or when the order triggers. */
export function previewFill({
  asset,
  quote: live,
  direction,
  entry,
}: PreviewInput): ExpectedFill | undefined {
  const quote = toQuote(asset.symbol, live, asset.decimals);
  if (quote === undefined) return undefined;
  if (entry !== undefined) return expectedFill(direction, entry, quote);
  return { openPoints: orderPrice(direction, quote), quote };
}

function findExposure(input: PreviewInput, fill: ExpectedFill | undefined): Exposure | undefined {
  const { direction, leverage, amountCents } = input;
  if (fill === undefined || leverage === undefined || amountCents === undefined) return undefined;
  return { direction, leverage, amountCents, openPoints: fill.openPoints };
}
