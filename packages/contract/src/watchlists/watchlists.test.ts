import { expect, it } from 'vitest';
import { WATCHLIST_SYMBOLS_MAX, type Watchlists, WATCHLISTS_MAX } from '../workspace.ts';
import {
  FAVOURITES_ID,
  isNameTaken,
  nextListId,
  NO_WATCHLISTS as NONE,
  shownSymbols,
  withFavourite,
  withName,
  withNewList,
  withoutList,
  withSymbol,
  withSymbols,
} from './watchlists.ts';

const one = withNewList(NONE, { id: 1, name: 'Metals' });
const withMember = (now: Watchlists, id: number, symbol: string) =>
  withSymbol(now, id, { symbol, isMember: true });

it('creates, renames, fills and deletes a list', () => {
  expect(one).toMatchObject({ lists: [{ id: 1, name: 'Metals', symbols: [] }], shown: 1 });
  const filled = withMember(withMember(one, 1, 'XAUUSD'), 1, 'XAGUSD');
  const without = withSymbol(filled, 1, { symbol: 'XAUUSD', isMember: false });
  expect(shownSymbols(without)).toEqual(['XAGUSD']);
  expect(nextListId(filled)).toBe(2);
  const two = withNewList(withName(filled, 1, 'Gold'), { id: 2, name: 'Currencies' });
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
    (now: Watchlists, _, index) => withNewList(now, { id: index + 1, name: `List ${index}` }),
    NONE,
  );
  expect(many.lists).toHaveLength(WATCHLISTS_MAX);
  const symbols = Array.from({ length: WATCHLIST_SYMBOLS_MAX + 1 }, (_, index) => `SYM${index}`);
  const full = symbols.reduce((now, symbol) => withMember(now, 1, symbol), one);
  expect(shownSymbols(full)).toEqual(symbols.slice(0, -1));
  const starred = symbols.reduce((now, symbol) => withFavourite(now, symbol, true), NONE);
  expect(starred.favourites).toEqual(symbols.slice(1));
  expect(withFavourite(starred, 'SYM7', false).favourites).not.toContain('SYM7');
});

it.each<[string, (now: Watchlists) => Watchlists]>([
  ['a favourite', (now) => withFavourite(now, 'XAUUSD', true)],
  ['no favourite', (now) => withFavourite(now, 'EURUSD', false)],
  ['a member', (now) => withMember(now, 1, 'XAUUSD')],
  ['no member', (now) => withSymbol(now, 1, { symbol: 'EURUSD', isMember: false })],
  ['a new list', (now) => withNewList(now, { id: 7, name: 'Currencies' })],
  ['a deleted list', (now) => withoutList(now, 1)],
  ['a new name', (now) => withName(now, 1, 'Gold')],
])('applies a change twice as if once: %s', (_, change) => {
  const filled = withFavourite(withMember(one, 1, 'EURUSD'), 'EURUSD', true);
  const once = change(filled);
  expect(once).not.toEqual(filled);
  expect(change(once)).toEqual(once);
});
