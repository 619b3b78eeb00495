// Between the program and the thread that reads a file of prices for it.
import type { Instrument } from '@halyard/core/instrument';
import type { Candle, ImportProgress, ImportResult, Timeframe } from '@halyard/market';

export type ImportInput = {
  readonly instrument: Instrument;
  readonly path: string;
  readonly nowMs: number;
};

export type FromImporter =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  /** Answered when it is stored. */
  | {
      readonly kind: 'put';
      readonly symbol: string;
      readonly timeframe: Timeframe;
      readonly candles: readonly Candle[];
    }
  | { readonly kind: 'ended'; readonly result: ImportResult };

export type ToImporter = { readonly kind: 'stored' };
