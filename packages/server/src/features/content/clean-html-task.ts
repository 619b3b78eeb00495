// Runs in a thread of the worker pool.
import { toSafeHtml } from './safe-html.ts';

export function run(html: string): string {
  return toSafeHtml(html);
}
