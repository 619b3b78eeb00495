import { expect, it } from 'vitest';
import { rememberLast } from './remember-last.ts';

it('computes again only when a key has changed', () => {
  const remember = rememberLast<number>();
  const positions = {};
  let computed = 0;
  const read = (...keys: readonly unknown[]) => remember(keys, () => (computed += 1));

  expect(read(positions, 1)).toBe(1);
  expect(read(positions, 1)).toBe(1);
  expect(read(positions, 2)).toBe(2);
  expect(read({}, 2)).toBe(3);
  expect(read(positions, 1)).toBe(4);
});

it('distinguishes fewer keys from undefined keys', () => {
  const remember = rememberLast<string>();
  expect(remember([], () => 'none')).toBe('none');
  expect(remember([undefined], () => 'one')).toBe('one');
  expect(remember([], () => 'none again')).toBe('none again');
});
