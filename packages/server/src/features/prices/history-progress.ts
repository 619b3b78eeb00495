import type { BackfillProgress } from '@halyard/market';
import type { Log } from '#platform/log/log.ts';

/** How many symbols have their history of vendors' prices. */
export type HistoryProgress = {
  /** The number of symbols with hours and the latest minutes. */
  readonly symbolsDone: number;
  /** The number of symbols with the minutes of twelve months, too. */
  readonly symbolsDeep: number;
  readonly symbolsTotal: number;
  note(progress: BackfillProgress): void;
};

const MESSAGES = {
  latest: 'history has been read',
  year: 'twelve months of minutes have been read',
} as const satisfies Record<BackfillProgress['stage'], string>;

type Source = { readonly symbols: ReadonlySet<string>; readonly hasHistory: boolean };

/** Counts only symbols whose feed offers history. */
export function createHistoryProgress(feeds: readonly Source[], log: Log): HistoryProgress {
  const symbols = new Set(feeds.flatMap((feed) => [...feed.symbols]));
  const asked = [...symbols].filter((symbol) =>
    feeds.some((feed) => feed.hasHistory && feed.symbols.has(symbol)),
  );
  const done = { latest: 0, year: 0 };
  return {
    get symbolsDone() {
      return done.latest;
    },
    get symbolsDeep() {
      return done.year;
    },
    symbolsTotal: asked.length,
    note({ symbol, stage, symbolsDone, symbolsTotal }) {
      done[stage] = symbolsDone;
      log.info({ symbol, symbolsDone, symbolsTotal }, MESSAGES[stage]);
    },
  };
}
