// Answers content queries in a worker thread: a visitor writes the filter, and a reply can have
// megabytes.
import { answerCollection, answerSingleton } from './answer-query.ts';
import type { Query } from './answer-query.ts';
import { readContent } from './content-bytes.ts';
import type { ContentBytes } from './content-bytes.ts';
import { FilterUnfit } from './match-filter.ts';

export type ContentQuestion = {
  readonly kind: 'collection' | 'singleton';
  readonly name: string;
  /** The requested field of a singleton; undefined for all. */
  readonly field: string | undefined;
  readonly query: Query;
  readonly seesDrafts: boolean;
};

export type AnswerInput = { readonly content: ContentBytes; readonly question: ContentQuestion };

export type ContentAnswer =
  | { readonly kind: 'json' | 'text'; readonly body: Uint8Array }
  | { readonly kind: 'missing' | 'unfit' };

const BODY_BYTES_MAX = 16 * 1024 * 1024;

export function run({ content, question }: AnswerInput): ContentAnswer {
  const { kind, name, field, query, seesDrafts } = question;
  const view = { snapshot: readContent(content), seesDrafts };
  try {
    const found =
      kind === 'collection'
        ? answerCollection(view, name, query)
        : answerSingleton(view, name, query);
    if (found === undefined) return { kind: 'missing' };
    if (kind === 'collection' || field === undefined) return write('json', JSON.stringify(found));
    const value = Object.hasOwn(found as object, field) ? (found as never)[field] : null;
    return typeof value === 'string'
      ? write('text', value)
      : write('json', JSON.stringify(value ?? null));
  } catch (error) {
    if (error instanceof FilterUnfit) return { kind: 'unfit' };
    throw error;
  }
}

function write(kind: 'json' | 'text', text: string): ContentAnswer {
  if (text.length > BODY_BYTES_MAX) return { kind: 'unfit' };
  return { kind, body: new TextEncoder().encode(text) };
}
