// A line over time as an SVG, with the value of each point as a tooltip.
import classes from './line-plot.module.css';
import { layOutLine } from './lay-out-line.ts';

const BOX = { width: 600, height: 160 };

export type LinePoint = {
  readonly label: string;
  readonly value: number;
  /** The value as it is read, such as '€ 1,200.00'. */
  readonly text: string;
};

type LinePlotProps = {
  /** A description of the plot for screen readers. */
  readonly label: string;
  readonly points: readonly LinePoint[];
  /** Formats a value at the edge of the scale. */
  readonly write: (value: number) => string;
};

/**
 * A line with the area down to zero, labelled with the largest value, the smallest value and the
 * last day.
 */
export function LinePlot({ label, points, write }: LinePlotProps) {
  const { line, area, zeroY, high, low, columns } = layOutLine(
    points.map(({ value }) => value),
    BOX,
  );
  return (
    <figure className={classes['figure']} aria-label={label}>
      <div className={classes['scale']} aria-hidden>
        <span>{write(high)}</span>
        <span>{write(low)}</span>
      </div>
      <svg
        className={classes['plot']}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <path className={classes['area']} d={area} />
        <line
          className={classes['zero']}
          x1="0"
          x2={BOX.width}
          y1={zeroY}
          y2={zeroY}
          vectorEffect="non-scaling-stroke"
        />
        <path className={classes['line']} d={line} vectorEffect="non-scaling-stroke" />
        {columns.map(({ x, width }, at) => {
          const point = points[at];
          return (
            point !== undefined && (
              <rect
                key={point.label}
                className={classes['column']}
                x={x}
                y={0}
                width={width}
                height={BOX.height}
              >
                <title>{`${point.label}: ${point.text}`}</title>
              </rect>
            )
          );
        })}
      </svg>
      <div className={classes['ends']} aria-hidden>
        <span>{points.at(0)?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
    </figure>
  );
}
