import type { getFeeds } from '@halyard/contract/backoffice/dealing';
import type { ReplyOf } from '@halyard/contract/route';

type Rejections = ReplyOf<typeof getFeeds>['rejections'];

/** The rejected quotes of each symbol over all sources and reasons, the most first. */
export function sumRejections(rejections: Rejections) {
  const counts = new Map<string | null, number>();
  for (const { symbol, count } of rejections) {
    counts.set(symbol, (counts.get(symbol) ?? 0) + count);
  }
  return [...counts]
    .map(([symbol, count]) => ({ symbol, count }))
    .toSorted((one, other) => other.count - one.count);
}
