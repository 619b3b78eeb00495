export type Backoff = { readonly firstMs: number; readonly maxMs: number };

/**
 * Returns the delay after this many consecutive failures (from 1): it doubles each time, and half
 * of it is random, so that many clients don't reconnect together.
 */
export function backoffMs({ firstMs, maxMs }: Backoff, failures: number, chance: number): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return fullMs / 2 + (fullMs / 2) * chance;
}
