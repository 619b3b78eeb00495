// Derives from a field's schema how it is displayed and entered.
import type { Schema } from '@halyard/contract/backoffice/resource';
import { Instant } from '@halyard/contract/wire';

export type FieldKind =
  | { readonly kind: 'text' | 'prose' | 'flag' | 'instant' | 'moment' | 'day' }
  | { readonly kind: 'euros' | 'number' | 'whole' }
  | { readonly kind: 'record' | 'lines' | 'figures' }
  | { readonly kind: 'choice' | 'choices'; readonly choices: readonly string[] }
  /** A field with a selection of the same choices for each row. */
  | { readonly kind: 'grid'; readonly rows: readonly string[]; readonly choices: readonly string[] }
  | { readonly kind: 'rows' | 'facts'; readonly shape: Readonly<Record<string, Schema>> };

/** The fields of the schema library's descriptions that this file uses. */
type Description = {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly element?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  /** The permitted values of a literal. */
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly entries?: Readonly<Record<string, string>>;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly checks?: readonly { readonly _zod: { readonly def: object } }[];
};

/** The maximum length of a text on one line; longer ones use several lines. */
const LINE_LENGTH_MAX = 1_000;

/** The names of numbers with decimals that are not euros. */
const NO_EUROS =
  /(?:^|_)(?:rate|price|sell|buy|leverage|percent|ratio|level|units|spread|points|quantity|factor|seconds|ms)(?:_|$)/;
const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch']);

/** The schema without its optional and nullable wrappers. */
function unwrap(schema: Schema): Schema {
  const { type, innerType, in: inner } = describe(schema);
  if (WRAPPERS.has(type) && innerType !== undefined) return unwrap(innerType);
  if (type === 'pipe' && inner !== undefined && describe(inner).type !== 'transform') {
    return unwrap(inner);
  }
  return schema;
}

/** Returns whether the field may be absent. */
export function isOptional(schema: Schema): boolean {
  return schema.safeParse(undefined).success;
}

export function isNullable(schema: Schema): boolean {
  return schema.safeParse(null).success;
}

export function kindOf(name: string, schema: Schema): FieldKind {
  const inner = unwrap(schema);
  const description = describe(inner);
  switch (description.type) {
    case 'boolean':
      return { kind: 'flag' };
    case 'number':
      if (description.format !== undefined) return { kind: 'whole' };
      return { kind: NO_EUROS.test(name) ? 'number' : 'euros' };
    case 'enum':
      return { kind: 'choice', choices: Object.values(description.entries ?? {}) };
    case 'literal':
      return { kind: 'choice', choices: (description.values ?? []).map(String) };
    case 'union':
      return kindOfUnion(name, description.options ?? []);
    case 'array':
      return kindOfArray(description.element);
    case 'object':
      return { kind: 'facts', shape: description.shape ?? {} };
    case 'record':
      return kindOfRecord(description);
    case 'unknown':
    case 'any':
      return { kind: 'record' };
    default:
      if (inner === (Instant as Schema)) return { kind: 'instant' };
      if (description.format === 'datetime') return { kind: 'moment' };
      if (description.format === 'date') return { kind: 'day' };
      return { kind: isLong(description) ? 'prose' : 'text' };
  }
}

/** A union of a number and its text is an amount. */
function kindOfUnion(name: string, options: readonly Schema[]): FieldKind {
  const types = new Set(options.map((option) => describe(unwrap(option)).type));
  if (!types.has('number')) return { kind: types.has('object') ? 'record' : 'text' };
  return { kind: NO_EUROS.test(name) ? 'number' : 'euros' };
}

function kindOfArray(element: Schema | undefined): FieldKind {
  if (element === undefined) return { kind: 'record' };
  const inner = unwrap(element);
  const { type, entries, shape } = describe(inner);
  if (type === 'number' || type === 'int') return { kind: 'figures' };
  if (type === 'enum') return { kind: 'choices', choices: Object.values(entries ?? {}) };
  if (type === 'object' && shape !== undefined) return { kind: 'rows', shape };
  return { kind: type === 'string' ? 'lines' : 'record' };
}

/**
 * A record of literal lists under known names becomes checkboxes; any other record is entered as
 * JSON.
 */
function kindOfRecord({ keyType, valueType }: Description): FieldKind {
  const entries = keyType === undefined ? undefined : describe(unwrap(keyType)).entries;
  const list = valueType === undefined ? undefined : describe(unwrap(valueType));
  const values = list?.element === undefined ? undefined : describe(unwrap(list.element)).values;
  if (entries === undefined || values === undefined) return { kind: 'record' };
  return { kind: 'grid', rows: Object.values(entries), choices: values.map(String) };
}

function isLong({ checks = [] }: Description): boolean {
  return checks.some(
    ({ _zod: { def } }) =>
      'maximum' in def && typeof def.maximum === 'number' && def.maximum > LINE_LENGTH_MAX,
  );
}

function describe(schema: Schema): Description {
  // The library types each kind separately; here any can occur.
  return schema._zod.def;
}
