// The rules of the customer's watchlists: named lists of markets beside the favourites. The web app
// and the public API change them by the same functions. Applying a change twice has no further effect,
// because the web app applies its changes again to watchlists that a program changed meanwhile.
import {
  WATCHLIST_SYMBOLS_MAX,
  type Watchlist,
  type Watchlists,
  WATCHLISTS_MAX,
} from '../workspace.ts';

/** The id under which the favourites are shown as a list. */
export const FAVOURITES_ID = 0;
export const NO_WATCHLISTS: Watchlists = { favourites: [], lists: [], shown: null };

/** Adds or removes a favourite. Beyond the maximum number, the oldest favourite is dropped. */
export function withFavourite(now: Watchlists, symbol: string, isFavourite: boolean): Watchlists {
  if (now.favourites.includes(symbol) === isFavourite) return now;
  const favourites = isFavourite
    ? [...now.favourites, symbol].slice(-WATCHLIST_SYMBOLS_MAX)
    : now.favourites.filter((each) => each !== symbol);
  return { ...now, favourites };
}

/** Returns an unused id: the largest one plus one. */
export function nextListId({ lists }: Watchlists): number {
  return Math.max(FAVOURITES_ID, ...lists.map((list) => list.id)) + 1;
}

/** Adds an empty list and shows it; unchanged if the maximum number of lists is reached. */
export function withNewList(now: Watchlists, { id, name }: Omit<Watchlist, 'symbols'>): Watchlists {
  const isKnown = now.lists.some((list) => list.id === id);
  if (isKnown || now.lists.length >= WATCHLISTS_MAX) return now;
  return { ...now, lists: [...now.lists, { id, name, symbols: [] }], shown: id };
}

export function withoutList(now: Watchlists, id: number): Watchlists {
  const lists = now.lists.filter((list) => list.id !== id);
  return { ...now, lists, shown: now.shown === id ? null : now.shown };
}

export function withName(now: Watchlists, id: number, name: string): Watchlists {
  return changeList(now, id, (list) => ({ ...list, name }));
}

export type Membership = { readonly symbol: string; readonly isMember: boolean };

/** Adds or removes a market; unchanged if the list is full. */
export function withSymbol(
  now: Watchlists,
  id: number,
  { symbol, isMember }: Membership,
): Watchlists {
  return changeList(now, id, (list) => {
    const others = list.symbols.filter((each) => each !== symbol);
    if (!isMember) return { ...list, symbols: others };
    const isKnown = others.length < list.symbols.length;
    if (isKnown || others.length >= WATCHLIST_SYMBOLS_MAX) return list;
    return { ...list, symbols: [...others, symbol] };
  });
}

/** Replaces the markets of a list; duplicates are dropped. */
export function withSymbols(now: Watchlists, id: number, symbols: readonly string[]): Watchlists {
  const unique = [...new Set(symbols)];
  if (id === FAVOURITES_ID) return { ...now, favourites: unique };
  return changeList(now, id, (list) => ({ ...list, symbols: unique }));
}

/** Returns whether another list has the name, ignoring case. */
export function isNameTaken(now: Watchlists, id: number, name: string): boolean {
  const wanted = name.trim().toLocaleLowerCase();
  return now.lists.some((list) => list.id !== id && list.name.toLocaleLowerCase() === wanted);
}

/** The symbols of the shown list; undefined while a category is shown. */
export function shownSymbols(now: Watchlists): readonly string[] | undefined {
  if (now.shown === FAVOURITES_ID) return now.favourites;
  return now.lists.find(({ id }) => id === now.shown)?.symbols;
}

function changeList(
  now: Watchlists,
  id: number,
  change: (list: Watchlist) => Watchlist,
): Watchlists {
  return { ...now, lists: now.lists.map((list) => (list.id === id ? change(list) : list)) };
}
