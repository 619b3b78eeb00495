// The content store's models with their fields, and the keys of their documents: `title`,
// `title_de`, `title_slug`, `title_de_slug`.
import { LANGUAGES } from '@halyard/contract/config';
import * as z from 'zod/mini';

export const FIELDS_MAX = 50;
export const ENTRIES_MAX = 500;
export const NAME_PATTERN = /^[a-zA-Z][\w-]{0,63}$/;
export const DEFAULT_LANGUAGE = 'en';
/** Set on a page that is replaced by a message because it exceeds a limit. */
export const IS_BROKEN = '_isBroken';
/** The languages with a key of their own in localised fields. */
export const OTHER_LANGUAGES = LANGUAGES.filter((one) => one !== DEFAULT_LANGUAGE);

const FIELD_TYPES = [
  'text',
  'textarea',
  'html',
  'boolean',
  'number',
  'date',
  'email',
  'image',
  'gallery',
  'layout',
  'object',
  'repeater',
  'collectionlink',
] as const;

const Name = z.string().check(z.regex(NAME_PATTERN));

export const Field = z.object({
  name: Name,
  type: z._default(z.enum(FIELD_TYPES), 'text'),
  localize: z._default(z.boolean(), false),
  required: z._default(z.boolean(), false),
  /** The options of a field. `slug`: whether a text has a slug beside it. */
  options: z._default(z.record(z.string(), z.unknown()), {}),
});
export type Field = z.infer<typeof Field>;

export const Model = z.object({
  name: Name,
  sortable: z._default(z.boolean(), false),
  fields: z.array(Field).check(z.maxLength(FIELDS_MAX)),
});
export type Model = z.infer<typeof Model>;

export type Document = Readonly<Record<string, unknown>>;

/** All content at one moment. */
export type Snapshot = {
  readonly collections: ReadonlyMap<
    string,
    { readonly model: Model; readonly entries: readonly Document[] }
  >;
  readonly singletons: ReadonlyMap<
    string,
    { readonly model: Model; readonly data: Document | undefined }
  >;
  readonly forms: ReadonlyMap<string, Model>;
};

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns every key of a field with its language; undefined for the default. */
export function storedKeys(
  field: Field,
): readonly { readonly key: string; readonly language: string | undefined }[] {
  const { name, localize, options } = field;
  const languages = [undefined, ...(localize ? OTHER_LANGUAGES : [])];
  return languages.flatMap((language) => {
    const key = language === undefined ? name : `${name}_${language}`;
    const hasSlug = options['slug'] === true;
    return [{ key, language }, ...(hasSlug ? [{ key: `${key}_slug`, language }] : [])];
  });
}
