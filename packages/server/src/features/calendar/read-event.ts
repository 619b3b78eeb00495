import { IMPORTANCES } from '@halyard/contract/calendar';
import { PlainLine } from '@halyard/contract/wire';
import * as z from 'zod/mini';
import type { NewEvent } from './event-store.ts';

const UTC_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/;
const TITLE_LENGTH_MAX = 120;
const FIGURE_LENGTH_MAX = 24;

/** An event as entered; figures are optional. */
export type EventTexts = Readonly<Record<string, string | undefined>>;

/** Returns the event, or the problem of each field. */
export function readEvent(
  texts: EventTexts,
): { readonly event: NewEvent } | { readonly problems: readonly string[] } {
  const { time = '', currency = '', importance = '' } = texts;
  const atMs = UTC_PATTERN.test(time) ? Date.parse(time) : Number.NaN;
  const level = IMPORTANCES.find((one) => String(one) === importance);
  const title = z.safeParse(PlainLine(TITLE_LENGTH_MAX), texts['title'] ?? '');
  const figures = ['actual', 'forecast', 'previous'].map((name) => ({
    name,
    read: readFigure(texts[name] ?? ''),
  }));
  const problems = [
    ...(isSameMoment(atMs, time) ? [] : ['time must be in UTC, such as 2026-12-31T13:30Z']),
    ...(/^[A-Z]{3}$/.test(currency) ? [] : ['currency must be three capital letters']),
    ...(level === undefined ? ['importance must be -1, 0 or 1'] : []),
    ...(title.success ? [] : [`title must be one line of 1 to ${TITLE_LENGTH_MAX} characters`]),
    ...figures
      .filter(({ read }) => read === undefined)
      .map(({ name }) => `${name} must be one line of at most ${FIGURE_LENGTH_MAX} characters`),
  ];
  if (problems.length > 0 || level === undefined || !title.success) return { problems };
  const [actual = null, forecast = null, previous = null] = figures.map(({ read }) => read);
  return {
    event: { atMs, currency, importance: level, title: title.data, actual, forecast, previous },
  };
}

/**
 * Returns whether a parsed time is the one in the text. The parser turns a non-existent day, such
 * as 30 February, into another one.
 */
function isSameMoment(atMs: number, text: string): boolean {
  return Number.isFinite(atMs) && new Date(atMs).toISOString().startsWith(text.slice(0, 16));
}

/** Parses a figure: null for none, undefined for an invalid one. */
function readFigure(text: string): string | null | undefined {
  if (text === '') return null;
  const read = z.safeParse(PlainLine(FIGURE_LENGTH_MAX), text);
  return read.success ? read.data : undefined;
}
