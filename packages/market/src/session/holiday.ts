// Holidays as rules, so that the calendar needs no yearly update; lunar ones are listed by date. A
// rule with `closeMinute` shortens the day instead of closing it.
import { DAY_MS } from '@halyard/core/time';

/** The day on which a holiday is observed when its date falls on a weekend. */
export type Observance =
  | 'as-is'
  /** A Saturday holiday is observed on Friday, a Sunday holiday on Monday. */
  | 'nearest'
  /** A Sunday holiday is observed on Monday; a Saturday holiday is not replaced. */
  | 'sunday-to-monday'
  /** A weekend holiday is observed on the Monday after. */
  | 'next-monday'
  /**
   * A weekend holiday is observed two days later: for two holidays in a row, such as Christmas and
   * Boxing Day.
   */
  | 'two-days-later';

export type HolidayRule = (
  | {
      readonly kind: 'fixed';
      readonly month: number;
      readonly date: number;
      readonly observance: Observance;
    }
  | {
      readonly kind: 'weekday';
      readonly month: number;
      /** The weekday of the rule; 0 is Sunday. */
      readonly weekday: number;
      /** Which of the month's weekdays: 1 is the first, -1 the last. */
      readonly nth: number;
      readonly daysAfter?: number;
    }
  | { readonly kind: 'easter'; readonly daysAfter: number }
  | { readonly kind: 'listed'; readonly dates: readonly string[] }
) & { readonly closeMinute?: number };

export type Holidays = {
  /**
   * Returns the minute of an early close; 0 if the market is closed all day; undefined on an
   * ordinary day.
   */
  closeMinute(day: number): number | undefined;
};

/**
 * Combines holiday rules into a calendar. Days are counted from 1970-01-01. If several rules apply
 * to a day, the earliest close holds.
 */
export function createHolidays(rules: readonly HolidayRule[]): Holidays {
  const years = new Map<number, ReadonlyMap<number, number>>();
  return {
    closeMinute(day) {
      const year = new Date(day * DAY_MS).getUTCFullYear();
      let days = years.get(year);
      if (days === undefined) {
        days = holidaysOfYear(rules, year);
        years.set(year, days);
      }
      return days.get(day);
    },
  };
}

function holidaysOfYear(rules: readonly HolidayRule[], year: number): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (const rule of rules) {
    const closeMinute = rule.closeMinute ?? 0;
    for (const day of daysOfRule(rule, year)) {
      days.set(day, Math.min(closeMinute, days.get(day) ?? closeMinute));
    }
  }
  return days;
}

function daysOfRule(rule: HolidayRule, year: number): number[] {
  switch (rule.kind) {
    case 'fixed':
      return [observedDay(dayNumber(year, rule.month, rule.date), rule.observance)];
    case 'weekday':
      return [nthWeekday(rule, year) + (rule.daysAfter ?? 0)];
    case 'easter':
      return [easterSunday(year) + rule.daysAfter];
    case 'listed':
      return rule.dates
        .filter((date) => date.startsWith(`${year}-`))
        .map((date) => Date.parse(date) / DAY_MS);
  }
}

/** Returns the number of days from 1970-01-01 to a date; `month` 1 is January. */
function dayNumber(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) / DAY_MS;
}

/** Returns the day of the week, 0 for Sunday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function observedDay(day: number, observance: Observance): number {
  const weekday = weekdayOf(day);
  if (weekday !== 0 && weekday !== 6) return day;
  const isSunday = weekday === 0;
  switch (observance) {
    case 'as-is':
      return day;
    case 'nearest':
      return isSunday ? day + 1 : day - 1;
    case 'sunday-to-monday':
      return isSunday ? day + 1 : day;
    case 'next-monday':
      return isSunday ? day + 1 : day + 2;
    case 'two-days-later':
      return day + 2;
  }
}

function nthWeekday(
  rule: { readonly month: number; readonly weekday: number; readonly nth: number },
  year: number,
): number {
  if (rule.nth < 0) {
    const last = dayNumber(year, rule.month + 1, 0);
    return last - ((weekdayOf(last) - rule.weekday + 7) % 7);
  }
  const first = dayNumber(year, rule.month, 1);
  return first + ((rule.weekday - weekdayOf(first) + 7) % 7) + (rule.nth - 1) * 7;
}

/** Easter Sunday of the Gregorian calendar, by the anonymous (Meeus/Jones/Butcher) computus. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const leap = Math.floor(century / 4);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leap - correction + 15) % 30;
  const shift = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * shift) / 451);
  const sum = epact + shift - 7 * late + 114;
  return dayNumber(year, Math.floor(sum / 31), (sum % 31) + 1);
}
