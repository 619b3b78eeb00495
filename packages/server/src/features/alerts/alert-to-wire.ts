import type { PriceAlert } from '@halyard/contract/price-alerts';
import { toRate } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import type { StoredAlert } from './alert-store.ts';

export function toWireAlert(alert: StoredAlert, { decimals }: Instrument): PriceAlert {
  const { id, symbol, side, sense, fired } = alert;
  const rate = (points: Points): number => toRate(points, decimals);
  return {
    id,
    symbol,
    side,
    sense,
    rate: rate(alert.points),
    created_at: new Date(alert.createdAtMs).toISOString(),
    fired_at: fired === undefined ? null : new Date(fired.atMs).toISOString(),
    fired_rate: fired === undefined ? null : rate(fired.points),
  };
}
