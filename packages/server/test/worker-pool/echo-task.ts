import { isMainThread } from 'node:worker_threads';

export function run(input: unknown): { readonly input: unknown; readonly isMainThread: boolean } {
  return { input, isMainThread };
}
