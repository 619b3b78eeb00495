import { expect, it } from 'vitest';
import { WATCHLIST_SYMBOLS_MAX, type Watchlists, WATCHLISTS_MAX } from '../workspace.ts';
import {
  FAVOURITES_ID,
  isNameTaken,
  NO_WATCHLISTS as NONE,
  shownSymbols,
  withFavourite,
  withName,
  withNewList,
  withoutList,
  withSymbol,
  withSymbols,
} from './watchlists.ts';

const one = withNewList(NONE, 'Metals');

it('creates, renames, fills and deletes a list', () => {
  expect(one).toMatchObject({ lists: [{ id: 1, name: 'Metals', symbols: [] }], shown: 1 });
  const filled = withSymbol(withSymbol(one, 1, 'XAUUSD'), 1, 'XAGUSD');
  expect(shownSymbols(withSymbol(filled, 1, 'XAUUSD'))).toEqual(['XAGUSD']);
  const two = withNewList(withName(filled, 1, 'Gold'), 'Currencies');
  expect([isNameTaken(two, 2, 'gold '), isNameTaken(two, 1, 'Gold')]).toEqual([true, false]);
  const left = withoutList(two, 2);
  expect(left).toMatchObject({ lists: [{ id: 1, name: 'Gold' }], shown: null });
  expect(shownSymbols(left)).toBeUndefined();
});

it('replaces the markets of a list or of the favourites, each market once', () => {
  const symbols = ['XAUUSD', 'XAGUSD', 'XAUUSD'];
  expect(withSymbols(one, 1, symbols).lists[0]?.symbols).toEqual(['XAUUSD', 'XAGUSD']);
  const starred = withSymbols(one, FAVOURITES_ID, symbols);
  expect(starred).toEqual({ ...one, favourites: ['XAUUSD', 'XAGUSD'] });
});

it('holds the limits of the server', () => {
  const many = Array.from({ length: WATCHLISTS_MAX + 1 }).reduce(
    (now: Watchlists, _, index) => withNewList(now, `List ${index}`),
    NONE,
  );
  expect(many.lists).toHaveLength(WATCHLISTS_MAX);
  const symbols = Array.from({ length: WATCHLIST_SYMBOLS_MAX + 1 }, (_, index) => `SYM${index}`);
  const full = symbols.reduce((now, symbol) => withSymbol(now, 1, symbol), one);
  expect(shownSymbols(full)).toEqual(symbols.slice(0, -1));
  const starred = symbols.reduce(withFavourite, NONE);
  expect(starred.favourites).toEqual(symbols.slice(1));
  expect(withFavourite(starred, 'SYM7').favourites).not.toContain('SYM7');
});
