import type { LiveQuote } from '@halyard/contract/market';
import { expect, it } from 'vitest';
import { isMaybeSplit } from './split-signs.ts';

const LIVE: LiveQuote = { sell: 200, buy: 201, ts: 5, state: 'live' };
const HALTED: LiveQuote = { ...LIVE, state: 'halted' };

it.each<[boolean, string, LiveQuote, LiveQuote]>([
  [true, 'other prices of the same moment', HALTED, { ...HALTED, sell: 100, buy: 101 }],
  [true, 'the end of a halt', HALTED, { sell: 100, buy: 101, ts: 9, state: 'live' }],
  [true, 'the end of a halt in a market that is closed', HALTED, { ...HALTED, state: 'closed' }],
  [false, 'a newer quote', LIVE, { ...LIVE, sell: 100, ts: 6 }],
  [false, 'a newer quote in a halt', HALTED, { ...HALTED, sell: 100, ts: 6 }],
  [false, 'the beginning of a halt', LIVE, HALTED],
])('says %s of %s', (expected, _name, before, now) => {
  expect(isMaybeSplit(before, now)).toBe(expected);
});
