import { createHash } from 'node:crypto';
import { provesWork, searchWork } from '@halyard/core/proof-of-work';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWorkProofs, WORK_VALID_FOR_MS } from './work-proofs.ts';

const ROUTE = 'POST /api/test/a';
const BITS = 4;

function held(limits?: { readonly redeemedMax: number }) {
  const clock = { time: 1_800_000_000_000, nowMs: () => clock.time };
  const proofs = createWorkProofs({ clock, ...limits });
  // The next millisecond: challenges from before the start are void.
  clock.time += 1;
  return { clock, proofs, solved: () => solve(proofs.issue(ROUTE, BITS)) };
}

function solve(challenge: string): string {
  const [, , bits, seed = ''] = challenge.split('.');
  return `${challenge}.${searchWork(seed, Number(bits), { from: 0, count: 1_000_000 })}`;
}

it('accepts the solution of a challenge once', () => {
  const { proofs, solved } = held();
  const proof = solved();
  expect(proofs.redeem(ROUTE, proof)).toBe(true);
  expect(proofs.redeem(ROUTE, proof)).toBe(false);
});

it('accepts the challenge of another program with the same key, but none from before its start', () => {
  const clock = { time: 1_800_000_000_000, nowMs: () => clock.time };
  const findKey = (): Buffer => Buffer.alloc(32, 1);
  const [one, other] = [
    { clock, findKey },
    { clock, findKey },
  ].map(createWorkProofs);
  clock.time += 1;
  const challenge = one?.issue(ROUTE, BITS) ?? '';
  const stranger = createWorkProofs({ clock });
  const late = createWorkProofs({ clock, findKey });
  clock.time += 1;
  expect(other?.redeem(ROUTE, solve(challenge))).toBe(true);
  expect(stranger.redeem(ROUTE, solve(challenge))).toBe(false);
  expect(late.redeem(ROUTE, solve(challenge))).toBe(false);
  expect(late.redeem(ROUTE, solve(one?.issue(ROUTE, BITS) ?? ''))).toBe(true);
});

it('rejects a second solution of the same challenge', () => {
  const { proofs } = held();
  const challenge = proofs.issue(ROUTE, BITS);
  const [, , , seed = ''] = challenge.split('.');
  const first = searchWork(seed, BITS, { from: 0, count: 1000 }) ?? 0;
  const second = searchWork(seed, BITS, { from: first + 1, count: 1000 }) ?? 0;
  expect(proofs.redeem(ROUTE, `${challenge}.${first}`)).toBe(true);
  expect(proofs.redeem(ROUTE, `${challenge}.${second}`)).toBe(false);
});

it('accepts it only on its own route', () => {
  const { proofs, solved } = held();
  const proof = solved();
  expect(proofs.redeem('POST /api/test/b', proof)).toBe(false);
  expect(proofs.redeem(ROUTE, proof)).toBe(true);
});

it('accepts it for two minutes', () => {
  const { clock, proofs, solved } = held();
  const [late, early] = [solved(), solved()];
  clock.time += WORK_VALID_FOR_MS - 1;
  expect(proofs.redeem(ROUTE, early)).toBe(true);
  clock.time += 1;
  expect(proofs.redeem(ROUTE, late)).toBe(false);
});

it.each([
  ['a later expiry', (parts: string[]) => parts.with(1, String(Number(parts[1]) + 60_000))],
  ['another id', (parts: string[]) => parts.with(0, 'A'.repeat(16))],
  ['less work', (parts: string[]) => parts.with(2, '0')],
  ['more work', (parts: string[]) => parts.with(2, '64')],
  ['a signature of its own', (parts: string[]) => parts.with(3, 'A'.repeat(43))],
  ['a number that solves nothing', (parts: string[]) => parts.with(4, String(unsolved(parts)))],
  ['no number', (parts: string[]) => parts.slice(0, 4)],
  ['more parts', (parts: string[]) => [...parts, '1']],
])('takes none with %s', (_what, change) => {
  const { proofs, solved } = held();
  const parts = solved().split('.');
  const [, , bits, seed = ''] = parts;
  const changed = change(parts);
  // The challenge contains its own terms, so changed terms need new work.
  const number = searchWork(changed[3] ?? seed, Number(bits), { from: 0, count: 1_000_000 });
  expect(proofs.redeem(ROUTE, changed.join('.'))).toBe(false);
  if (changed[4] === parts[4] && changed.length === 5) {
    expect(proofs.redeem(ROUTE, changed.with(4, String(number)).join('.'))).toBe(false);
  }
});

function unsolved(parts: readonly string[]): number {
  const [, , bits, seed = ''] = parts;
  let number = 0;
  while (searchWork(seed, Number(bits), { from: number, count: 1 }) !== undefined) number += 1;
  return number;
}

it('rejects a challenge of another process', () => {
  const [one, other] = [held(), held()];
  expect(other.proofs.redeem(ROUTE, one.solved())).toBe(false);
});

it.each(['', '.', 'x'.repeat(500), '....', 'é.1.1.1.1'])('rejects %j', (proof) => {
  expect(held().proofs.redeem(ROUTE, proof)).toBe(false);
});

it('remembers a limited number of solutions, and still accepts none twice', () => {
  const { clock, proofs, solved } = held({ redeemedMax: 3 });
  const redeemed: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const proof = solved();
    expect(proofs.redeem(ROUTE, proof)).toBe(true);
    redeemed.push(proof);
    clock.time += 1;
  }
  for (const proof of redeemed) expect(proofs.redeem(ROUTE, proof)).toBe(false);
});

it("counts the zero bits of the system's own SHA-256", () => {
  const seed = fc.string({ unit: 'grapheme-ascii', maxLength: 43 });
  const number = fc.nat({ max: 99_999_999_999 });
  fc.assert(
    fc.property(seed, number, (text, counted) => {
      const hash = createHash('sha256').update(`${text}:${counted}`).digest();
      const zeros = 256 - BigInt(`0x${hash.toString('hex')}`).toString(2).length;
      expect(provesWork(text, String(counted), zeros)).toBe(true);
      expect(provesWork(text, String(counted), zeros + 1)).toBe(false);
    }),
  );
});
