// What was typed and not saved, kept in this browser for the member who typed it, so that a closed
// tab, an ended session or another page loses nothing.
import { DAY_MS } from '@halyard/core/time';
import * as z from 'zod/mini';

const KEY = 'halyard.content-drafts';
/** The maximum number of drafts; the oldest is dropped. */
const DRAFTS_MAX = 20;
const KEPT_MS = 30 * DAY_MS;

const Draft = z.object({
  key: z.string(),
  texts: z.record(z.string(), z.string()),
  /** The version that the form was based on. */
  base: z.int(),
  atMs: z.number(),
});
export type Draft = z.infer<typeof Draft>;

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Names the draft of a member about a record; a new record has none of its own. */
export function draftKey(staffId: number, resource: string, id: string | undefined): string {
  return `${staffId}:${resource}:${id ?? 'new'}`;
}

export function findDraft(storage: DraftStorage, key: string, nowMs: number): Draft | undefined {
  return readDrafts(storage, nowMs).find((draft) => draft.key === key);
}

/** Returns whether the draft is stored: a browser can be full, or forbid it. */
export function keepDraft(storage: DraftStorage, draft: Draft): boolean {
  const others = readDrafts(storage, draft.atMs).filter(({ key }) => key !== draft.key);
  return write(storage, [draft, ...others].slice(0, DRAFTS_MAX));
}

export function forgetDraft(storage: DraftStorage, key: string, nowMs: number): void {
  write(
    storage,
    readDrafts(storage, nowMs).filter((draft) => draft.key !== key),
  );
}

function readDrafts(storage: DraftStorage, nowMs: number): readonly Draft[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    const read = z.safeParse(z.array(Draft), stored);
    return read.success ? read.data.filter(({ atMs }) => nowMs - atMs < KEPT_MS) : [];
  } catch {
    return [];
  }
}

function write(storage: DraftStorage, drafts: readonly Draft[]): boolean {
  try {
    if (drafts.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}
