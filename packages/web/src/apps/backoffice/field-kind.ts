// What a declared field is to the eye and to a form, read from its schema: the declaration is the
// one place where it stands.
import type { Schema } from '@halyard/contract/backoffice/resource';
import { Instant } from '@halyard/contract/wire';

export type FieldKind =
  | { readonly kind: 'text' | 'flag' | 'instant' | 'day' | 'euros' | 'number' | 'whole' }
  | { readonly kind: 'record' | 'lines' | 'figures' }
  | { readonly kind: 'choice' | 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'rows' | 'facts'; readonly shape: Readonly<Record<string, Schema>> };

/** What of the schema library's own description is read here. */
type Description = {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly element?: Schema;
  readonly format?: string;
  readonly entries?: Readonly<Record<string, string>>;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
};

/** Wire numbers with decimals are euros, but for these. */
const NO_EUROS =
  /(?:^|_)(?:rate|price|leverage|percent|ratio|level|units|spread|points|quantity|factor|seconds|ms)(?:_|$)/;
const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch']);

/** The schema below everything that only says when it may be left out. */
function unwrap(schema: Schema): Schema {
  const { type, innerType, in: inner } = describe(schema);
  if (WRAPPERS.has(type) && innerType !== undefined) return unwrap(innerType);
  if (type === 'pipe' && inner !== undefined && describe(inner).type !== 'transform') {
    return unwrap(inner);
  }
  return schema;
}

/** Whether a form may leave it empty. */
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
    case 'union':
      return kindOfUnion(name, description.options ?? []);
    case 'array':
      return kindOfArray(description.element);
    case 'object':
      return { kind: 'facts', shape: description.shape ?? {} };
    case 'record':
    case 'unknown':
    case 'any':
      return { kind: 'record' };
    default:
      if (inner === (Instant as Schema)) return { kind: 'instant' };
      return { kind: description.format === 'date' ? 'day' : 'text' };
  }
}

/** A union of a number and its text is an amount as the wire takes it. */
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

function describe(schema: Schema): Description {
  // The library types each kind apart; here any of them is met.
  return schema._zod.def;
}
