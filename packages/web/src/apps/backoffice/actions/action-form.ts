// Generates an action's form from its declaration: initial values, and the values to send.
import type { Schema } from '@halyard/contract/backoffice/resource';
import { MINUTE_MS } from '@halyard/core/time';
import { isNullable, isOptional, kindOf } from '../lists/field-kind.ts';
import { textOf } from '../names.ts';

export type Shape = Readonly<Record<string, Schema>>;
/**
 * The values of the inputs as texts: a checked box is 'true'; several choices are several texts; in
 * a grid, each is prefixed by its row.
 */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;
export type FormInput =
  | { readonly kind: 'body'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'not-json'; readonly field: string };

/** Separates the row of a grid from the choice. */
export const GRID_MARK = ':';
/** The kinds of field that are entered as JSON. */
const JSON_KINDS = new Set(['record', 'rows', 'facts', 'figures']);

/** What an action books; the record's own amount, such as a position's margin, is something else. */
const BOOKED = 'amount';

/** Initial values: `row` provides the current values of fields with the same name. */
export function startValues(shape: Shape, row: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      startValue(name, schema, name === BOOKED ? undefined : row[name]),
    ]),
  );
}

function startValue(name: string, schema: Schema, present: unknown): string | readonly string[] {
  const { kind } = kindOf(name, schema);
  if (kind === 'choices') return Array.isArray(present) ? present.map(String) : [];
  if (kind === 'grid') return toTicks(present);
  if (present === null || present === undefined) return '';
  if (kind === 'lines') return Array.isArray(present) ? present.map(String).join('\n') : '';
  if (JSON_KINDS.has(kind)) return JSON.stringify(present, undefined, 2);
  if (kind === 'moment') return toLocalText(textOf(present));
  return typeof present === 'object' ? '' : textOf(present);
}

/** The values to send; the action's own schema validates them. */
export function toBody(shape: Shape, values: FormValues): FormInput {
  const body: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = values[name] ?? '';
    const read = readValue(name, schema, value);
    if (read === NOT_JSON) return { kind: 'not-json', field: name };
    if (read !== undefined) body[name] = read;
  }
  return { kind: 'body', body };
}

const NOT_JSON = Symbol('not JSON');

function readValue(name: string, schema: Schema, value: string | readonly string[]): unknown {
  const declared = kindOf(name, schema);
  if (declared.kind === 'grid') return fromTicks(declared.rows, value);
  if (typeof value !== 'string') return value;
  const { kind } = declared;
  if (kind === 'flag') return value === 'true';
  if (kind === 'lines')
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const text = value.trim();
  if (text === '') return emptyValue(kind, schema);
  if (kind === 'whole' || kind === 'number' || kind === 'euros') return toNumber(schema, text);
  if (JSON_KINDS.has(kind)) return parseJson(text);
  if (kind === 'choice') return schema.safeParse(text).success ? text : Number(text);
  return kind === 'moment' ? fromLocalText(text) : text;
}

function toTicks(present: unknown): readonly string[] {
  return Object.entries((present ?? {}) as Readonly<Record<string, unknown>>).flatMap(
    ([row, chosen]) =>
      Array.isArray(chosen) ? chosen.map((choice) => `${row}${GRID_MARK}${String(choice)}`) : [],
  );
}

/** Includes every row, so that the body states all checked boxes. */
function fromTicks(rows: readonly string[], ticks: string | readonly string[]): unknown {
  const chosen = typeof ticks === 'string' ? [] : ticks;
  return Object.fromEntries(
    rows.map((row) => [
      row,
      chosen
        .filter((tick) => tick.startsWith(row + GRID_MARK))
        .map((tick) => Number(tick.slice(row.length + GRID_MARK.length))),
    ]),
  );
}

/**
 * Returns the value of an empty input: null if that is valid, an empty text only where it is
 * permitted.
 */
function emptyValue(kind: string, schema: Schema): unknown {
  if (isOptional(schema)) return undefined;
  if (isNullable(schema)) return null;
  return kind === 'text' && schema.safeParse('').success ? '' : undefined;
}

/** Fields that accept text get it unchanged, so decimals are not rounded. */
function toNumber(schema: Schema, text: string): unknown {
  if (schema.safeParse(text).success) return text;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** Formats an instant for the browser's time input: to the minute, in local time. */
function toLocalText(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

function fromLocalText(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return NOT_JSON;
  }
}
