// The entry point of the worker thread that cleans HTML.
import { toSafeHtml } from './safe-html.ts';

export function run(html: string): string {
  return toSafeHtml(html);
}
