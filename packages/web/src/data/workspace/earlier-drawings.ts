// Drawings that an earlier release stored in this browser only, one storage entry per symbol.
import { Drawing, type Drawings, SYMBOL_DRAWINGS_MAX } from '@halyard/contract/workspace';
import * as z from 'zod/mini';
import { parseJson } from '../http/parse-json.ts';
import type { TextStore } from '../storage/text-store.ts';
import { putDrawings } from './put-drawings.ts';

const KEY_PREFIX = 'halyard:drawings:';

/** Earlier releases stored times with fractions of a millisecond. */
const EarlierDrawing = z.object({
  tool: z.string(),
  points: z.array(z.object({ atMs: z.optional(z.number()), rate: z.number() })),
});

/** Returns the valid drawings of every symbol. */
export function readEarlierDrawings(store: TextStore): Drawings {
  return store.keys(KEY_PREFIX).flatMap((key) => {
    const stored = parseJson(store.read(key));
    const drawings = Array.isArray(stored) ? stored.flatMap(toDrawing) : [];
    const symbol = key.slice(KEY_PREFIX.length);
    return drawings.length === 0
      ? []
      : [{ symbol, drawings: drawings.slice(-SYMBOL_DRAWINGS_MAX) }];
  });
}

/** Returns nothing for invalid data. */
function toDrawing(value: unknown): Drawing[] {
  const { data: earlier } = z.safeParse(EarlierDrawing, value);
  if (earlier === undefined) return [];
  const points = earlier.points.map(({ atMs, rate }) =>
    atMs === undefined ? { rate } : { atMs: Math.round(atMs), rate },
  );
  const { data } = z.safeParse(Drawing, { tool: earlier.tool, points });
  return data === undefined ? [] : [data];
}

/**
 * Returns the drawings of both, without duplicates. Beyond the limit, those of the earlier release
 * are dropped first.
 */
export function joinDrawings(earlier: Drawings, saved: Drawings): Drawings {
  return [...earlier, ...saved].reduce<Drawings>((joined, { symbol, drawings }) => {
    const known = new Set(drawings.map(textOf));
    const others = joined.find((each) => each.symbol === symbol)?.drawings ?? [];
    const missing = others.filter((drawing) => !known.has(textOf(drawing)));
    return putDrawings(joined, symbol, [...missing, ...drawings]);
  }, []);
}

/** Returns the same text for equal drawings, whatever the order of their fields. */
function textOf({ tool, text, points }: Drawing): string {
  return JSON.stringify([tool, text, points.map(({ atMs, rate }) => [atMs, rate])]);
}

export function removeEarlierDrawings(store: TextStore): void {
  for (const key of store.keys(KEY_PREFIX)) store.remove(key);
}
