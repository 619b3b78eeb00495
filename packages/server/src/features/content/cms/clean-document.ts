import { SECOND_MS } from '@halyard/core/time';
import { TaskStopped } from '#platform/worker-pool/worker-pool.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { CleanedDocument, CleanInput } from './clean-document-task.ts';

const CLEAN_DOCUMENT: Task<CleanInput, CleanedDocument> = {
  module: new URL('./clean-document-task.ts', import.meta.url),
  timeoutMs: 5 * SECOND_MS,
};

/** Finds the problems that prevent saving, and cleans the document. Throws an Outage while busy. */
export async function cleanDocument(
  workers: WorkerPool,
  input: CleanInput,
): Promise<CleanedDocument> {
  try {
    return await workers.run(CLEAN_DOCUMENT, input);
  } catch (error) {
    if (!(error instanceof TaskStopped)) throw error;
    const text = 'it takes too long to check: shorten it';
    return { problems: [{ field: '', text, isBound: true }], data: {} };
  }
}
