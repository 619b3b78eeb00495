import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

it.each([
  [null, undefined],
  [undefined, undefined],
  ['30', 30_000],
  ['0', 0],
  ['99999999999999999999', DAY_MS],
  ['Fri, 20 Nov 2026 15:31:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 15:29:00 GMT', 0],
  ['Fri, 20 Nov 2099 15:29:00 GMT', DAY_MS],
  ['soon', undefined],
])('reads Retry-After %s as %s ms', (header, expected) => {
  expect(parseRetryAfter(header, Date.parse('2026-11-20T15:30:00Z'))).toBe(expected);
});
