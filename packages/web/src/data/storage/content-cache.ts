// Content as it was last read, so that a page is there before the server has answered. One value in
// the browser's store, of a bounded size: what was read longest ago goes first.
import { KEYS, type TextStore } from './text-store.ts';

const CHARACTERS_MAX = 262_144;
const ENTRIES_MAX = 24;

type Entry = readonly [key: string, value: unknown];

/** What was kept under a name; undefined when nothing was. */
export function readCached(store: TextStore, key: string): unknown {
  return readEntries(store).find(([known]) => known === key)?.[1];
}

/** Keeps it, and drops of the others what no longer fits. What is too large alone is not kept. */
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

/** Whatever else stands there, such as another version's, counts as nothing. */
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
