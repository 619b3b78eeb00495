// The form of an action, made from what the action is declared to take: what its fields begin
// with, and what is sent of them.
import type { Schema } from '@halyard/contract/backoffice/resource';
import { isNullable, isOptional, kindOf } from './field-kind.ts';
import { textOf } from './names.ts';

export type Shape = Readonly<Record<string, Schema>>;
/** A tick is 'true'; several choices are several texts. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;
export type FormInput =
  | { readonly kind: 'body'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'not-json'; readonly field: string };

/** What is written as JSON. */
const JSON_KINDS = new Set(['record', 'rows', 'facts', 'figures']);

/** As the form begins: `row` holds what is there now, for fields of the same name. */
export function startValues(shape: Shape, row: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, startValue(name, schema, row[name])]),
  );
}

function startValue(name: string, schema: Schema, present: unknown): string | readonly string[] {
  const { kind } = kindOf(name, schema);
  if (kind === 'choices') return Array.isArray(present) ? present.map(String) : [];
  if (present === null || present === undefined) return '';
  if (kind === 'lines') return Array.isArray(present) ? present.map(String).join('\n') : '';
  if (JSON_KINDS.has(kind)) return JSON.stringify(present, undefined, 2);
  return typeof present === 'object' ? '' : textOf(present);
}

/** What is sent; whether it is right is for the action's own schema to say. */
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
  if (typeof value !== 'string') return value;
  const { kind } = kindOf(name, schema);
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
  return text;
}

/** Null where nothing is a value of its own; an empty text only where it is allowed. */
function emptyValue(kind: string, schema: Schema): unknown {
  if (isOptional(schema)) return undefined;
  if (isNullable(schema)) return null;
  return kind === 'text' && schema.safeParse('').success ? '' : undefined;
}

/** A field that takes texts gets what was typed: its decimals are not rounded on the way. */
function toNumber(schema: Schema, text: string): unknown {
  if (schema.safeParse(text).success) return text;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return NOT_JSON;
  }
}
