import { splitMark } from '@halyard/core/trigger';
import type { StoredAlert } from './alert-store.ts';
import type { Split } from './split-store.ts';

/**
 * An alert at the rate of now. `splits` are all of its symbol, and may be those of others too; what
 * was reached keeps the rate that was reached.
 */
export function followSplits(alert: StoredAlert, splits: readonly Split[]): StoredAlert {
  if (alert.fired !== undefined) return alert;
  const own = splits.filter(({ symbol }) => symbol === alert.symbol);
  return { ...alert, points: splitMark(alert, own.slice(alert.splitsBefore)) };
}
