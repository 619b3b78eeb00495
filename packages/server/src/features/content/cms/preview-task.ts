// The entry point of the worker thread that previews documents.
import { readContent } from './content-bytes.ts';
import type { ContentBytes } from './content-bytes.ts';
import { fillIn } from './fill-in.ts';
import type { OperatorFacts } from './fill-in.ts';
import { previewDocument } from './preview-document.ts';
import type { Preview, PreviewRequest } from './preview-document.ts';

export type PreviewInput = Omit<PreviewRequest, 'snapshot' | 'fill'> & {
  readonly content: ContentBytes;
  readonly facts: OperatorFacts;
};

export function run({ content, facts, ...request }: PreviewInput): Preview {
  return previewDocument({
    ...request,
    snapshot: readContent(content),
    fill: (document) => fillIn(document, facts),
  });
}
