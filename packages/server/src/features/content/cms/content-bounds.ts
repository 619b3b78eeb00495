// What a document may hold before it is cleaned, whoever wrote it.
import { findHtmlProblem, HTML_TAGS_MAX } from '../html-bounds.ts';
import { isRecord } from './model.ts';
import type { Document } from './model.ts';

export const DOCUMENT_LENGTH_MAX = 262_144;
/**
 * Of everything that readers get. A thread parses it at once, and one that runs out of memory while
 * it parses ends the whole program: 50 MB of the densest JSON fill the memory of a thread.
 */
export const CONTENT_BYTES_MAX = 16 * 1024 * 1024;
/** Values within values: cleaning leaves out what lies deeper than 12, JSON can't be written at all. */
const VALUE_DEPTH_MAX = 64;
const VALUES_MAX = 20_000;

/** `field` is empty for what is wrong with the whole. */
export type Problem = {
  readonly field: string;
  readonly text: string;
  /** The document can't even be cleaned. */
  readonly isBound?: true;
};

/** Stands in a document whose other values were left out: it could not even be written as JSON. */
const BOUND_PROBLEM = '_boundProblem';
const NAME_LENGTH_MAX = 500;

/** The document itself, or what names it and the problem. */
export function toBounded(document: Document): Document {
  const problem = findBoundProblem(document);
  if (problem === undefined) return document;
  return { ...keepNames(document), [BOUND_PROBLEM]: `${problem.field} ${problem.text}`.trim() };
}

/** Numbers, flags and short names. */
export function keepNames(document: Document): Document {
  const kept = Object.entries(document).filter(([key, value]) => {
    if (typeof value !== 'string') return ['number', 'boolean'].includes(typeof value);
    return value.length <= NAME_LENGTH_MAX && /^_|_slug$|^title(?:_[a-z]{2})?$/.test(key);
  });
  return Object.fromEntries(kept);
}

/** The first of them, found in linear time and without recursion; undefined when it fits. */
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
