// The path of one symbol: its own bridge, or for a cross the product of its pairs' paths, so that
// no triangular arbitrage is possible.
import { assertPresent } from '@halyard/core/assertion';
import { createRecent } from '#recent/recent.ts';
import { createDailyPath } from './daily-path.ts';
import type { DailyModel } from './daily-path.ts';
import { buildSkeleton, DAY_NODES, NORMAL_TABLE, TABLE_MASK } from './day-path.ts';
import { keyedHash } from './keyed-hash.ts';
import { fillMinute, MINUTE_TICKS } from './minute-path.ts';
import { isOpenMinute } from './season.ts';
import type { DayShape } from './season.ts';

export type DayTicks = {
  readonly shape: DayShape;
  /** Writes the log prices of a minute's ticks into the first MINUTE_TICKS places of `logs`. */
  fill(minute: number, logs: Float64Array): void;
  /** Returns the variance of a minute, 1 for an ordinary one and 0 while the market is closed. */
  liveliness(minute: number): number;
  /** Returns the simulated number of trades in a minute. */
  volume(minute: number): number;
};

export type SymbolPath = {
  day(day: number): DayTicks;
  readonly minuteVariance: number;
};

export type CrossPart = { readonly path: SymbolPath; readonly power: number };

const DAYS_KEPT = 3;
const VOLUME_COUNTER = 1 << 13;
const VOLUME_ORDINARY = 90;
const VOLUME_NOISE = 0.5;

/** Returns the path of a symbol that is not a cross. */
export function createBasePath(model: DailyModel): SymbolPath {
  const daily = createDailyPath(model);
  const { factors } = model.parameters;
  const ownShare = Math.sqrt(
    Math.max(0, 1 - factors.reduce((sum, { beta }) => sum + beta * beta, 0)),
  );
  const recent = createRecent<DayTicks>(DAYS_KEPT);

  const build = (day: number): DayTicks => {
    const shape = model.season.shape(day);
    const { openLog, endLog, variance, secrets } = daily.move(day);
    const sharedNoise = new Float64Array(DAY_NODES);
    for (const { factor, beta } of factors) {
      const nodes = model.shared.nodes(`factor ${factor}`, day);
      for (let node = 0; node < DAY_NODES; node += 1) {
        sharedNoise[node] = (sharedNoise[node] ?? 0) + beta * (nodes[node] ?? 0);
      }
    }
    const { key } = secrets;
    const { logs: minuteLogs, deviations } = buildSkeleton({
      shape,
      openLog,
      endLog,
      variance,
      key,
      sharedNoise,
      ownShare,
    });
    const deviation = (minute: number): number => deviations[minute] ?? 0;
    const liveliness = (minute: number): number => deviation(minute) ** 2 / daily.minuteVariance;
    return {
      shape,
      liveliness,
      fill(minuteOfDay, logs) {
        // `| 0` makes the minute an integer for the JIT compiler. A quotient is a float to it even
        // if it is whole, and one float here makes every later minute, of every symbol, ten times
        // as slow.
        const minute = minuteOfDay | 0;
        const startLog = minuteLogs[minute] ?? 0;
        const endLog = minuteLogs[minute + 1] ?? 0;
        fillMinute({ key, minute, startLog, endLog, deviation: deviation(minute) }, logs);
      },
      volume(minuteOfDay) {
        const minute = minuteOfDay | 0;
        const noise = NORMAL_TABLE[keyedHash(key, VOLUME_COUNTER + minute) & TABLE_MASK] ?? 0;
        const size = Math.sqrt(liveliness(minute)) * Math.exp(VOLUME_NOISE * noise);
        return Math.max(1, Math.round(VOLUME_ORDINARY * size));
      },
    };
  };
  return {
    minuteVariance: daily.minuteVariance,
    day: (day) => recent.get(day, () => build(day)),
  };
}

/** Returns the path of a cross; its pairs must share its session. */
export function createCrossPath(parts: readonly CrossPart[]): SymbolPath {
  const scratch = new Float64Array(MINUTE_TICKS + 1);
  const minuteVariance = parts.reduce((sum, part) => sum + part.path.minuteVariance, 0);
  return {
    minuteVariance,
    day(day) {
      const legs = parts.map(({ path, power }) => ({ path, power, ticks: path.day(day) }));
      const first = assertPresent(legs[0], 'a cross has pairs').ticks;
      return {
        shape: first.shape,
        fill(minute, logs) {
          logs.fill(0);
          for (const { ticks, power } of legs) {
            ticks.fill(minute, scratch);
            for (let index = 0; index < MINUTE_TICKS; index += 1) {
              logs[index] = (logs[index] ?? 0) + power * (scratch[index] ?? 0);
            }
          }
        },
        liveliness: (minute) =>
          legs.reduce(
            (sum, { ticks, path }) =>
              sum + (ticks.liveliness(minute) * path.minuteVariance) / minuteVariance,
            0,
          ),
        volume: (minute) => first.volume(minute),
      };
    },
  };
}

/** Returns whether the market is open in a minute of the day. */
export function isQuoted(ticks: DayTicks, minute: number): boolean {
  return isOpenMinute(ticks.shape, minute);
}
