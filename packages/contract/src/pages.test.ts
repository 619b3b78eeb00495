import { expect, it } from 'vitest';

import { isPagePath } from './pages.ts';

it.each(['/', '/login', '/login/', '/platform', '/platform/BTCUSD', '/autoLogin/x'])(
  'knows the page %s',
  (path) => {
    expect(isPagePath(path)).toBe(true);
  },
);

it.each(['/nothing', '/platform/BTCUSD/more', '//', '/login//', '/Login', '/api/config'])(
  'knows no page %s',
  (path) => {
    expect(isPagePath(path)).toBe(false);
  },
);
