import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

it('accepts the password of a hash and no other', async () => {
  const hasher = await createPasswordHasher();
  const hashed = await hasher.hash('correct horse');
  if (hashed.kind !== 'hashed') throw new Error('busy');

  expect(hashed.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hashed.hash, 'correct horse')).toEqual({
    kind: 'verified',
    matches: true,
  });
  expect(await hasher.verify(hashed.hash, 'Correct horse')).toEqual({
    kind: 'verified',
    matches: false,
  });
});

it('never accepts a password for an unknown account, not even an empty one', async () => {
  const hasher = await createPasswordHasher();
  expect(await hasher.verify(undefined, '')).toEqual({ kind: 'verified', matches: false });
});

it('takes as much work for an unknown account as for a known one', async () => {
  const hasher = await createPasswordHasher({ concurrency: 1, waitingMax: 0 });
  const nobody = hasher.verify(undefined, 'x');
  expect(await hasher.verify(undefined, 'x')).toEqual({ kind: 'busy' });
  expect((await nobody).kind).toBe('verified');
});

it('rejects requests beyond the queue and serves the rest', async () => {
  const hasher = await createPasswordHasher({ concurrency: 1, waitingMax: 2 });
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(async (password) => await hasher.hash(password)),
  );
  expect(answers.map((answer) => answer.kind)).toEqual([
    'hashed',
    'hashed',
    'hashed',
    'busy',
    'busy',
  ]);
  expect((await hasher.hash('f')).kind).toBe('hashed');
});

it('frees its lane when a stored hash cannot be read', async () => {
  const hasher = await createPasswordHasher({ concurrency: 1, waitingMax: 0 });
  await expect(hasher.verify('not a hash', 'x')).rejects.toThrow('Decoding failed');
  expect((await hasher.hash('x')).kind).toBe('hashed');
});

it('detects hashes with other cost parameters', async () => {
  const hasher = await createPasswordHasher();
  const old = await hash('x', { memoryCost: 9728, timeCost: 2, parallelism: 1 });
  const today = await hasher.hash('x');
  expect(hasher.isOutdated(old)).toBe(true);
  expect(hasher.isOutdated(today.kind === 'hashed' ? today.hash : '')).toBe(false);
});
