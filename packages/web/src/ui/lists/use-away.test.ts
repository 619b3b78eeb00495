import { expect, it } from 'vitest';
import { awayHeight } from './use-away.ts';

const away = { isIntersecting: false, height: 39, hasFocus: false };

it('keeps the height of what is far from the screen', () => {
  expect(awayHeight(away)).toBe(39);
});

it.each([
  ['is near the screen', { isIntersecting: true }],
  ['has the focus', { hasFocus: true }],
  ['is in a hidden table', { height: 0 }],
])('shows what %s', (_, change) => {
  expect(awayHeight({ ...away, ...change })).toBeUndefined();
});
