import type { BackfillProgress } from '@halyard/market';
import type { Log } from '#platform/log/log.ts';

/** How many symbols have their history of vendors' prices, of how many. */
export type HistoryProgress = {
  readonly symbolsDone: number;
  readonly symbolsTotal: number;
  note(progress: BackfillProgress): void;
};

type Source = { readonly symbols: ReadonlySet<string>; readonly hasHistory: boolean };

/** The feeds in order of preference: a symbol's history is that of its first one. */
export function createHistoryProgress(feeds: readonly Source[], log: Log): HistoryProgress {
  const symbols = new Set(feeds.flatMap((feed) => [...feed.symbols]));
  const asked = [...symbols].filter(
    (symbol) => feeds.find((feed) => feed.symbols.has(symbol))?.hasHistory === true,
  );
  let symbolsDone = 0;
  return {
    get symbolsDone() {
      return symbolsDone;
    },
    symbolsTotal: asked.length,
    note(progress) {
      symbolsDone = progress.symbolsDone;
      const { symbol, symbolsTotal } = progress;
      log.info({ symbol, symbolsDone, symbolsTotal }, 'history has been read');
    },
  };
}
