import { listPriceAlerts, type PriceAlert } from '@halyard/contract/price-alerts';
import { useRouteQuery } from './query.ts';

/** The customer's price alerts; undefined while loading. */
export function usePriceAlerts(): readonly PriceAlert[] | undefined {
  return useRouteQuery(listPriceAlerts, {}).data;
}

/** Those that wait for a price of one symbol. */
export function useWaitingAlerts(symbol: string): readonly PriceAlert[] {
  const alerts = usePriceAlerts() ?? [];
  return alerts.filter((alert) => alert.symbol === symbol && alert.fired_at === null);
}
