// The entry point of the worker thread that previews documents.
import { readContent } from './content-bytes.ts';
import type { ContentBytes } from './content-bytes.ts';
import { fillIn } from './fill-in.ts';
import type { OperatorFacts } from './fill-in.ts';
import { previewDocument } from './preview-document.ts';
import type { Preview, PreviewWish } from './preview-document.ts';

export type PreviewInput = Omit<PreviewWish, 'snapshot' | 'fill'> & {
  readonly content: ContentBytes;
  readonly facts: OperatorFacts;
};

export function run({ content, facts, ...wish }: PreviewInput): Preview {
  return previewDocument({
    ...wish,
    snapshot: readContent(content),
    fill: (document) => fillIn(document, facts),
  });
}
