import type { Asset } from '@halyard/contract/trading';

/** Returns whether a listed market opened or closed between two moments. */
export function hasEdge(
  assets: readonly Pick<Asset, 'session'>[],
  afterMs: number,
  untilMs: number,
): boolean {
  return assets.some(({ session }) =>
    [session.next_open, session.next_close].some((instant) => {
      const atMs = instant === null ? Number.NaN : Date.parse(instant);
      return atMs > afterMs && atMs <= untilMs;
    }),
  );
}
