// The customer's trading screen: its layout and watchlists, the same in every browser.
import {
  type Layout,
  WATCHLIST_SYMBOLS_MAX,
  type Watchlists,
  Workspace,
} from '@halyard/contract/workspace';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { call, callLastly } from '../http/api.ts';
import { session, sessionTexts } from '../auth/session.ts';
import { browserStore } from '../storage/text-store.ts';
import { DocumentSync } from './document-sync.ts';
import { USUAL_LAYOUT } from './usual-layout.ts';

const NO_WATCHLISTS: Watchlists = {
  favourites: readFavourites(browserStore.read('halyard:favourites')),
  lists: [],
  shown: null,
};

const documents = new DocumentSync({
  store: sessionTexts,
  parse(value) {
    const read = z.safeParse(Workspace, value);
    return read.success ? read.data : undefined;
  },
});

session.subscribe(() => {
  if (session.current() === undefined) documents.clear();
});

const layoutOf = () => documents.current().layout ?? USUAL_LAYOUT;
const watchlistsOf = () => documents.current().watchlists ?? NO_WATCHLISTS;

/** Favourites that an earlier release kept in this browser only. */
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
  documents.put('watchlists', change(watchlistsOf()));
}

/** Reads the saved screen, and again when the page is shown; saves what waits when it is hidden. */
export function useWorkspaceSync(): void {
  useEffect(() => {
    void documents.load(call);
    const onVisibility = () => {
      if (document.visibilityState === 'visible') void documents.load(call);
      else void documents.flush(callLastly(session.current()));
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);
}
