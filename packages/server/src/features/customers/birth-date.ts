import { AGE_MIN_YEARS } from '@halyard/contract/profile';
import { isoDay } from '#platform/clock/clock.ts';

const AGE_MAX_YEARS = 130;

/** Returns what is wrong with a birth date, YYYY-MM-DD; undefined for an adult. */
export function findBirthDateProblem(birthDate: string, nowMs: number): string | undefined {
  const atMs = Date.parse(`${birthDate}T00:00:00Z`);
  // Whether the day exists: 30 February would be parsed as a day in March.
  const isReal = !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(birthDate);
  const today = isoDay(nowMs);
  if (!isReal || birthDate > today || birthDate < yearsBefore(today, AGE_MAX_YEARS)) {
    return 'must be a real date such as 1990-12-31';
  }
  return birthDate > yearsBefore(today, AGE_MIN_YEARS)
    ? `You must be at least ${AGE_MIN_YEARS} years old`
    : undefined;
}

/**
 * Compared as text, which also works for non-existent days: a person born on 29 February comes of
 * age on 1 March.
 */
function yearsBefore(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;
}
