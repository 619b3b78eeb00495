import { points } from '@halyard/core/instrument';
import { expect, it } from 'vitest';
import { trailProblem, type TypedTrail } from './trail-problem.ts';

const typed: TypedTrail = {
  text: '40',
  language: 'en',
  decimals: 2,
  direction: 'buy',
  startPoints: points(4_000_000),
  isExcluded: false,
};

it('accepts distances from 0.1 % of the price up to the price', () => {
  expect(trailProblem(typed)).toBeUndefined();
  expect(trailProblem({ ...typed, text: ' ' })).toBeUndefined();
  const bounds = { code: 'trail-invalid', minimum: 40, maximum: 39_999.99 };
  expect(trailProblem({ ...typed, text: '39.99' })).toEqual(bounds);
  expect(trailProblem({ ...typed, text: '40000' })).toEqual(bounds);
  expect(trailProblem({ ...typed, text: '1.234' })).toEqual({ code: 'level-unreadable' });
});

it('says that a guaranteed stop or a stop loss excludes it', () => {
  const excluded = { ...typed, isExcluded: true };
  expect(trailProblem(excluded)).toEqual({ code: 'trail-unavailable' });
  expect(trailProblem({ ...excluded, text: '' })).toBeUndefined();
});
