import { sparkPath } from './spark-path.ts';
import classes from './market-list.module.css';

const BOX = { width: 56, height: 16 };
/** Keeps the stroke inside the picture where the line touches its edge. */
const MARGIN = 1;

type SparkLineProps = { readonly values: readonly number[]; readonly isFalling: boolean };

/** The recent course of a price; only a picture of figures that stand beside it. */
export function SparkLine({ values, isFalling }: SparkLineProps) {
  const path = sparkPath(values, BOX);
  return (
    <svg
      className={classes['spark']}
      width={BOX.width + 2 * MARGIN}
      height={BOX.height + 2 * MARGIN}
      viewBox={`${-MARGIN} ${-MARGIN} ${BOX.width + 2 * MARGIN} ${BOX.height + 2 * MARGIN}`}
      aria-hidden
    >
      <path d={path} className={isFalling ? classes['falling'] : classes['rising']} />
    </svg>
  );
}
