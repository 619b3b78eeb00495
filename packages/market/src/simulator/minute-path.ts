// The last seven splits of the bridge (see day-path.ts), from a minute to its ticks. Expensive
// values come from tables: year-long histories run this code 67 million times.
import { NORMAL_TABLE, TABLE_MASK, TABLE_SIZE } from './day-path.ts';
import { keyedHash } from './keyed-hash.ts';
import type { HashKey } from './keyed-hash.ts';

const LEVELS = 7;
export const MINUTE_TICKS = 1 << LEVELS;
const CASCADE_NOISE = 0.1;

// The first hash counter of ticks within a minute; the counters of the skeleton lie below it.
const FIRST_COUNTER = 1 << 20;
const SHARE_SHIFT = 32 - 12;

type Minute = {
  readonly key: HashKey;
  readonly minute: number;
  readonly startLog: number;
  readonly endLog: number;
  readonly deviation: number;
};

const LEFT_SHARE = shareTable((share) => share);
const MIDDLE_DEVIATION = shareTable((share) => Math.sqrt(share * (1 - share)));
const LEFT_DEVIATION = shareTable((share) => Math.sqrt(share));
const RIGHT_DEVIATION = shareTable((share) => Math.sqrt(1 - share));

const STARTS = nodeTable((start) => start);
const MIDDLES = nodeTable((start, length) => start + length / 2);
const ENDS = nodeTable((start, length) => start + length);

const deviationOfNode = new Float64Array(2 * MINUTE_TICKS);

/** Writes the log prices of a minute's ticks into `logs`, which has MINUTE_TICKS + 1 values. */
export function fillMinute(minute: Minute, logs: Float64Array): void {
  const { key } = minute;
  const counter = FIRST_COUNTER + minute.minute * MINUTE_TICKS;
  logs[0] = minute.startLog;
  logs[MINUTE_TICKS] = minute.endLog;
  deviationOfNode[1] = minute.deviation;
  for (let node = 1; node < MINUTE_TICKS; node += 1) {
    const hash = keyedHash(key, counter + node);
    const row = hash >>> SHARE_SHIFT;
    const left = logs[STARTS[node] ?? 0] ?? 0;
    const right = logs[ENDS[node] ?? 0] ?? 0;
    const deviation = deviationOfNode[node] ?? 0;
    const noise = NORMAL_TABLE[hash & TABLE_MASK] ?? 0;
    logs[MIDDLES[node] ?? 0] =
      left +
      (right - left) * (LEFT_SHARE[row] ?? 0) +
      deviation * (MIDDLE_DEVIATION[row] ?? 0) * noise;
    deviationOfNode[2 * node] = deviation * (LEFT_DEVIATION[row] ?? 0);
    deviationOfNode[2 * node + 1] = deviation * (RIGHT_DEVIATION[row] ?? 0);
  }
}

function shareTable(of: (share: number) => number): Float64Array {
  return Float64Array.from({ length: TABLE_SIZE }, (_, index) => {
    const tilt = Math.exp(2 * CASCADE_NOISE * (NORMAL_TABLE[index] ?? 0));
    return of(tilt / (tilt + 1));
  });
}

function nodeTable(of: (start: number, length: number) => number): Uint8Array {
  return Uint8Array.from({ length: MINUTE_TICKS }, (_, node) => {
    if (node === 0) return 0;
    const level = 31 - Math.clz32(node);
    const length = MINUTE_TICKS >> level;
    return of((node - (1 << level)) * length, length);
  });
}
