// Runs in a worker thread.
import { toSafeHtml } from './safe-html.ts';

export function run(html: string): string {
  return toSafeHtml(html);
}
