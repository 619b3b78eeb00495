import { splitMark } from '@halyard/core/trigger';
import type { StoredAlert } from './alert-store.ts';
import type { Split } from './split-store.ts';

/**
 * Returns an alert with its rate adjusted. `splits` contains all splits of its symbol and possibly
 * others; a reached alert keeps the rate that was reached.
 */
export function followSplits(alert: StoredAlert, splits: readonly Split[]): StoredAlert {
  if (alert.fired !== undefined) return alert;
  const own = splits.filter(({ symbol }) => symbol === alert.symbol);
  return { ...alert, points: splitMark(alert, own.slice(alert.splitsBefore)) };
}
