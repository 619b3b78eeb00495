// Converts Cockpit's replies to the store's models and documents. PHP writes `[]` for an empty
// record.
import { ENTRIES_MAX, FIELDS_MAX, isRecord, NAME_PATTERN, OTHER_LANGUAGES } from '../model.ts';
import type { Document, Field, Model } from '../model.ts';

const TREE_DEPTH_MAX = 8;
/** The length of a language suffix such as `_de`. */
const LANGUAGE_ENDING_LENGTH = 3;
const TAG_PATTERN = /<[a-z!/]/i;
const HTML_TYPES = ['html', 'wysiwyg'];
const LAYOUT_TYPES = ['layout', 'layout-grid'];
const SAME_TYPES = [
  'textarea',
  'boolean',
  'number',
  'date',
  'email',
  'image',
  'gallery',
  'object',
  'repeater',
  'collectionlink',
] as const;

type Collection = { readonly model: Model; readonly entries: readonly Document[] };
type Singleton = { readonly model: Model; readonly data: Document | undefined };

/**
 * Converts a collection with its fields; undefined if it does not exist. Throws for invalid
 * replies.
 */
export function readCollection(name: string, answer: unknown): Collection | undefined {
  if (answer === undefined) return undefined;
  if (!isRecord(answer) || !Array.isArray(answer['entries'])) {
    throw new Error(`Cockpit’s collection ${name} is not an array`);
  }
  const rows = answer['entries'].filter(isRecord);
  // Only a manually sorted collection is a tree, so one with children is sortable.
  const sortable = rows.some((row) => Array.isArray(row['children']));
  const fields = isRecord(answer['fields']) ? Object.values(answer['fields']) : [];
  return {
    model: {
      name,
      sortable,
      fields: fields.filter(isRecord).slice(0, FIELDS_MAX).flatMap(toField),
    },
    entries: (sortable ? flatten(rows, 1) : rows).slice(0, ENTRIES_MAX),
  };
}

/**
 * Converts a singleton. Its fields are derived from the reply, because Cockpit does not describe
 * them.
 */
export function readSingleton(name: string, answer: unknown): Singleton | undefined {
  if (answer === undefined) return undefined;
  const data = Array.isArray(answer) && answer.length === 0 ? {} : answer;
  if (!isRecord(data)) throw new Error(`Cockpit’s singleton ${name} is not an object`);
  const names = Object.keys(data).filter((key) => !key.startsWith('_'));
  const variants = names.filter((key) => OTHER_LANGUAGES.some((one) => key.endsWith(`_${one}`)));
  const fields = names
    .filter((key) => NAME_PATTERN.test(key) && !variants.includes(key))
    .slice(0, FIELDS_MAX)
    .map((key): Field => {
      const own = variants.filter((variant) => variant.slice(0, -LANGUAGE_ENDING_LENGTH) === key);
      const isHtml = [key, ...own].some((one) => TAG_PATTERN.test(String(data[one])));
      const type = isHtml ? 'html' : 'text';
      return { name: key, type, localize: own.length > 0, required: false, options: {} };
    });
  return { model: { name, sortable: false, fields }, data };
}

function toField(given: Readonly<Record<string, unknown>>): readonly Field[] {
  const { name, type, localize, options } = given;
  if (typeof name !== 'string' || !NAME_PATTERN.test(name)) return [];
  return [
    {
      name,
      type: toType(type),
      localize: localize === true || localize === 1,
      required: false,
      options: isRecord(options) ? options : {},
    },
  ];
}

function toType(type: unknown): Field['type'] {
  if (typeof type !== 'string') return 'text';
  if (HTML_TYPES.includes(type)) return 'html';
  if (LAYOUT_TYPES.includes(type)) return 'layout';
  return SAME_TYPES.find((one) => one === type) ?? 'text';
}

/** Flattens a tree of entries. Each names its parent; the tree is rebuilt on request. */
function flatten(rows: readonly Document[], depth: number): readonly Document[] {
  if (depth > TREE_DEPTH_MAX) return [];
  return rows.flatMap(({ children, ...row }) => [
    row,
    ...(Array.isArray(children) ? flatten(children.filter(isRecord), depth + 1) : []),
  ]);
}
