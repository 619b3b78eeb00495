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

/** The part of its place that a bar fills. */
const FILLED = 0.75;

/** The widest bar, as a part of the box: a few bars stay bars. */
const WIDEST = 0.15;

/** The lowest height of a bar of a value other than zero, so that a small one stays visible. */
const SEEN_MIN = 1.5;

/** Places bars above and below a zero line, which is always within the box. */
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
