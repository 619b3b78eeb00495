// The open exposure and the health of the feeds in one line each.
import type { getDealing, getFeeds } from '@halyard/contract/backoffice/dealing';
import type { ReplyOf } from '@halyard/contract/route';
import { eurosText, numberText } from '../lists/figure-texts.ts';
import { TEXTS } from '../texts.ts';

/** The notional of all open positions. */
export function exposureText({ exposure }: ReplyOf<typeof getDealing>): string {
  const sum = exposure.reduce(
    (sofar, { buy, sell }) => sofar + Math.round((buy.volume + sell.volume) * 100),
    0,
  );
  return eurosText(sum / 100);
}

export function feedsText({ feeds, rejections }: ReplyOf<typeof getFeeds>) {
  // A feed without a connection is simulated or replayed, and counts as up.
  const up = feeds.filter(({ connection }) => connection === null || connection.state === 'up');
  const lags = feeds.flatMap(({ timing }) => timing?.lag_ms ?? []);
  const late = new Set(feeds.flatMap(({ timing }) => timing?.late_symbols ?? []));
  const rejected = rejections.reduce((sum, { count }) => sum + count, 0);
  return {
    state: `${up.length} ${TEXTS.of} ${feeds.length} ${TEXTS.feedsUp}`,
    detail: [
      lags.length === 0 ? '' : `${TEXTS.lag} ${numberText(Math.max(...lags))} ms`,
      late.size === 0 ? '' : `${numberText(late.size)} ${TEXTS.lateSymbols}`,
      `${numberText(rejected)} ${TEXTS.rejectedQuotes}`,
    ]
      .filter((text) => text !== '')
      .join(' · '),
  };
}
