/** A vendor's candle, with prices as decimal text. */
export type VendorCandle = {
  readonly startMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: number;
};

/** The stored candles of a vendor, by code and the vendor's name of the timeframe. */
export type CandleShelf = {
  set(code: string, timeframe: string, candles: readonly VendorCandle[]): void;
  /** Returns the candles in ascending order; empty if there are none. */
  get(code: string, timeframe: string): readonly VendorCandle[];
};

export function createCandleShelf(): CandleShelf {
  const shelf = new Map<string, readonly VendorCandle[]>();
  const keyOf = (code: string, timeframe: string): string => `${code} ${timeframe}`;
  return {
    set(code, timeframe, candles) {
      shelf.set(
        keyOf(code, timeframe),
        candles.toSorted((one, other) => one.startMs - other.startMs),
      );
    },
    get: (code, timeframe) => shelf.get(keyOf(code, timeframe)) ?? [],
  };
}
