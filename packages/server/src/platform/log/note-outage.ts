// Logs an outage, which fails every request while it lasts. The first line has the stack, the
// others are counted: a line for each would fill the disk with the same text.
import { SECOND_MS } from '@halyard/core/time';

type Sink = { warn(entry: object, message: string): void };

const COUNTED_FOR_MS = 10 * SECOND_MS;
/**
 * The maximum number of different outages that are counted separately; further ones are counted
 * together.
 */
const OUTAGES_MAX = 20;
const countsByLog = new WeakMap<Sink, Map<string, number>>();

export function noteOutage(log: Sink, entry: { readonly err: unknown }, message: string): void {
  const counts = countsByLog.get(log) ?? new Map<string, number>();
  countsByLog.set(log, counts);
  const own = entry.err instanceof Error ? entry.err.message : 'unknown';
  const key = counts.has(own) || counts.size < OUTAGES_MAX ? own : 'others';
  const count = counts.get(key);
  if (count !== undefined) {
    counts.set(key, count + 1);
    return;
  }
  counts.set(key, 0);
  log.warn(entry, message);
  setTimeout(() => {
    const more = counts.get(key) ?? 0;
    counts.delete(key);
    if (more > 0) log.warn({ outage: key, count: more }, 'further requests met the same outage');
  }, COUNTED_FOR_MS).unref();
}
