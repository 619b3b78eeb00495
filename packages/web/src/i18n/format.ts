// Formats figures and times in the page's language. An unknown value is a dash, never a zero.
import { createFigureWriter } from '@halyard/contract/format/figures';
import { displayDecimals } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { currentLanguage } from './i18n.ts';

export const UNKNOWN = '\u2013';
const EURO_DECIMALS = 2;
const PERCENT_DECIMALS = 2;
/**
 * The number of digits at the end of a rate that are shown smaller, because they change with every
 * tick.
 */
const SMALL_DIGITS = 2;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

type Maybe = number | null | undefined;

export type RateParts = { readonly main: string; readonly small: string };

export type Format = {
  /** Formats an amount: € 1,234.50; in German 1.234,50 €. */
  euros(amount: Maybe): string;
  /** Formats an amount of a million or more for a narrow place: € 1,234,568 and € 123.46M. */
  shortEuros(amount: number): string;
  /** Formats an amount with a sign for gains, too: +€ 10.60. */
  signedEuros(amount: Maybe): string;
  /** Formats a percentage: 1.24 %. */
  percent(value: Maybe, decimals?: number): string;
  signedPercent(value: Maybe): string;
  /**
   * Formats a price, with decimals by magnitude and never fewer than the asset's own; zero is 0.
   */
  rate(rate: Maybe, assetDecimals: number): string;
  /**
   * Formats a price in parts: without the small digits and a trailing decimal sign, and the small
   * digits.
   */
  splitRate(rate: Maybe, assetDecimals: number): RateParts;
  /** Formats a moment in local time: Today 09:14, Yesterday 20:51, 3 Nov 20:51. */
  moment(instant: string, nowMs: number): string;
  /** Formats a moment within a sentence: today 09:14, 3 Nov 20:51. */
  momentWithin(instant: string, nowMs: number): string;
  /** Formats a day in local time: 20 Nov 2026. */
  day(instant: string): string;
  /** Formats a UTC day: 20 Nov 2026. */
  utcDay(instant: string): string;
  /** Formats a moment with its time zone: 20 Nov 2026, 09:14:05. */
  fullMoment(instant: string | null): string;
};

let pageFormat: Format | undefined;

/** Returns the format of the page's language. */
export function useFormat(): Format {
  pageFormat ??= createFormat(currentLanguage());
  return pageFormat;
}

/** Returns the format of a language. */
export function createFormat(language: string): Format {
  const { decimal, euros, shortEuros, percent } = createFigureWriter(language);
  const rate = (value: Maybe, assetDecimals: number) =>
    isKnown(value)
      ? decimal(value, value === 0 ? 0 : displayDecimals(value, assetDecimals))
      : UNKNOWN;
  let formats: MomentFormats | undefined;
  const momentOf = (instant: string, nowMs: number) => {
    formats ??= createMomentFormats(language);
    return writeMoment(formats, new Date(instant), nowMs);
  };
  return {
    euros: known(euros),
    shortEuros,
    signedEuros: known((amount) => plus(amount, EURO_DECIMALS) + euros(amount)),
    percent: (value, decimals = PERCENT_DECIMALS) =>
      isKnown(value) ? percent(value, decimals) : UNKNOWN,
    signedPercent: known(
      (value) => plus(value, PERCENT_DECIMALS) + percent(value, PERCENT_DECIMALS),
    ),
    rate,
    splitRate(value, assetDecimals) {
      const text = rate(value, assetDecimals);
      if (!isKnown(value)) return { main: text, small: '' };
      const isPairOnly = displayDecimals(value, assetDecimals) === SMALL_DIGITS;
      const cut = text.length - SMALL_DIGITS - (isPairOnly ? 1 : 0);
      return { main: text.slice(0, cut), small: text.slice(cut) };
    },
    moment(instant, nowMs) {
      const text = momentOf(instant, nowMs);
      return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
    },
    momentWithin: momentOf,
    day: (instant) => new Date(instant).toLocaleDateString(dateLanguage(language), DAY),
    utcDay: (instant) =>
      new Date(instant).toLocaleDateString(dateLanguage(language), { ...DAY, timeZone: 'UTC' }),
    fullMoment: (instant) => (instant === null ? UNKNOWN : writeFully(language, instant)),
  };
}

/** Formats a duration in its two largest units, such as 5 h 12 m, rounded up to the minute. */
export function writeWait(durationMs: number): string {
  // Rounded up, because a market that opens in 20 seconds must not show a wait of zero minutes.
  const wholeMs = Math.max(MINUTE_MS, Math.ceil(durationMs / MINUTE_MS) * MINUTE_MS);
  const days = Math.floor(wholeMs / DAY_MS);
  const hours = Math.floor((wholeMs % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((wholeMs % HOUR_MS) / MINUTE_MS);
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} m` : `${minutes} m`;
}

type MomentFormats = {
  readonly time: Intl.DateTimeFormat;
  readonly relative: Intl.RelativeTimeFormat;
  readonly day: Intl.DateTimeFormat;
  readonly dayOfYear: Intl.DateTimeFormat;
};

/** Creates the formats of moments once, because a table writes two hundred moments every minute. */
function createMomentFormats(language: string): MomentFormats {
  return {
    time: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }),
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    day: new Intl.DateTimeFormat(dateLanguage(language), DAY),
    dayOfYear: new Intl.DateTimeFormat(dateLanguage(language), { day: 'numeric', month: 'short' }),
  };
}

function writeMoment(formats: MomentFormats, date: Date, nowMs: number): string {
  const time = formats.time.format(date);
  const daysAgo = Math.round((startOfDayMs(nowMs) - startOfDayMs(date.getTime())) / DAY_MS);
  if (daysAgo === 0 || daysAgo === 1) return `${formats.relative.format(-daysAgo, 'day')} ${time}`;
  const isThisYear = new Date(nowMs).getFullYear() === date.getFullYear();
  return `${(isThisYear ? formats.dayOfYear : formats.day).format(date)} ${time}`;
}

function writeFully(language: string, instant: string): string {
  return new Date(instant).toLocaleString(dateLanguage(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
}

/**
 * Returns the locale for dates: English is European, with the day before the month and 24 hours.
 */
function dateLanguage(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

function startOfDayMs(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0);
}

function isKnown(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function known(write: (value: number) => string): (value: Maybe) => string {
  return (value) => (isKnown(value) ? write(value) : UNKNOWN);
}

/** A value that rounds to zero has no sign. */
function plus(value: number, decimals: number): string {
  return Number(value.toFixed(decimals)) > 0 ? '+' : '';
}
