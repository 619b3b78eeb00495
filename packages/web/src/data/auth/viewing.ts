// A tab in which a member of staff views a customer's account. Its session belongs to the tab,
// replaces no other session in the browser, and ends with the tab.
import type { TextStore } from '../storage/text-store.ts';
import { KEYS } from '../storage/text-store.ts';

const MARK = '#view';
const STAFF_TOKEN = /^#view=(staff-view-[\w-]{43})$/;
/** How long a session can be taken over. After that time the new tab was probably blocked. */
export const TAKEN_WITHIN_MS = 30_000;

export const VIEWING_ADDRESS = `/platform/BTCUSD${MARK}`;

/** The token is passed through the shared storage, so it appears in no URL. */
export function handOver(shared: TextStore, token: string): void {
  shared.write(KEYS.viewing, token);
}

/**
 * Returns the address of a tab on another site than the back office's, which shares no storage with
 * it. The token is in the fragment, which is sent to no server, and the tab removes it at once. It
 * starts with a prefix that only tokens of staff have, so that nobody can lead a customer into a
 * session of somebody else.
 */
export function addressElsewhere(site: string, token: string): string {
  return `${site}${VIEWING_ADDRESS}=${token}`;
}

/**
 * Takes over the session that was passed to this tab, if any; returns whether the tab is read-only.
 */
export function takeOver(shared: TextStore, tab: TextStore, mark: string): boolean {
  const [, elsewhere] = STAFF_TOKEN.exec(mark) ?? [];
  const token = mark === MARK ? shared.read(KEYS.viewing) : elsewhere;
  if (token !== undefined) {
    shared.remove(KEYS.viewing);
    tab.write(KEYS.viewing, token);
  }
  return tab.read(KEYS.viewing) !== undefined;
}
