// SHA-256 (FIPS 180-4) for texts of one block. The browser's own implementation returns a promise
// per hash and exists only on https: too slow for a search, and missing in an operator's own
// network.

const BLOCK_BYTES = 64;
const ROUNDS = 64;
/** A block holds the text, the terminating bit and eight bytes for the length. */
export const ONE_BLOCK_LENGTH_MAX = BLOCK_BYTES - 9;

const CONSTANTS = new Uint32Array(ROUNDS);
const INITIAL = new Uint32Array(8);
fillConstants();

/**
 * Returns the eight words of the hash of an ASCII text of at most ONE_BLOCK_LENGTH_MAX characters.
 */
export function sha256Words(text: string): Uint32Array {
  if (text.length > ONE_BLOCK_LENGTH_MAX) throw new RangeError('the text is longer than one block');
  const schedule = new Uint32Array(ROUNDS);
  for (let index = 0; index < text.length; index += 1) {
    putByte(schedule, index, text.charCodeAt(index));
  }
  putByte(schedule, text.length, 0x80);
  schedule[15] = text.length * 8;
  expand(schedule);
  return compress(schedule);
}

function putByte(words: Uint32Array, index: number, byte: number): void {
  const word = index >> 2;
  words[word] = at(words, word) | (byte << (24 - (index & 3) * 8));
}

function expand(schedule: Uint32Array): void {
  for (let index = 16; index < ROUNDS; index += 1) {
    const early = at(schedule, index - 15);
    const late = at(schedule, index - 2);
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[index] = at(schedule, index - 16) + small0 + at(schedule, index - 7) + small1;
  }
}

function compress(schedule: Uint32Array): Uint32Array {
  let a = at(INITIAL, 0);
  let b = at(INITIAL, 1);
  let c = at(INITIAL, 2);
  let d = at(INITIAL, 3);
  let e = at(INITIAL, 4);
  let f = at(INITIAL, 5);
  let g = at(INITIAL, 6);
  let h = at(INITIAL, 7);
  for (let round = 0; round < ROUNDS; round += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + at(CONSTANTS, round) + at(schedule, round)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + big0 + majority) | 0;
  }
  const words = Uint32Array.of(a, b, c, d, e, f, g, h);
  return words.map((word, index) => word + at(INITIAL, index));
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Returns a word at an index that is known to be in range, which the type does not express. */
function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

/**
 * Fills the constants of SHA-256: the first 32 bits of the fractional parts of roots of the first
 * primes (FIPS 180-4, 4.2.2 and 5.3.3).
 */
function fillConstants(): void {
  let found = 0;
  for (let number = 2; found < ROUNDS; number += 1) {
    if (!isPrime(number)) continue;
    CONSTANTS[found] = fractionBits(Math.cbrt(number));
    if (found < INITIAL.length) INITIAL[found] = fractionBits(Math.sqrt(number));
    found += 1;
  }
}

function fractionBits(root: number): number {
  return (root - Math.floor(root)) * 2 ** 32;
}

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor += 1) {
    if (number % factor === 0) return false;
  }
  return true;
}
