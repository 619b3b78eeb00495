import { listPriceAlerts, type PriceAlert } from '@halyard/contract/price-alerts';
import { useEffect } from 'react';
import { reload, useRouteQuery } from '../http/query.ts';
import { isMaybeSplit } from './split-signs.ts';
import { useLive } from './trading.tsx';

/** The customer's price alerts, including reached ones. */
export function usePriceAlerts() {
  const query = useRouteQuery(listPriceAlerts, {});
  const waiting = query.data?.filter(({ fired_at: firedAt }) => firedAt === null) ?? [];
  useReloadAfterSplits(new Set(waiting.map(({ symbol }) => symbol)));
  return query;
}

/** Returns the pending alerts of one symbol. */
export function useWaitingAlerts(symbol: string): readonly PriceAlert[] {
  const alerts = usePriceAlerts().data ?? [];
  return alerts.filter((alert) => alert.symbol === symbol && alert.fired_at === null);
}

/** How many alerts are pending; undefined while loading. */
export function useWaitingAlertCount(): number | undefined {
  return usePriceAlerts().data?.filter(({ fired_at: firedAt }) => firedAt === null).length;
}

/** Reloads the alerts after splits, because pending alerts are adjusted for them. */
function useReloadAfterSplits(symbols: ReadonlySet<string>): void {
  const { quotes } = useLive();
  const names = [...symbols].toSorted().join(' ');
  useEffect(() => {
    const ends = names
      .split(' ')
      .filter(Boolean)
      .map((symbol) => {
        let last = quotes.get(symbol);
        return quotes.subscribe(symbol, () => {
          const now = quotes.get(symbol);
          const isSplit = last !== undefined && now !== undefined && isMaybeSplit(last, now);
          last = now;
          if (isSplit) void reload(listPriceAlerts);
        });
      });
    return () => {
      for (const end of ends) end();
    };
  }, [quotes, names]);
}
