// Limits of a document before it is cleaned, whoever wrote it.
import { findHtmlProblem, HTML_TAGS_MAX } from '../html-bounds.ts';
import { isRecord } from './model.ts';
import type { Document } from './model.ts';

export const DOCUMENT_LENGTH_MAX = 262_144;
/**
 * Limit of all content that readers get. One thread parses all of it, and running out of memory
 * while parsing would end the whole program: 50 MB of dense JSON fill a thread's memory.
 */
export const CONTENT_BYTES_MAX = 16 * 1024 * 1024;
/**
 * The maximum nesting of a value: cleaning drops values deeper than 12, and extreme depth can't be
 * serialised.
 */
const VALUE_DEPTH_MAX = 64;
const VALUES_MAX = 20_000;

/** A problem of a document; `field` is empty if it concerns the whole document. */
export type Problem = {
  readonly field: string;
  readonly text: string;
  /** Set if the document is too large or too deep to be cleaned at all. */
  readonly isBound?: true;
};

/** The field that replaces the values of a document that could not even be serialised. */
const BOUND_PROBLEM = '_boundProblem';
const NAME_LENGTH_MAX = 500;

/** Returns the document, or its name and the problem if it exceeds a limit. */
export function toBounded(document: Document): Document {
  const problem = findBoundProblem(document);
  if (problem === undefined) return document;
  return { ...keepNames(document), [BOUND_PROBLEM]: `${problem.field} ${problem.text}`.trim() };
}

/** Returns only the document's numbers, booleans and short names. */
export function keepNames(document: Document): Document {
  const kept = Object.entries(document).filter(([key, value]) => {
    if (typeof value !== 'string') return ['number', 'boolean'].includes(typeof value);
    return value.length <= NAME_LENGTH_MAX && /^_|_slug$|^title(?:_[a-z]{2})?$/.test(key);
  });
  return Object.fromEntries(kept);
}

/** Returns the first problem, in linear time and without recursion; undefined if there is none. */
export function findBoundProblem(document: Document): Problem | undefined {
  const known = document[BOUND_PROBLEM];
  if (typeof known === 'string') return { field: '', text: known, isBound: true };
  let values = 0;
  let characters = 0;
  let tags = 0;
  let level = Object.entries(document).map(([key, value]) => ({ field: key, value }));
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > VALUE_DEPTH_MAX) {
      const field = level[0]?.field ?? '';
      return { field, text: `is nested deeper than ${VALUE_DEPTH_MAX}: remove outer levels` };
    }
    for (const { field, value } of level) {
      values += 1;
      if (typeof value !== 'string') continue;
      characters += value.length;
      tags += value.split('<').length - 1;
      const text = findHtmlProblem(value);
      if (text !== undefined) return { field, text };
    }
    if (characters > DOCUMENT_LENGTH_MAX) {
      return { field: '', text: `it has more than ${DOCUMENT_LENGTH_MAX} characters: shorten it` };
    }
    if (values > VALUES_MAX) {
      return { field: '', text: `it has more than ${VALUES_MAX} values: split it` };
    }
    if (tags > HTML_TAGS_MAX) {
      return { field: '', text: `it has more than ${HTML_TAGS_MAX} HTML tags: split it` };
    }
    level = level.flatMap(({ field, value }) =>
      listInner(value).map((one) => ({ field, value: one })),
    );
  }
  return undefined;
}

function listInner(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isRecord(value) ? Object.values(value) : [];
}
