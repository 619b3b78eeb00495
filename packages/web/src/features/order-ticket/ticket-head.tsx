import type { Asset } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { useDay } from '#data/market/trading-day.ts';
import { marketState } from '#i18n/market-state.ts';
import { useQuote } from '#data/market/trading.tsx';
import { useNow } from '#data/market/use-now.ts';
import { useFormat } from '#i18n/format.ts';
import { useMarketStateText } from '#i18n/market-state-text.ts';
import { Change } from '#ui/figures/change.tsx';
import classes from './order-ticket.module.css';

export function TicketHead({ asset }: { readonly asset: Asset }) {
  const format = useFormat();
  const stateText = useMarketStateText();
  const { change } = useDay(asset.symbol);
  const quote = useQuote(asset.symbol);
  const state = marketState(asset, quote, useNow(MINUTE_MS));
  return (
    <header>
      <div className={classes['head']}>
        <h2 className={classes['symbol']}>{asset.symbol}</h2>
        <Change
          value={change}
          text={format.percent(change === undefined ? undefined : Math.abs(change))}
        />
      </div>
      <p className="muted">
        {asset.name} · {stateText(state)}
      </p>
    </header>
  );
}
