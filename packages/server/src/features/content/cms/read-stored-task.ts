// The entry point of the worker thread that parses stored documents.
import { toContentBytes } from './content-bytes.ts';
import type { ContentBytes } from './content-bytes.ts';
import type { StoredContent } from './cms-store.ts';
import { toSnapshot } from './to-snapshot.ts';

export function run(stored: StoredContent): ContentBytes {
  return toContentBytes(toSnapshot(stored));
}
