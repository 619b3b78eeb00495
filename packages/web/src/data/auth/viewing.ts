// A tab in which a member of staff sees what a customer sees. Its session is the tab's own: it takes
// the place of nobody's who is signed in to the same browser, and ends with the tab.
import type { TextStore } from '../storage/text-store.ts';
import { KEYS } from '../storage/text-store.ts';

const MARK = '#view';
/** What no tab has taken by then was blocked. */
export const TAKEN_WITHIN_MS = 30_000;

export const VIEWING_ADDRESS = `/platform/BTCUSD${MARK}`;

/** The token goes from tab to tab by the shared store, and so stands in no address. */
export function handOver(shared: TextStore, token: string): void {
  shared.write(KEYS.viewing, token);
}

/** Takes what was handed over to this tab, if anything was; whether the tab only views. */
export function takeOver(shared: TextStore, tab: TextStore, mark: string): boolean {
  const token = mark === MARK ? shared.read(KEYS.viewing) : undefined;
  if (token !== undefined) {
    shared.remove(KEYS.viewing);
    tab.write(KEYS.viewing, token);
  }
  return tab.read(KEYS.viewing) !== undefined;
}
