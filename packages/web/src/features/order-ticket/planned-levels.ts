// The price, stop and target of the order that is being filled in, for the chart that draws and
// moves them.
import {
  type Direction,
  type Points,
  points as noPointsOf,
  toRate,
} from '@halyard/core/instrument';
import type { EntryOrderKind } from '@halyard/core/order';
import { useAssetIndex } from '#data/market/trading.tsx';
import { levelPrice, readTrigger } from '#forms/order-terms.ts';
import { type LevelKind, writeRate } from '#forms/trading-levels.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import type { TicketDraft } from './ticket-draft.ts';

export type PlannedOrder = { readonly direction: Direction; readonly kind: EntryOrderKind };

export type PlannedLevels = {
  /** The rates; undefined where no valid one was typed. */
  readonly price: number | undefined;
  readonly stop: number | undefined;
  readonly target: number | undefined;
  /** The planned entry order; undefined for a market order. */
  readonly order: PlannedOrder | undefined;
  move(kind: 'price' | 'stop' | 'target', rate: number): void;
};

/** A level that is a price does not depend on the fill. */
const noPoints = noPointsOf(0);

export function usePlannedLevels(draft: TicketDraft, symbol: string): PlannedLevels {
  const decimals = useAssetIndex()?.get(symbol)?.decimals ?? 0;
  const language = currentLanguage();
  const { form, change } = draft;
  const { kind, direction } = form;
  const reading = { language, decimals };
  const rateOf = (points: Points | undefined) =>
    points === undefined ? undefined : toRate(points, decimals);
  const points = kind === 'market' ? undefined : readTrigger(form, reading);
  // A distance has no place on the chart without the price from which it is measured.
  const levelOf = (level: LevelKind) => {
    const isPrice = (level === 'stop' ? form.stopUnit : form.targetUnit) === 'price';
    if (points === undefined && !isPrice) return undefined;
    const at = { ...reading, direction, fillPoints: points ?? noPoints };
    return rateOf(levelPrice(form, level, at));
  };
  return {
    price: rateOf(points),
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
