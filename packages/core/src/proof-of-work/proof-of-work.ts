// Proof of work: a number such that SHA-256 of `seed:number` begins with a required count of zero
// bits. Finding it takes 2^bits hashes on average; checking it takes one.
import { sha256Words } from './sha256.ts';

export const WORK_BITS_MIN = 16;
/**
 * The largest number of zero bits to require: a million hashes, about two seconds on a computer and
 * ten on a phone.
 */
export const WORK_BITS_MAX = 20;
/** The length of a seed; with a number of up to eleven digits, the text fits into one block. */
export const WORK_SEED_LENGTH_MAX = 43;
const NUMBER_PATTERN = /^\d{1,11}$/;

/**
 * Returns the zero bits to require when there are `surge` times as many attempts as permitted
 * without work: one more for each doubling.
 */
export function workBits(surge: number): number {
  const doublings = Math.floor(Math.log2(Math.max(1, surge)));
  return Math.min(WORK_BITS_MAX, WORK_BITS_MIN + doublings);
}

/** Returns whether a number, in the text that the client sent, solves the seed. */
export function provesWork(seed: string, number: string, bits: number): boolean {
  if (seed.length > WORK_SEED_LENGTH_MAX || !NUMBER_PATTERN.test(number)) return false;
  return zeroBits(sha256Words(`${seed}:${number}`)) >= bits;
}

/**
 * Returns the first of the next `count` numbers from `from` that solves the seed; undefined if none
 * does.
 */
export function searchWork(
  seed: string,
  bits: number,
  range: { readonly from: number; readonly count: number },
): number | undefined {
  for (let number = range.from; number < range.from + range.count; number += 1) {
    if (zeroBits(sha256Words(`${seed}:${number}`)) >= bits) return number;
  }
  return undefined;
}

function zeroBits(words: Uint32Array): number {
  let bits = 0;
  for (const word of words) {
    bits += Math.clz32(word);
    if (word !== 0) break;
  }
  return bits;
}
