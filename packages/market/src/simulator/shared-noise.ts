// Noise that several symbols share, which correlates their movements.
import { createRecent } from '#recent/recent.ts';
import { factorNoise } from './day-path.ts';
import { daySecrets, normalDraw } from './keyed-hash.ts';

const DAYS_KEPT = 128;

export type SharedNoise = {
  /**
   * Returns a draw of a stream on a day. Draws are cached permanently, because paths sum over years
   * of days.
   */
  draw(stream: string, day: number, index: number): number;
  /** Returns a factor's noise at each node of a day's bridge; the newest days are cached. */
  nodes(factor: string, day: number): Float64Array;
};

export function createSharedNoise(seed: string): SharedNoise {
  const draws = new Map<string, number>();
  const recent = createRecent<Float64Array>(DAYS_KEPT);
  return {
    draw(stream, day, index) {
      const key = `${stream}|${day}|${index}`;
      const known = draws.get(key);
      if (known !== undefined) return known;
      const value = normalDraw(daySecrets(seed, stream, day), index);
      draws.set(key, value);
      return value;
    },
    nodes: (factor, day) =>
      recent.get(`${factor}|${day}`, () => factorNoise(daySecrets(seed, factor, day).key)),
  };
}
