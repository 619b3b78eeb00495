// A plot of bars as an SVG, which needs no library: Mantine's charts would triple the first load.
import classes from './bar-plot.module.css';
import { layOutBars } from './lay-out-bars.ts';

const WIDTH = 300;
const HEIGHT = 56;

export type PlotPoint = {
  readonly label: string;
  readonly value: number;
  /** The value as it is read, such as '€ 1,200.00'. */
  readonly text: string;
};

type BarPlotProps = {
  /** A description of the plot for screen readers. */
  readonly label: string;
  readonly points: readonly PlotPoint[];
  /** The index of the emphasised bar; the last one if it is not given. */
  readonly current?: number;
};

/** Bars from a zero line, one of them emphasised. Each bar's value is its tooltip. */
export function BarPlot({ label, points, current = points.length - 1 }: BarPlotProps) {
  const bars = layOutBars(
    points.map(({ value }) => value),
    { width: WIDTH, height: HEIGHT },
  );
  return (
    <figure className={classes['figure']} aria-label={label}>
      <svg
        className={classes['plot']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <line
          className={classes['zero']}
          x1="0"
          x2={WIDTH}
          y1={bars.zero}
          y2={bars.zero}
          vectorEffect="non-scaling-stroke"
        />
        {points.map((point, at) => {
          const bar = bars.bars[at];
          return (
            bar !== undefined && (
              <g key={point.label}>
                <rect
                  className={point.value < 0 ? classes['below'] : classes['above']}
                  {...(at === current ? { 'data-current': true } : {})}
                  {...bar}
                />
                {/* The whole column shows the tooltip, because a low bar is hard to hit. */}
                <rect className={classes['column']} {...bar} y={0} height={HEIGHT}>
                  <title>{`${point.label}: ${point.text}`}</title>
                </rect>
              </g>
            )
          );
        })}
      </svg>
      {/* The first and the last point have a label; the values are tooltips. */}
      <div className={classes['ends']} aria-hidden>
        <span>{points.at(0)?.label}</span>
        {points.length > 1 && <span>{points.at(-1)?.label}</span>}
      </div>
    </figure>
  );
}
