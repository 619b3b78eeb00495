// The customer's favourite symbols, kept in this browser.
import { useSyncExternalStore } from 'react';
import { createSubject } from '#data/http/observable.ts';
import { browserStore } from '#data/storage/text-store.ts';

const KEY = 'halyard:favourites';
const FAVOURITES_MAX = 200;

const favourites = createSubject<ReadonlySet<string>>(new Set(readSymbols(browserStore.read(KEY))));

export function useFavourites(): ReadonlySet<string> {
  return useSyncExternalStore(favourites.subscribe, favourites.current);
}

export function toggleFavourite(symbol: string): void {
  const next = new Set(favourites.current());
  if (!next.delete(symbol)) next.add(symbol);
  favourites.set(next);
  browserStore.write(KEY, [...next].slice(-FAVOURITES_MAX).join(','));
}

function readSymbols(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .filter((symbol) => /^[A-Z0-9]{1,20}$/.test(symbol))
    .slice(0, FAVOURITES_MAX);
}
