import type { Position } from '@halyard/contract/trading';
import { useAssetIndex, useLive } from '#data/market/trading.tsx';
import { useNow } from '#data/market/use-now.ts';
import { type MarketGap, marketGap } from '#i18n/market-gap.ts';
import { useMarketGapText } from '#i18n/market-gap-text.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './positions.module.css';

/** The update interval of the wait, which is shown in minutes. */
const INTERVAL_MS = 10_000;

/** Lists the markets of open positions that close soon or are closed, grouped by time. */
export function GapNotices({ open }: { readonly open: readonly Position[] }) {
  const assets = useAssetIndex();
  const { quotes } = useLive();
  const gapText = useMarketGapText();
  const nowMs = useNow(INTERVAL_MS);
  const groups = new Map<string, { readonly gap: MarketGap; readonly symbols: string[] }>();
  for (const symbol of new Set(open.map((position) => position.symbol))) {
    const asset = assets?.get(symbol);
    const gap = asset && marketGap(asset, quotes.get(symbol), nowMs);
    if (gap === undefined) continue;
    const key = `${gap.kind} ${gap.opensAt ?? ''} ${gap.kind === 'soon' ? gap.closesAt : ''}`;
    const group = groups.get(key) ?? { gap, symbols: [] };
    group.symbols.push(symbol);
    groups.set(key, group);
  }
  if (groups.size === 0) return null;
  return (
    <div className={classes['gaps']}>
      {[...groups].map(([key, { gap, symbols }]) => (
        <Notice key={key} tone="warn">
          {gapText(gap, symbols.join(', '))}
        </Notice>
      ))}
    </div>
  );
}
