export type SparkBox = { readonly width: number; readonly height: number };

/** The path of a spark line in its box; '' for fewer than two values. */
export function sparkPath(values: readonly number[], { width, height }: SparkBox): string {
  const [first] = values;
  if (first === undefined || values.length < 2) return '';
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const stepX = width / (values.length - 1);
  return values
    .map((value, index) => {
      // A flat line runs through the middle.
      const share = range === 0 ? 0.5 : (value - low) / range;
      const x = (index * stepX).toFixed(1);
      const y = (height - share * height).toFixed(1);
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    })
    .join('');
}
