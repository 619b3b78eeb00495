// The source of a back-test's candles: the market's history of a symbol, or a file of prices.
import type { Instrument } from '@halyard/core/instrument';
import { aggregateCandles, CANDLES_MAX, TIMEFRAME_MS } from '@halyard/market';
import type {
  Candle,
  CandleStore,
  ImportProgress,
  ImportResult,
  Market,
  Timeframe,
} from '@halyard/market';

/** The maximum number of candles of a back-test: years of 15-minute candles. */
const BACKTEST_CANDLES_MAX = 100_000;

export type CandleRange = {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (candles: number) => void;
};

/** Returns closed candles in ascending order, the newest BACKTEST_CANDLES_MAX of the range. */
export async function readMarketCandles(
  market: Pick<Market, 'candles'>,
  range: CandleRange,
): Promise<readonly Candle[]> {
  const { symbol, timeframe, fromMs, untilMs } = range;
  const pages: (readonly Candle[])[] = [];
  let count = 0;
  let toMs = untilMs;
  while (toMs > fromMs && count < BACKTEST_CANDLES_MAX) {
    range.signal.throwIfAborted();
    const request = { symbol, timeframe, fromMs, toMs, limit: CANDLES_MAX };
    const page = await market.candles(request);
    const [first] = page;
    if (first === undefined || first.startMs >= toMs) break;
    pages.unshift(page);
    count += page.length;
    toMs = first.startMs;
    range.onProgress(count);
  }
  const lengthMs = TIMEFRAME_MS[timeframe];
  const isOver = ({ startMs }: Candle): boolean => startMs + lengthMs <= untilMs;
  return pages.flat().filter(isOver).slice(-BACKTEST_CANDLES_MAX);
}

/** The result of the price file reader. */
export type ReadFile = (reading: {
  readonly instrument: Instrument;
  readonly path: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly store: Pick<CandleStore, 'list' | 'put'>;
}) => Promise<ImportResult>;

export type FileCandles =
  | { readonly kind: 'read'; readonly timeframe: Timeframe; readonly candles: readonly Candle[] }
  | { readonly kind: 'refused'; readonly problem: string };

/** Returns candles of the requested timeframe, or of the file's own if it is longer. */
export async function readFileCandles(
  read: ReadFile,
  wanted: Omit<Parameters<ReadFile>[0], 'store'> & { readonly timeframe: Timeframe },
): Promise<FileCandles> {
  let own: Timeframe | undefined;
  const candles: Candle[] = [];
  const result = await read({
    ...wanted,
    store: {
      list: () => Promise.resolve([]),
      put: async (_, timeframe, page) => {
        own ??= timeframe;
        // The import stores the file's own candles first; the hours aggregated for charts, which
        // follow, are ignored.
        if (timeframe !== own) return;
        const last = candles.pop();
        const joined = last === undefined ? page : [last, ...page];
        candles.push(...aggregateCandles(joined, longer(own, wanted.timeframe)));
      },
    },
  });
  if (result.kind === 'refused') return result;
  const timeframe = longer(result.timeframe, wanted.timeframe);
  return { kind: 'read', timeframe, candles: candles.slice(-BACKTEST_CANDLES_MAX) };
}

function longer(one: Timeframe, other: Timeframe): Timeframe {
  return TIMEFRAME_MS[one] > TIMEFRAME_MS[other] ? one : other;
}
