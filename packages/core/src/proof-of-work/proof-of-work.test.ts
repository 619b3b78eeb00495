import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  provesWork,
  searchWork,
  WORK_BITS_MAX,
  WORK_BITS_MIN,
  WORK_SEED_LENGTH_MAX,
  workBits,
} from './proof-of-work.ts';
import { ONE_BLOCK_LENGTH_MAX, sha256Words } from './sha256.ts';

const SEED = 's'.repeat(WORK_SEED_LENGTH_MAX);

function hexOf(words: Uint32Array): string {
  return [...words].map((word) => word.toString(16).padStart(8, '0')).join('');
}

it.each([
  // SHA-256 test vectors from FIPS 180-4, confirmed with OpenSSL.
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['a'.repeat(55), '9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318'],
  ['k3Jq0aZ9xW2vB7nM:48213', '3e4d6808c7bf95224733d68561982e2b67af6d73d521c551a0dac06a6ff6dc77'],
])('hashes %j as SHA-256 does', (text, hash) => {
  expect(hexOf(sha256Words(text))).toBe(hash);
});

it('rejects input longer than one block', () => {
  expect(() => sha256Words('x'.repeat(ONE_BLOCK_LENGTH_MAX + 1))).toThrow(RangeError);
});

it('finds the first solution, and continues from there', () => {
  // Hashes computed with OpenSSL: 190 has 8 zero bits, 735 has 9, and 4591 has 12.
  expect(searchWork(SEED, 8, { from: 0, count: 1_000 })).toBe(190);
  expect(searchWork(SEED, 9, { from: 0, count: 1_000 })).toBe(735);
  expect(searchWork(SEED, 12, { from: 0, count: 5_000 })).toBe(4_591);
  expect(searchWork(SEED, 12, { from: 4_592, count: 100_000 })).toBe(6_109);
  expect(provesWork(SEED, '4591', 12)).toBe(true);
  expect(provesWork(SEED, '4591', 13)).toBe(false);
});

it('ends a search that finds nothing in its range', () => {
  expect(searchWork(SEED, 200, { from: 0, count: 100 })).toBeUndefined();
});

it.each([
  ['of less work', SEED, '0', 12],
  ['that is no number', SEED, '1e3', 0],
  ['with a sign', SEED, '-1', 0],
  ['that is too long', SEED, '123456789012', 0],
  ['that is empty', SEED, '', 0],
  ['on a seed that is too long', `${SEED}s`, '1', 0],
])('rejects a proof %s', (_what, seed, number, bits) => {
  expect(provesWork(seed, number, bits)).toBe(false);
});

it('counts the zero bits exactly', () => {
  expect([16, 17].map((bits) => provesWork(SEED, '222705', bits))).toEqual([true, false]);
  expect([20, 21].map((bits) => provesWork(SEED, '328211', bits))).toEqual([true, false]);
});

it('requires one bit more for each doubling of the surge, within bounds', () => {
  expect([0, 1, 1.99, 2, 4, 8, 16, 1_000].map(workBits)).toEqual([16, 16, 16, 17, 18, 19, 20, 20]);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (surge) => {
      expect(workBits(surge)).toBeGreaterThanOrEqual(WORK_BITS_MIN);
      expect(workBits(surge)).toBeLessThanOrEqual(WORK_BITS_MAX);
      expect(workBits(surge * 2)).toBeGreaterThanOrEqual(workBits(surge));
    }),
  );
});
