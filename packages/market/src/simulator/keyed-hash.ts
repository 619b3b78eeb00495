// Stateless randomness: a number is a function of a secret, a name and a counter, so any point of
// any path can be computed in any order with the same result.
import { hash as digestOf } from 'node:crypto';
import { assertPresent } from '@halyard/core/assertion';

/** 128 bits known only to the operator: with them, tomorrow's prices can be computed. */
export const SEED_BYTES = 16;

export type HashKey = {
  readonly add: number;
  readonly multiply: number;
  readonly whitenMiddle: number;
  readonly whitenLast: number;
};

/** The draws of one stream (a symbol, a factor) per day. */
export type DaySecrets = {
  readonly key: HashKey;
  /** Uniform draws in (0, 1), 53 bits each. */
  readonly draws: readonly number[];
};

const DRAWS = 6;
const WORD_BYTES = 4;
const KEY_WORDS = 4;

/**
 * Each day's key and draws come from SHA-512 over the secret seed, the stream's name and the day,
 * so that recovering one day's key from its prices reveals nothing about another day. No digest is
 * published, so none can be extended.
 */
export function daySecrets(seed: string, stream: string, day: number): DaySecrets {
  const digest = digestOf('sha512', `${seed}|${stream}|${day}`, 'buffer');
  const word = (index: number): number => digest.readUInt32LE(index * WORD_BYTES);
  return {
    key: {
      add: word(0) | 0,
      multiply: word(1) | 1,
      whitenMiddle: word(2) | 0,
      whitenLast: word(3) | 0,
    },
    draws: Array.from({ length: DRAWS }, (_, index) => {
      const high = word(KEY_WORDS + 2 * index) >>> 5;
      const low = word(KEY_WORDS + 2 * index + 1) >>> 6;
      return (high * 2 ** 26 + low + 0.5) / 2 ** 53;
    }),
  };
}

/**
 * Returns 32 bits for a counter: two rounds of an xor-shift-multiply mixer with the key between.
 */
export function keyedHash(key: HashKey, counter: number): number {
  let hash = (Math.imul(counter, key.multiply) + key.add) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  hash = (hash ^ (hash >>> 16)) + key.whitenMiddle;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16) ^ key.whitenLast) >>> 0;
}

/** Returns the draw at `index` as a standard normal variable. */
export function normalDraw(secrets: DaySecrets, index: number): number {
  return inverseNormal(uniformDraw(secrets, index));
}

export function uniformDraw(secrets: DaySecrets, index: number): number {
  return assertPresent(secrets.draws[index], 'a day has so many draws');
}

const LOW_TAIL = 0.02425;

/** Quantile of the standard normal distribution, by Acklam's rational approximation (1.2e-9). */
export function inverseNormal(probability: number): number {
  if (probability < LOW_TAIL) return lowTail(probability);
  if (probability > 1 - LOW_TAIL) return -lowTail(1 - probability);
  const q = probability - 0.5;
  const r = q * q;
  const numerator =
    ((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r +
      1.38357751867269e2) *
      r -
      3.066479806614716e1) *
      r +
    2.506628277459239;
  const denominator =
    ((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r +
      6.680131188771972e1) *
      r -
      1.328068155288572e1) *
      r +
    1;
  return (numerator * q) / denominator;
}

function lowTail(probability: number): number {
  const q = Math.sqrt(-2 * Math.log(probability));
  const numerator =
    ((((-7.784894002430293e-3 * q - 3.223964580411365e-1) * q - 2.400758277161838) * q -
      2.549732539343734) *
      q +
      4.374664141464968) *
      q +
    2.938163982698783;
  const denominator =
    (((7.784695709041462e-3 * q + 3.224671290700398e-1) * q + 2.445134137142996) * q +
      3.754408661907416) *
      q +
    1;
  return numerator / denominator;
}
