// Figures with their units, as people write them.
import { createFigureWriter } from '@halyard/contract/format/figures';
import { INTL_LANGUAGE, LANGUAGE } from '../texts/language.ts';

const FIGURE_WRITER = createFigureWriter(LANGUAGE);
const NUMBER = new Intl.NumberFormat(INTL_LANGUAGE, { maximumFractionDigits: 6 });
const SMALL = new Intl.NumberFormat(INTL_LANGUAGE, { maximumSignificantDigits: 2 });
const PLURAL = new Intl.PluralRules(INTL_LANGUAGE);
const BYTES = new Intl.NumberFormat(INTL_LANGUAGE, { maximumFractionDigits: 1 });
const UNITS = ['B', 'kB', 'MB', 'GB'] as const;
const STEP = 1_000;
/** With the zone, because staff and servers are in several. */
const MOMENT = new Intl.DateTimeFormat(INTL_LANGUAGE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

const DAY = new Intl.DateTimeFormat(INTL_LANGUAGE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const DAY_OF_YEAR = new Intl.DateTimeFormat(INTL_LANGUAGE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day such as '1984-03-12' as '12 Mar 1984'; any other text stays as it is. */
export function isoDayText(text: string): string {
  const at = ISO_DAY.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) ? text : DAY_OF_YEAR.format(at);
}

/** A UTC day such as '2026-11-24' as '24 Nov'. */
export function dayText(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

export function eurosText(euros: number): string {
  return FIGURE_WRITER.euros(euros);
}

/** A share below one percent with two significant digits: '0.038 %'. */
export function percentText(percent: number): string {
  const isSmall = Math.abs(percent) < 1;
  return `${(isSmall ? SMALL : NUMBER).format(percent)} %`;
}

/** '1.4 MB'. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= STEP && unit < UNITS.length - 1) [value, unit] = [value / STEP, unit + 1];
  return `${BYTES.format(value)} ${UNITS[unit] ?? ''}`;
}

/** '1 open position', '2 open positions'. */
export function countedText(count: number, one: string, other: string): string {
  return `${numberText(count)} ${PLURAL.select(count) === 'one' ? one : other}`;
}

export function numberText(value: number): string {
  return NUMBER.format(value);
}

const DATE = new Intl.DateTimeFormat(INTL_LANGUAGE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const TIME = new Intl.DateTimeFormat(INTL_LANGUAGE, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The local day, such as 'Fri, 27 Nov 2026'. */
export function dateText(at: Date): string {
  return DATE.format(at);
}

export function timeText(at: Date): string {
  return TIME.format(at);
}

/** The zone of local times, such as 'Europe/Berlin'. */
export const TIME_ZONE = TIME.resolvedOptions().timeZone;

export function momentText(at: Date): string {
  return MOMENT.format(at);
}
