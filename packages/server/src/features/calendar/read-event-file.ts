// A calendar as CSV: a header line, then one event per line.
import { CsvError, parse } from 'csv-parse/sync';
import type { NewEvent } from './event-store.ts';
import { readEvent } from './read-event.ts';

const COLUMNS_REQUIRED = ['time', 'currency', 'importance', 'title'];
const COLUMNS = [...COLUMNS_REQUIRED, 'actual', 'forecast', 'previous'];
const EVENTS_MAX = 5_000;
const RECORD_LENGTH_MAX = 1_000;
const PROBLEMS_MAX = 20;

export type EventFile =
  | { readonly kind: 'read'; readonly events: readonly NewEvent[] }
  | { readonly kind: 'unfit'; readonly problems: readonly string[] };

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** Returns every event of the file, or its problems line by line. */
export function readEventFile(text: string): EventFile {
  const rows = readRows(text);
  if ('problem' in rows) return { kind: 'unfit', problems: [rows.problem] };
  const [header, ...lines] = rows;
  const names = header?.record.map((name) => name.toLowerCase()) ?? [];
  const columnProblem = findColumnProblem(names);
  if (columnProblem !== undefined) return { kind: 'unfit', problems: [columnProblem] };
  if (lines.length === 0) return { kind: 'unfit', problems: ['There is no event in it.'] };
  if (lines.length > EVENTS_MAX) {
    return { kind: 'unfit', problems: [`There are more than ${EVENTS_MAX} events in it.`] };
  }
  const { events, problems } = readLines(names, lines);
  if (problems.length === 0) return { kind: 'read', events };
  const unlisted = problems.length - PROBLEMS_MAX;
  const shown = problems.slice(0, PROBLEMS_MAX);
  return { kind: 'unfit', problems: unlisted > 0 ? [...shown, `… and ${unlisted} more`] : shown };
}

function readRows(text: string): readonly Row[] | { readonly problem: string } {
  try {
    const rows: unknown = parse(text, {
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: RECORD_LENGTH_MAX,
    });
    // With the option `info` each row includes its line number, which the library's types omit.
    return rows as readonly Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problem: `It cannot be read as CSV: ${error.message}.` };
  }
}

function findColumnProblem(names: readonly string[]): string | undefined {
  const missing = COLUMNS_REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) return `The first line must name the columns: ${COLUMNS.join(',')}.`;
  const unknown = names.find((name, at) => !COLUMNS.includes(name) || names.indexOf(name) !== at);
  return unknown === undefined ? undefined : `The column ${unknown} is unknown, or there twice.`;
}

function readLines(names: readonly string[], lines: readonly Row[]) {
  const events: NewEvent[] = [];
  const problems: string[] = [];
  const seen = new Map<string, number>();
  for (const { record, info } of lines) {
    const at = `Line ${info.lines}`;
    if (record.length !== names.length) {
      problems.push(`${at}: has ${record.length} columns, not ${names.length}`);
      continue;
    }
    const read = readEvent(Object.fromEntries(names.map((name, index) => [name, record[index]])));
    if ('problems' in read) {
      problems.push(`${at}: ${read.problems.join('; ')}`);
      continue;
    }
    const { event } = read;
    const key = `${event.atMs} ${event.currency} ${event.title}`;
    const before = seen.get(key);
    if (before !== undefined) problems.push(`${at}: is the event of line ${before} again`);
    seen.set(key, info.lines);
    events.push(event);
  }
  return { events, problems };
}
