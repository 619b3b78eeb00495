// The entry point of the worker thread that cleans documents.
import type { Problem } from './content-bounds.ts';
import { findProblems } from './find-problems.ts';
import type { Document, Model } from './model.ts';
import { toSafeDocument } from './safe-content.ts';

export type CleanInput = { readonly data: Document; readonly model: Model };

export type CleanedDocument = {
  readonly problems: readonly Problem[];
  /** The storable part of the document; empty if it exceeds a limit. */
  readonly data: Document;
};

export function run({ data, model }: CleanInput): CleanedDocument {
  const problems = findProblems(data, model);
  const isBound = problems.some((problem) => problem.isBound === true);
  return { problems, data: isBound ? {} : toSafeDocument(data, model) };
}
