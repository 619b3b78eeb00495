// The customer's drawings, stored per symbol in this browser.
import type { TextStore } from '#data/storage/text-store.ts';
import { type Drawing, DRAWING_TOOLS } from './chart-adapter.ts';

const KEY_PREFIX = 'halyard:drawings:';
const DRAWINGS_MAX = 50;

export function readStoredDrawings(store: TextStore, symbol: string): readonly Drawing[] {
  const stored = parseJson(store.read(KEY_PREFIX + symbol));
  return Array.isArray(stored) ? stored.slice(0, DRAWINGS_MAX).flatMap(toDrawing) : [];
}

/** Empty for invalid data. */
function toDrawing(value: unknown): readonly Drawing[] {
  if (typeof value !== 'object' || value === null || !('tool' in value)) return [];
  const tool = DRAWING_TOOLS.find((known) => known === value.tool);
  if (tool === undefined || !('points' in value) || !Array.isArray(value.points)) return [];
  const points = value.points.flatMap(toPoint);
  return points.length > 0 && points.length === value.points.length ? [{ tool, points }] : [];
}

function toPoint(value: unknown): Drawing['points'] {
  if (typeof value !== 'object' || value === null) return [];
  if (!('rate' in value) || typeof value.rate !== 'number') return [];
  const isTimed = 'atMs' in value && typeof value.atMs === 'number';
  return [isTimed ? { atMs: Number(value.atMs), rate: value.rate } : { rate: value.rate }];
}

/** Stores the most recent ones; symbols without drawings have no entry. */
export function storeDrawings(
  store: TextStore,
  symbol: string,
  drawings: readonly Drawing[],
): void {
  const key = KEY_PREFIX + symbol;
  if (drawings.length === 0) store.remove(key);
  else store.write(key, JSON.stringify(drawings.slice(-DRAWINGS_MAX)));
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
