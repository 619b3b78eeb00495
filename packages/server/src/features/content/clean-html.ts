import { createHash } from 'node:crypto';
import { SECOND_MS } from '@halyard/core/time';
import { TaskStopped } from '#platform/worker-pool/worker-pool.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { findHtmlProblem } from './html-bounds.ts';

const CLEAN_HTML: Task<string, string> = {
  module: new URL('./clean-html-task.ts', import.meta.url),
  timeoutMs: 5 * SECOND_MS,
};
const KEPT_MAX = 200;

export type Cleaned =
  | { readonly kind: 'clean'; readonly html: string }
  | { readonly kind: 'unfit'; readonly text: string };

/** Cleans HTML in a worker thread, with a cache. Throws an Outage while the pool is busy. */
export type CleanHtml = (html: string) => Promise<Cleaned>;

export function createCleanHtml(workers: WorkerPool): CleanHtml {
  const kept = new Map<string, Promise<Cleaned>>();
  return async (html) => {
    const problem = findHtmlProblem(html);
    if (problem !== undefined) return { kind: 'unfit', text: problem };
    const key = createHash('sha256').update(html).digest('hex');
    const known = kept.get(key);
    if (known !== undefined) return await known;
    const cleaning = clean(workers, html);
    kept.set(key, cleaning);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    try {
      return await cleaning;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };
}

async function clean(workers: WorkerPool, html: string): Promise<Cleaned> {
  try {
    return { kind: 'clean', html: await workers.run(CLEAN_HTML, html) };
  } catch (error) {
    if (!(error instanceof TaskStopped)) throw error;
    return { kind: 'unfit', text: 'takes too long to check: shorten it' };
  }
}
