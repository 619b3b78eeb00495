import { type SparkBox, sparkPath } from './spark-path.ts';
import classes from './spark-line.module.css';

const BOX: SparkBox = { width: 56, height: 16 };
/** Keeps the stroke inside the picture where the line touches its edge. */
const MARGIN = 1;

type SparkLineProps = {
  readonly values: readonly number[];
  readonly isFalling: boolean;
  readonly box?: SparkBox;
};

/** A small chart of recent prices. It is decorative, because the figures are shown beside it. */
export function SparkLine({ values, isFalling, box = BOX }: SparkLineProps) {
  const path = sparkPath(values, box);
  return (
    <svg
      className={classes['spark']}
      width={box.width + 2 * MARGIN}
      height={box.height + 2 * MARGIN}
      viewBox={`${-MARGIN} ${-MARGIN} ${box.width + 2 * MARGIN} ${box.height + 2 * MARGIN}`}
      aria-hidden
    >
      <path d={path} className={isFalling ? classes['falling'] : classes['rising']} />
    </svg>
  );
}
