import { expect, it } from 'vitest';

import { findPagePath } from './pages.ts';

it.each([
  ['/', '/'],
  ['/login', '/login'],
  ['/login/', '/login'],
  ['/platform', '/platform'],
  ['/platform/BTCUSD', '/platform/{symbol}'],
  ['/autoLogin/x', '/autoLogin/{code}'],
])('recognises the page %s', (path, pattern) => {
  expect(findPagePath(path)).toBe(pattern);
});

it.each(['/no/where', '/platform/BTCUSD/more', '//', '/login//', '/Login/x', '/api/config'])(
  'does not recognise the page %s',
  (path) => {
    expect(findPagePath(path)).toBeUndefined();
  },
);
