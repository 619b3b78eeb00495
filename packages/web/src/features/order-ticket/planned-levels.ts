// Stop and target of the order that is being filled in, for whoever draws them, and moved there.
import { toRate } from '@halyard/core/instrument';
import { useAssetIndex } from '#data/market/trading.tsx';
import { writeRate } from '#forms/trading-levels.ts';
import { readRate } from '#i18n/figure-text.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import type { TicketDraft } from './ticket-draft.ts';

export type PlannedLevels = {
  /** Rates; undefined where nothing that can be read was typed. */
  readonly stop: number | undefined;
  readonly target: number | undefined;
  move(kind: 'stop' | 'target', rate: number): void;
};

export function usePlannedLevels(draft: TicketDraft, symbol: string): PlannedLevels {
  const decimals = useAssetIndex()?.get(symbol)?.decimals ?? 0;
  const language = currentLanguage();
  const read = (text: string) => {
    const points = readRate(text, language, decimals);
    return points === undefined ? undefined : toRate(points, decimals);
  };
  return {
    stop: read(draft.form.stopText),
    target: read(draft.form.targetText),
    move: (kind, rate) => draft.change({ kind, text: writeRate(rate, decimals) }),
  };
}
