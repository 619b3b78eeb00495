import { expect, it } from 'vitest';

import { findPagePath } from './pages.ts';

it.each([
  ['/', '/'],
  ['/login', '/login'],
  ['/login/', '/login'],
  ['/platform', '/platform'],
  ['/platform/BTCUSD', '/platform/{symbol}'],
  ['/autoLogin/x', '/autoLogin/{code}'],
])('knows the page %s', (path, pattern) => {
  expect(findPagePath(path)).toBe(pattern);
});

it.each(['/no/where', '/platform/BTCUSD/more', '//', '/login//', '/Login/x', '/api/config'])(
  'knows no page %s',
  (path) => {
    expect(findPagePath(path)).toBeUndefined();
  },
);
