// The form of a page or singleton: a text for each stored key, and the document that the texts
// produce.
import type { ContentField } from '@halyard/contract/backoffice/content-pages';
import { LANGUAGES, type Language } from '@halyard/contract/config';
import { CONTENT_TEXTS } from './content-texts.ts';

/** The key under which undeclared values are edited, as one record. */
export const OTHERS = '*';
/** The publication state is not part of the content. */
const PUBLISHED = 'published';
const LANGUAGE_DEFAULT: Language = 'en';
const TEXT_TYPES = new Set(['text', 'textarea', 'html', 'email', 'date']);

export type InputKind = 'line' | 'lines' | 'html' | 'flag' | 'number' | 'layout' | 'json';

export type FormKey = {
  readonly key: string;
  readonly kind: InputKind;
  readonly field: ContentField;
  /** The language of the text; undefined if all languages share it. */
  readonly language: Language | undefined;
  readonly isSlug: boolean;
};

export type FormTexts = Readonly<Record<string, string>>;
export type Problems = Readonly<Record<string, string>>;
export type Document = Readonly<Record<string, unknown>>;
export type ReadForm = { readonly document: Document; readonly problems: Problems };

/** Returns every form key of the fields, in order. */
export function keysOf(fields: readonly ContentField[]): readonly FormKey[] {
  return fields
    .filter(({ name }) => name !== PUBLISHED)
    .flatMap((field) =>
      (field.localize ? LANGUAGES : [undefined]).flatMap((language): readonly FormKey[] => {
        const isPlain = language === undefined || language === LANGUAGE_DEFAULT;
        const key = isPlain ? field.name : `${field.name}_${language}`;
        const own: FormKey = { key, kind: kindOf(field.type), field, language, isSlug: false };
        const slug: FormKey = { ...own, key: `${key}_slug`, kind: 'line', isSlug: true };
        return field.slug ? [own, slug] : [own];
      }),
    );
}

function kindOf(type: string): InputKind {
  if (type === 'layout') return 'layout';
  if (type === 'boolean') return 'flag';
  if (type === 'number') return 'number';
  if (type === 'html') return 'html';
  if (type === 'textarea') return 'lines';
  return TEXT_TYPES.has(type) ? 'line' : 'json';
}

/** The form's initial values. */
export function toTexts(keys: readonly FormKey[], document: Document): FormTexts {
  const known = new Set(keys.map(({ key }) => key));
  const others = Object.entries(document).filter(([key]) => !known.has(key));
  return {
    ...Object.fromEntries(keys.map(({ key, kind }) => [key, toText(kind, document[key])])),
    [OTHERS]: others.length === 0 ? '' : toJson(Object.fromEntries(others)),
  };
}

function toText(kind: InputKind, value: unknown): string {
  if (value === undefined || value === null) return '';
  const isText = kind === 'line' || kind === 'lines' || kind === 'html';
  if (typeof value === 'string' && (isText || kind === 'number')) return value;
  if (kind === 'flag') return value === true ? 'true' : '';
  return toJson(value);
}

/** Returns the document, and the errors of invalid texts. */
export function toDocument(keys: readonly FormKey[], texts: FormTexts): ReadForm {
  const document: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const { key, kind } of keys) {
    const read = readText(kind, texts[key] ?? '');
    if (read.kind === 'problem') problems[key] = read.text;
    else if (read.value !== undefined) document[key] = read.value;
  }
  const others = readText('json', texts[OTHERS] ?? '');
  if (others.kind === 'problem') problems[OTHERS] = others.text;
  else if (isRecord(others.value)) return { document: { ...others.value, ...document }, problems };
  else if (others.value !== undefined) problems[OTHERS] = CONTENT_TEXTS.notRecord;
  return { document, problems };
}

type Read =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly text: string };

function readText(kind: InputKind, text: string): Read {
  if (kind === 'flag') return { kind: 'value', value: text === 'true' ? true : undefined };
  if (text.trim() === '') return { kind: 'value', value: undefined };
  if (kind === 'line' || kind === 'lines' || kind === 'html') {
    return { kind: 'value', value: text };
  }
  if (kind === 'number') {
    const value = Number(text);
    return Number.isNaN(value)
      ? { kind: 'problem', text: CONTENT_TEXTS.notNumber }
      : { kind: 'value', value };
  }
  const read = readJson(text);
  const isOther = kind === 'layout' && read.kind === 'value' && !Array.isArray(read.value);
  return isOther ? { kind: 'problem', text: CONTENT_TEXTS.notList } : read;
}

function readJson(text: string): Read {
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown };
  } catch (error) {
    const where = error instanceof SyntaxError ? `: ${error.message}` : '';
    return { kind: 'problem', text: CONTENT_TEXTS.notJson + where };
  }
}

/** Appends a component; undefined if the text is not a list. */
export function withComponent(text: string, component: unknown): string | undefined {
  const read = readText('layout', text);
  if (read.kind === 'problem') return undefined;
  return toJson([...((read.value ?? []) as readonly unknown[]), component]);
}

/** The error of a field by the server's name: 'data.title_slug', or 'data' for the whole. */
export function toProblems(errors: Problems): Problems {
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [name.replace(/^data\.?/, ''), text]),
  );
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function isRecord(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
