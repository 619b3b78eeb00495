export type Backoff = { readonly firstMs: number; readonly maxMs: number };

/**
 * How long to wait after so many failures in a row (from 1): twice as long each time, half of it
 * by chance, so that many clients of one vendor do not come back together.
 */
export function backoffMs({ firstMs, maxMs }: Backoff, failures: number, chance: number): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return fullMs / 2 + (fullMs / 2) * chance;
}
