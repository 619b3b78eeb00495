// The customer's trading screen: its layout and watchlists, the same in every browser. The live and
// the practice account have one each.
import {
  type Drawing,
  type Layout,
  WATCHLIST_SYMBOLS_MAX,
  type Watchlists,
  Workspace,
} from '@halyard/contract/workspace';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { call, callLastly } from '../http/api.ts';
import { IS_PRACTICE } from '../auth/account-kind.ts';
import { isViewing, session, sessionTexts } from '../auth/session.ts';
import { browserStore } from '../storage/text-store.ts';
import { DocumentSync } from './document-sync.ts';
import { joinDrawings, readEarlierDrawings, removeEarlierDrawings } from './earlier-drawings.ts';
import { putDrawings } from './put-drawings.ts';
import { USUAL_LAYOUT } from './usual-layout.ts';

const NO_WATCHLISTS: Watchlists = {
  favourites: readFavourites(browserStore.read('halyard:favourites')),
  lists: [],
  shown: null,
};

/** The storage keys of this browser's copies. */
const KEYS = { live: 'halyard:workspace', practice: 'halyard:workspace:practice' } as const;
const [OWN_KEY, OTHER_KEY] = IS_PRACTICE ? [KEYS.practice, KEYS.live] : [KEYS.live, KEYS.practice];

const documents = new DocumentSync({
  store: sessionTexts,
  key: OWN_KEY,
  parse(value) {
    const read = z.safeParse(Workspace, value);
    return read.success ? read.data : undefined;
  },
});

session.subscribe(() => {
  if (session.current() !== undefined) return;
  documents.clear();
  sessionTexts.remove(OTHER_KEY);
});

const layoutOf = () => documents.current().layout ?? USUAL_LAYOUT;
const watchlistsOf = () => documents.current().watchlists ?? NO_WATCHLISTS;

/** Favourites that an earlier release stored in this browser only. */
function readFavourites(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .filter((symbol) => /^[A-Z0-9]{1,20}$/.test(symbol))
    .slice(0, WATCHLIST_SYMBOLS_MAX);
}

export function useLayout(): Layout {
  return useSyncExternalStore(documents.subscribe, layoutOf);
}

export function changeLayout(change: (now: Layout) => Layout): void {
  const now = layoutOf();
  const next = change(now);
  if (next !== now) documents.put('layout', next);
}

export function useWatchlists(): Watchlists {
  return useSyncExternalStore(documents.subscribe, watchlistsOf);
}

export function changeWatchlists(change: (now: Watchlists) => Watchlists): void {
  documents.changeWatchlists((now = NO_WATCHLISTS) => change(now));
}

const NO_DRAWINGS: readonly Drawing[] = [];

/** The customer's drawings on a symbol's charts. */
export function useDrawings(symbol: string): readonly Drawing[] {
  return useSyncExternalStore(
    documents.subscribe,
    () =>
      documents.current().drawings?.find((each) => each.symbol === symbol)?.drawings ?? NO_DRAWINGS,
  );
}

export function saveDrawings(symbol: string, drawings: readonly Drawing[]): void {
  documents.put('drawings', putDrawings(documents.current().drawings ?? [], symbol, drawings));
}

/** Saves the drawings that an earlier release stored in this browser, then removes them from it. */
async function saveEarlierDrawings(): Promise<void> {
  // Not while staff view an account, because this browser's drawings are not that customer's. Not
  // on the practice account, because the customer drew them on the live account.
  const earlier = isViewing || IS_PRACTICE ? [] : readEarlierDrawings(browserStore);
  if (earlier.length === 0) return;
  documents.put('drawings', joinDrawings(earlier, documents.current().drawings ?? []));
  if (await documents.flush(call)) removeEarlierDrawings(browserStore);
}

const RETRY_DELAY_MS = 5_000;

/**
 * Loads the saved screen: at the start, after an outage, and when the page is shown again. Saves
 * pending changes when the page is hidden.
 */
export function useWorkspaceSync(): void {
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const load = async (): Promise<void> => {
      clearTimeout(retry);
      const outcome = await documents.load(call);
      if (outcome === 'loaded') await saveEarlierDrawings();
      else if (outcome === 'outage' && !isEnded)
        retry = setTimeout(() => void load(), RETRY_DELAY_MS);
    };
    const onVisibility = () => {
      if (document.visibilityState === 'visible') void load();
      else void documents.flush(callLastly(session.current()));
    };
    void load();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      isEnded = true;
      clearTimeout(retry);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);
}
