// The problems that prevent saving a document, each with its field.
import { DOCUMENT_LENGTH_MAX, findBoundProblem } from './content-bounds.ts';
import type { Problem } from './content-bounds.ts';
import { isTrue } from './match-filter.ts';
import { isRecord } from './model.ts';
import type { Document, Model } from './model.ts';
import { COMPONENTS_MAX, DEPTH_MAX, measureLayout } from './safe-content.ts';

const ID_PATTERN = /^[0-9a-f]{24}$/;
const SLUG_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;
const TEXT_TYPES = ['text', 'textarea', 'html', 'email', 'date'];

/** Returns the problems of a document, the most serious first. */
export function findProblems(given: Document, model: Model): readonly Problem[] {
  const id = given['_id'];
  if (id !== undefined && !(typeof id === 'string' && ID_PATTERN.test(id))) {
    return [{ field: '_id', text: 'is not 24 hex digits' }];
  }
  const bound = findBoundProblem(given);
  if (bound !== undefined) return [{ ...bound, isBound: true }];
  if (JSON.stringify(given).length > DOCUMENT_LENGTH_MAX) {
    const text = `it has more than ${DOCUMENT_LENGTH_MAX} characters: shorten it`;
    return [{ field: '', text, isBound: true }];
  }
  return [
    ...Object.entries(given).flatMap(([key, value]) => {
      const text = findProblem(key, value, model);
      return text === undefined ? [] : [{ field: key, text }];
    }),
    ...model.fields
      .filter(({ name, required }) => required && !isTrue(given[name]))
      .map(({ name }) => ({ field: name, text: 'is missing' })),
  ];
}

function findProblem(key: string, value: unknown, model: Model): string | undefined {
  if (value === null) return undefined;
  if (key.endsWith('_slug')) {
    const isSlug = typeof value === 'string' && SLUG_PATTERN.test(value);
    return isSlug ? undefined : 'is not of small letters, digits and dashes';
  }
  const field =
    model.fields.find(({ name }) => name === key) ??
    model.fields.find(({ name }) => name === key.replace(/_[a-z]{2}$/, ''));
  if (field === undefined) return undefined;
  if (field.type === 'layout') return findLayoutProblem(value);
  return TEXT_TYPES.includes(field.type) && isRecord(value) ? 'is no text' : undefined;
}

function findLayoutProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'is no list of components';
  const { depth, count } = measureLayout(value);
  if (depth > DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX}`;
  return count > COMPONENTS_MAX ? `has more than ${COMPONENTS_MAX} components` : undefined;
}
