import { expect, it } from 'vitest';
import { findDayPair, findPreset, presetFilter } from './date-presets.ts';

const NOW_MS = Date.parse('2026-03-05T23:30:00Z');
const PAIR = { from: 'created_from', until: 'created_until' };

it.each([
  ['today', '2026-03-05'],
  ['last_7_days', '2026-02-27'],
  ['last_30_days', '2026-02-04'],
  ['this_month', '2026-03-01'],
] as const)('starts %s on %s and includes today', (preset, first) => {
  const filter = presetFilter(preset, PAIR, NOW_MS);
  expect(filter).toEqual({ created_from: first, created_until: '2026-03-05' });
  expect(findPreset({ ...filter, status: 'open' }, PAIR, NOW_MS)).toBe(preset);
});

it('finds the pair of date filters', () => {
  expect(findDayPair(['status', 'created_from', 'created_until'])).toEqual(PAIR);
  expect(findDayPair(['from', 'status'])).toBeUndefined();
});
