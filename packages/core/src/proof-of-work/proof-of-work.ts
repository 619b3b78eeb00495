// Work that a browser proves with a number: SHA-256 of `seed:number` begins with so many zero bits.
// Finding the number takes 2^bits hashes on average, checking it takes one.
import { sha256Words } from './sha256.ts';

export const WORK_BITS_MIN = 16;
/** A million hashes: about two seconds of a computer, ten of a phone. */
export const WORK_BITS_MAX = 20;
/** Of a seed; with a number of at most eleven digits behind it, the text is one block. */
export const WORK_SEED_LENGTH_MAX = 43;
const NUMBER_PATTERN = /^\d{1,11}$/;

/** Zero bits to be proved when there is `surge` times as much as may be for nothing: one more for each doubling. */
export function workBits(surge: number): number {
  const doublings = Math.floor(Math.log2(Math.max(1, surge)));
  return Math.min(WORK_BITS_MAX, WORK_BITS_MIN + doublings);
}

/** Whether a number, as the text that was sent, proves the work on a seed. */
export function provesWork(seed: string, number: string, bits: number): boolean {
  if (seed.length > WORK_SEED_LENGTH_MAX || !NUMBER_PATTERN.test(number)) return false;
  return zeroBits(sha256Words(`${seed}:${number}`)) >= bits;
}

/** The first number from `from` that proves the work, of the next `count`; undefined if none does. */
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
