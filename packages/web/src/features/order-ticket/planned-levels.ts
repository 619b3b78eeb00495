// The price, stop and target of the order in the ticket, for the chart, which draws them and lets
// the customer drag them.
import {
  type Direction,
  type Points,
  orderPrice,
  points as noPointsOf,
  toRate,
} from '@halyard/core/instrument';
import type { EntryOrderKind } from '@halyard/core/order';
import { useAccount } from '#data/auth/account.ts';
import { useAssetIndex, useQuote } from '#data/market/trading.tsx';
import { toQuote } from '#data/market/trading-core.ts';
import { levelPrice, readTrigger, typedOf } from '#forms/order-terms.ts';
import { type LevelKind, writeRate } from '#forms/trading-levels.ts';
import { readAmount } from '#i18n/figure-text.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { allowedLeverages } from './ticket-access.ts';
import type { TicketDraft } from './ticket-draft.ts';
import { usableLeverage } from './ticket-form.ts';

export type PlannedOrder = { readonly direction: Direction; readonly kind: EntryOrderKind };

export type PlannedLevels = {
  /** The rates; undefined where the typed value is missing or invalid. */
  readonly price: number | undefined;
  readonly stop: number | undefined;
  readonly target: number | undefined;
  /** The planned entry order; undefined for a market order. */
  readonly order: PlannedOrder | undefined;
  move(kind: 'price' | 'stop' | 'target', rate: number): void;
};

/** A level that is typed as a price does not depend on the fill. */
const noPoints = noPointsOf(0);

export function usePlannedLevels(draft: TicketDraft, symbol: string): PlannedLevels {
  const asset = useAssetIndex()?.get(symbol);
  const customer = useAccount();
  const decimals = asset?.decimals ?? 0;
  const language = currentLanguage();
  const { form, change } = draft;
  const { kind, direction } = form;
  const reading = { language, decimals };
  const rateOf = (points: Points | undefined) =>
    points === undefined ? undefined : toRate(points, decimals);
  // Follows the current price only if a level is measured from it, because the price changes often.
  const isMeasured = [typedOf(form, 'stop'), typedOf(form, 'target')].some(
    ({ text, unit }) => text !== '' && unit !== 'price',
  );
  const quote = toQuote(symbol, useQuote(symbol, kind === 'market' && isMeasured), decimals);
  const trigger = kind === 'market' ? undefined : readTrigger(form, reading);
  const points = kind === 'market' ? quote && orderPrice(direction, quote) : trigger;
  const leverage =
    asset && customer && usableLeverage(form.leverage, allowedLeverages(asset, customer));
  const size = { amountCents: readAmount(form.amountText, language), leverage };
  // A level that is measured from a price is unknown without that price.
  const levelOf = (level: LevelKind) => {
    if (points === undefined && typedOf(form, level).unit !== 'price') return undefined;
    const at = { ...reading, ...size, direction, fillPoints: points ?? noPoints };
    return rateOf(levelPrice(form, level, at));
  };
  return {
    price: rateOf(trigger),
    stop: levelOf('stop'),
    target: levelOf('target'),
    order: kind === 'market' ? undefined : { kind, direction },
    move(line, rate) {
      const text = writeRate(rate, decimals);
      if (line === 'price') change({ kind: 'terms', terms: { priceText: text } });
      else if (line === 'stop')
        change({ kind: 'terms', terms: { stopText: text, stopUnit: 'price' } });
      else change({ kind: 'terms', terms: { targetText: text, targetUnit: 'price' } });
    },
  };
}
