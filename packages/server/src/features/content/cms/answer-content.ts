// Answers visitors' content queries in a worker thread, each query once. Throws an Outage if a
// thread exceeded its time or memory.
import { SECOND_MS } from '@halyard/core/time';
import { Outage } from '#platform/outage/outage.ts';
import { TaskStopped } from '#platform/worker-pool/worker-pool.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { AnswerInput, ContentAnswer, ContentQuestion } from './answer-content-task.ts';
import type { ContentBytes } from './content-bytes.ts';

const ANSWER_CONTENT: Task<AnswerInput, ContentAnswer> = {
  module: new URL('./answer-content-task.ts', import.meta.url),
  timeoutMs: 5 * SECOND_MS,
};
const KEPT_MAX = 200;
const KEPT_BYTES_MAX = 32 * 1024 * 1024;
const KEPT_QUESTION_LENGTH_MAX = 2_000;

export type AnswerContent = (
  content: ContentBytes,
  question: ContentQuestion,
) => Promise<ContentAnswer>;

export function createAnswerContent(workers: WorkerPool): AnswerContent {
  let keptOf = '';
  let kept = new Map<string, ContentAnswer>();
  let keptBytes = 0;

  function keep(contentId: string, key: string, answer: ContentAnswer): void {
    const bytes = 'body' in answer ? answer.body.byteLength : 0;
    if (contentId !== keptOf || key.length > KEPT_QUESTION_LENGTH_MAX) return;
    if (kept.size >= KEPT_MAX || keptBytes + bytes > KEPT_BYTES_MAX) {
      kept = new Map();
      keptBytes = 0;
    }
    kept.set(key, answer);
    keptBytes += bytes;
  }

  return async (content, question) => {
    if (content.id !== keptOf) {
      keptOf = content.id;
      kept = new Map();
      keptBytes = 0;
    }
    const key = JSON.stringify(question);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = await ask(workers, { content, question });
    keep(content.id, key, answer);
    return answer;
  };
}

async function ask(workers: WorkerPool, input: AnswerInput): Promise<ContentAnswer> {
  try {
    return await workers.run(ANSWER_CONTENT, input);
  } catch (error) {
    // Failures are not cached, because a busy machine also stops simple queries.
    if (error instanceof TaskStopped) {
      throw new Outage('busy', 'The content took too long to read.', { cause: error });
    }
    throw error;
  }
}
