// Content as last read, so that a page appears before the server responds. One bounded value in the
// browser's storage; the least recently used content is dropped first.
import { KEYS, type TextStore } from './text-store.ts';

const CHARACTERS_MAX = 262_144;
const ENTRIES_MAX = 24;

type Entry = readonly [key: string, value: unknown];

/** The cached value of a name; undefined if there is none. */
export function readCached(store: TextStore, key: string): unknown {
  return readEntries(store).find(([known]) => known === key)?.[1];
}

/**
 * Caches a value and drops others that no longer fit. A value that is too large by itself is not
 * cached.
 */
export function writeCached(store: TextStore, key: string, value: unknown): void {
  const others = readEntries(store).filter(([known]) => known !== key);
  const entries = value === undefined ? others : [[key, value] as const, ...others];
  const fitting: Entry[] = [];
  let characters = 0;
  for (const entry of entries.slice(0, ENTRIES_MAX)) {
    characters += JSON.stringify(entry).length;
    if (characters > CHARACTERS_MAX) break;
    fitting.push(entry);
  }
  if (fitting.length === 0) store.remove(KEYS.content);
  else store.write(KEYS.content, JSON.stringify(fitting));
}

/** Unknown contents, such as another version's, are ignored. */
function readEntries(store: TextStore): readonly Entry[] {
  try {
    const parsed: unknown = JSON.parse(store.read(KEYS.content) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}
