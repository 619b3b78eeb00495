// The intraday layer: a dyadic Brownian bridge on a cascaded variance clock. A span [a, b] with the
// ends L and R and variance V is split at its middle: the left half gets the share w of V, where w
// follows the season's weights times exp(noise), and the middle is L + (R − L)·w + √(V·w·(1 − w))·z.
// The cascade of noisy shares makes bursts of volatility and fat tails. Eleven splits lead to the
// minutes (here), seven more to the 128 ticks of a minute (minute-path.ts).
import { inverseNormal, keyedHash } from './keyed-hash.ts';
import type { HashKey } from './keyed-hash.ts';
import { DAY_MINUTES } from './season.ts';
import type { DayShape } from './season.ts';

const LEVELS = 11;
// The number of slots of a day, padded to a power of two; slots after its last minute have no
// weight.
export const DAY_NODES = 1 << LEVELS;
const CASCADE_NOISE = 0.2;

const TABLE_BITS = 12;
export const TABLE_SIZE = 1 << TABLE_BITS;
export const TABLE_MASK = TABLE_SIZE - 1;

/**
 * Quantiles of the standard normal distribution, scaled to variance 1, so that a draw is one
 * look-up.
 */
export const NORMAL_TABLE = normalTable();

export type Skeleton = {
  /** The log price at the start of each minute and at the end of the day: 1,441 values. */
  readonly logs: Float64Array;
  /** The standard deviation of the log price within each minute; 0 while the market is closed. */
  readonly deviations: Float64Array;
  readonly key: HashKey;
};

export type SkeletonInput = {
  readonly shape: DayShape;
  readonly openLog: number;
  readonly endLog: number;
  readonly variance: number;
  readonly key: HashKey;
  /**
   * The shared noise at each of the DAY_NODES nodes, times the symbol's beta; it has unit variance
   * together with `ownShare`.
   */
  readonly sharedNoise: Float64Array;
  /** The share of a node's noise that is the symbol's own. */
  readonly ownShare: number;
};

/** Returns the path at the minutes of one day. */
export function buildSkeleton(input: SkeletonInput): Skeleton {
  const { key, sharedNoise, ownShare } = input;
  const { weightBefore } = input.shape;
  const logs = new Float64Array(DAY_NODES + 1);
  const variances = new Float64Array(2 * DAY_NODES);
  logs[0] = input.openLog;
  logs[DAY_NODES] = input.endLog;
  variances[1] = input.variance;
  for (let node = 1; node < DAY_NODES; node += 1) {
    const level = 31 - Math.clz32(node);
    const length = DAY_NODES >> level;
    const start = (node - (1 << level)) * length;
    const middle = start + length / 2;
    const before = weightBefore[Math.min(start, DAY_MINUTES)] ?? 0;
    const halfway = weightBefore[Math.min(middle, DAY_MINUTES)] ?? 0;
    const after = weightBefore[Math.min(start + length, DAY_MINUTES)] ?? 0;
    const left = logs[start] ?? 0;
    const right = logs[start + length] ?? 0;
    const variance = variances[node] ?? 0;

    let share = halfway > before ? 1 : 0;
    if (halfway > before && after > halfway) {
      const noise = NORMAL_TABLE[keyedHash(key, DAY_NODES + node) & TABLE_MASK] ?? 0;
      const tilted = (halfway - before) * Math.exp(2 * CASCADE_NOISE * noise);
      share = tilted / (tilted + (after - halfway));
    }
    const own = NORMAL_TABLE[keyedHash(key, node) & TABLE_MASK] ?? 0;
    const noise = (sharedNoise[node] ?? 0) + ownShare * own;
    logs[middle] =
      left + (right - left) * share + Math.sqrt(variance * share * (1 - share)) * noise;
    variances[2 * node] = variance * share;
    variances[2 * node + 1] = variance * (1 - share);
  }
  return {
    logs: logs.subarray(0, DAY_MINUTES + 1),
    deviations: variances.subarray(DAY_NODES, DAY_NODES + DAY_MINUTES).map(Math.sqrt),
    key,
  };
}

/** Returns the noise of a shared factor at each node of a day. */
export function factorNoise(key: HashKey): Float64Array {
  const noise = new Float64Array(DAY_NODES);
  for (let node = 0; node < DAY_NODES; node += 1) {
    noise[node] = NORMAL_TABLE[keyedHash(key, node) & TABLE_MASK] ?? 0;
  }
  return noise;
}

function normalTable(): Float64Array {
  const raw = Float64Array.from({ length: TABLE_SIZE }, (_, index) =>
    inverseNormal((index + 0.5) / TABLE_SIZE),
  );
  const variance = raw.reduce((sum, value) => sum + value * value, 0) / TABLE_SIZE;
  return raw.map((value) => value / Math.sqrt(variance));
}
