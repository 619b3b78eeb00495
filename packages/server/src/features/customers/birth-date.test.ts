import { expect, it } from 'vitest';
import { findBirthDateProblem } from './birth-date.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 23, 59);
const UNREAL = 'must be a real date such as 1990-12-31';
const TOO_YOUNG = 'You must be at least 18 years old';

it.each([
  ['2008-11-20', undefined],
  ['2008-11-21', TOO_YOUNG],
  ['2026-11-20', TOO_YOUNG],
  ['2026-11-21', UNREAL],
  ['1990-02-28', undefined],
  ['1990-02-29', UNREAL],
  ['1992-02-29', undefined],
  ['1990-02-30', UNREAL],
  ['1990-13-01', UNREAL],
  ['1990-00-10', UNREAL],
  ['1990-01-00', UNREAL],
  ['1896-11-20', undefined],
  ['1896-11-19', UNREAL],
  ['0000-01-01', UNREAL],
])('judges %s as %s', (birthDate, problem) => {
  expect(findBirthDateProblem(birthDate, NOW_MS)).toBe(problem);
});

it('treats a person born on 29 February as 18 from 1 March', () => {
  expect(findBirthDateProblem('2008-02-29', Date.UTC(2026, 1, 28))).toBe(TOO_YOUNG);
  expect(findBirthDateProblem('2008-02-29', Date.UTC(2026, 2, 1))).toBeUndefined();
});
