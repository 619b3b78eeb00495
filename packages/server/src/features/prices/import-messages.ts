// Messages between the program and the import thread.
import type { Instrument } from '@halyard/core/instrument';
import type {
  Candle,
  CandleRequest,
  ImportProgress,
  ImportResult,
  Timeframe,
} from '@halyard/market';

export type ImportInput = {
  readonly instrument: Instrument;
  readonly path: string;
  readonly nowMs: number;
};

export type FromImporter =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  /** A request that is answered when the candles are stored. */
  | {
      readonly kind: 'put';
      readonly symbol: string;
      readonly timeframe: Timeframe;
      readonly candles: readonly Candle[];
    }
  /** A request that is answered with the candles. */
  | { readonly kind: 'list'; readonly request: CandleRequest }
  | { readonly kind: 'ended'; readonly result: ImportResult };

export type ToImporter =
  | { readonly kind: 'stored' }
  | { readonly kind: 'listed'; readonly candles: readonly Candle[] };
