// A Bloom filter of passwords: it holds no password and can't be reversed into one. It finds each
// password that it was made of, and, wrongly, one other password in ten thousand.
import { createHash } from 'node:crypto';
import { assert } from '@halyard/core/assertion';

const MAGIC = 'HKP1';
const HEADER_BYTES = 12;
/**
 * A rate of false positives of 2^-13.3 (one in ten thousand) requires 13.3 / ln 2 bits per password
 * and 13 hashes.
 */
const BITS_PER_PASSWORD = 19.2;
const HASHES = 13;

export type PasswordFilter = {
  /** The number of passwords in the filter. */
  readonly size: number;
  has(password: string): boolean;
};

/** The spelling under which a password is known: lists differ in capitals only by accident. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/** Header: magic, number of passwords, number of bits; the bits follow. */
export function writeFilter(passwords: Iterable<string>): Buffer {
  const folded = new Set([...passwords].map(foldPassword));
  const bits = Math.ceil((folded.size * BITS_PER_PASSWORD) / 8) * 8;
  const bytes = Buffer.alloc(HEADER_BYTES + bits / 8);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(folded.size, 4);
  bytes.writeUInt32LE(bits, 8);
  for (const password of folded) {
    for (const bit of placesOf(password, bits)) {
      const at = HEADER_BYTES + Math.floor(bit / 8);
      bytes[at] = (bytes[at] ?? 0) | (1 << (bit % 8));
    }
  }
  return bytes;
}

/** Throws if the bytes are no filter. */
export function readFilter(bytes: Buffer): PasswordFilter {
  assert(bytes.toString('latin1', 0, 4) === MAGIC, 'a filter of passwords begins with its name');
  const size = bytes.readUInt32LE(4);
  const bits = bytes.readUInt32LE(8);
  assert(bytes.length === HEADER_BYTES + bits / 8, 'a filter of passwords is complete');
  return {
    size,
    has: (password) =>
      placesOf(foldPassword(password), bits).every(
        (bit) => ((bytes[HEADER_BYTES + Math.floor(bit / 8)] ?? 0) & (1 << (bit % 8))) !== 0,
      ),
  };
}

/** Kirsch and Mitzenmacher (2006): combinations of two hashes are as good as independent hashes. */
function placesOf(folded: string, bits: number): readonly number[] {
  const digest = createHash('sha256').update(folded).digest();
  const first = digest.readUIntLE(0, 6);
  const second = digest.readUInt32LE(8);
  return Array.from({ length: HASHES }, (_, index) => (first + index * second) % bits);
}
