import { expect, it } from 'vitest';
import { findPagePath } from '../pages.ts';
import { listPopups } from '../popups.ts';
import { isPracticePage, onPractice } from './practice-paths.ts';
import { PRACTICE_ROUTES } from './practice.ts';

it('maps every route that both accounts have to the practice account', () => {
  const paths = PRACTICE_ROUTES.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !path.startsWith('/api/practice/'))).toEqual([]);
});

it('does not map a route that the practice account lacks', () => {
  expect(onPractice(listPopups)).toBe(listPopups);
});

it('distinguishes practice pages from all others', () => {
  expect(isPracticePage('/practice')).toBe(true);
  expect(isPracticePage('/practice/BTCUSD')).toBe(true);
  expect(isPracticePage('/platform/practice')).toBe(false);
  expect(isPracticePage('/practices')).toBe(false);
  expect(findPagePath('/practice/BTCUSD')).toBe('/practice/{symbol}');
});
