export type LineLayout = {
  readonly line: string;
  /** The outline of the area between the line and zero. */
  readonly area: string;
  readonly zeroY: number;
  /** The values at the upper and the lower edge; zero always lies between them or on one. */
  readonly high: number;
  readonly low: number;
  /** The column of each value, in which the pointer shows its tooltip. */
  readonly columns: readonly { readonly x: number; readonly width: number }[];
};

/** Places values from left to right in a plot that always contains zero. */
export function layOutLine(
  values: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): LineLayout {
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const range = high - low;
  const toY = (value: number): number => (range === 0 ? height : ((high - value) / range) * height);
  const step = values.length < 2 ? width : width / (values.length - 1);
  const places = values.map((value, at) => ({ x: at * step, y: toY(value) }));
  const path = places
    .map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
  const zeroY = toY(0);
  const last = places.at(-1);
  const floor = zeroY.toFixed(1);
  return {
    line: path,
    area: last === undefined ? '' : `${path}L${last.x.toFixed(1)} ${floor}L0 ${floor}Z`,
    zeroY,
    high,
    low,
    columns: places.map(({ x }) => {
      const left = Math.max(0, x - step / 2);
      return { x: left, width: Math.min(width, x + step / 2) - left };
    }),
  };
}
