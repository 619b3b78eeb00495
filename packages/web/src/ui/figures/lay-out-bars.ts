export type Bar = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type Bars = {
  /** Where zero is, from the top. */ readonly zero: number;
  readonly bars: readonly Bar[];
};

/** The share of its column that a bar fills. */
const FILLED = 0.75;

/** The maximum width of a bar as a share of the plot, so that a few bars don't become blocks. */
const WIDEST = 0.15;

/** The minimum height of a bar, so that a small value other than zero stays visible. */
const SEEN_MIN = 1.5;

/** Places bars above and below a zero line, which is always inside the plot. */
export function layOutBars(
  values: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): Bars {
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const range = high - low;
  const toY = (value: number): number => (range === 0 ? height : ((high - value) / range) * height);
  const zero = toY(0);
  const step = values.length === 0 ? width : width / values.length;
  const barWidth = Math.min(step * FILLED, width * WIDEST);
  return {
    zero,
    bars: values.map((value, at) => {
      const height = value === 0 ? 0 : Math.max(SEEN_MIN, Math.abs(toY(value) - zero));
      return {
        x: at * step + (step - barWidth) / 2,
        y: value > 0 ? zero - height : zero,
        width: barWidth,
        height,
      };
    }),
  };
}
