// Watchlists of the public API: those of the trading screen of the key's account.
import * as z from 'zod/mini';
import { WATCHLIST_NAME_LENGTH_MAX, WATCHLIST_SYMBOLS_MAX, WATCHLISTS_MAX } from '../workspace.ts';
import { PlainLine } from '../wire.ts';
import { about, component, InstrumentSymbol, OpaqueId, Page } from './atoms.ts';
import { defineOperation } from './operation.ts';

/** The id of the favourites. Every account has them, and no other list has an id like it. */
export const FAVOURITES = 'favourites';

const WatchlistId = OpaqueId.check(
  about(`The id of the watchlist; \`${FAVOURITES}\` for the favourites.`, '3'),
);
const Symbols = z
  .array(InstrumentSymbol)
  .check(
    z.maxLength(WATCHLIST_SYMBOLS_MAX),
    about(`At most ${WATCHLIST_SYMBOLS_MAX} symbols, in the order that is shown.`, [
      'XAUUSD',
      'XAGUSD',
    ]),
  );
const Name = PlainLine(WATCHLIST_NAME_LENGTH_MAX).check(
  about(
    `A name that no other watchlist has, at most ${WATCHLIST_NAME_LENGTH_MAX} characters.`,
    'Metals',
  ),
);

export const Watchlist = z
  .object({
    id: WatchlistId,
    name: z.string().check(about('The name that the trading screen shows.', 'Metals')),
    symbols: Symbols,
  })
  .check(component('Watchlist', 'A list of instruments on the trading screen.'));
export type Watchlist = z.infer<typeof Watchlist>;

const watchlistParams = z.strictObject({ watchlist_id: WatchlistId });

export const listWatchlists = defineOperation({
  id: 'listWatchlists',
  tag: 'watchlists',
  method: 'GET',
  path: '/watchlists',
  summary: 'List watchlists',
  description:
    "Returns the favourites, then the other watchlists of the key's account, as the trading screen shows them.",
  scope: 'read',
  status: 200,
  reply: Page('WatchlistPage', Watchlist),
  codes: [],
});

export const getWatchlist = defineOperation({
  id: 'getWatchlist',
  tag: 'watchlists',
  method: 'GET',
  path: '/watchlists/{watchlist_id}',
  summary: 'Get a watchlist',
  description: 'Returns one watchlist.',
  scope: 'read',
  params: watchlistParams,
  status: 200,
  reply: Watchlist,
  codes: ['not-found'],
});

export const WatchlistRequest = z
  .strictObject({ name: Name, symbols: z.optional(Symbols) })
  .check(component('WatchlistRequest', 'A new watchlist; without `symbols` it is empty.'));

export const createWatchlist = defineOperation({
  id: 'createWatchlist',
  tag: 'watchlists',
  method: 'POST',
  path: '/watchlists',
  summary: 'Create a watchlist',
  description: `Adds a watchlist to the trading screen. You can have ${WATCHLISTS_MAX}. Repeating the request returns the list that it created, unless the list has changed; another list of the same name is rejected with \`invalid\`.`,
  scope: 'trade',
  body: WatchlistRequest,
  status: 201,
  reply: Watchlist,
  codes: ['too-many-watchlists'],
});

export const WatchlistChange = z
  .strictObject({ name: z.optional(Name), symbols: z.optional(Symbols) })
  .check(component('WatchlistChange', 'The fields to change; those left out stay as they are.'));

export const updateWatchlist = defineOperation({
  id: 'updateWatchlist',
  tag: 'watchlists',
  method: 'PATCH',
  path: '/watchlists/{watchlist_id}',
  summary: 'Change a watchlist',
  description:
    'Renames a watchlist, replaces its symbols, or both. The favourites can’t be renamed. An open trading screen shows the change when it is next shown, or after its own next change.',
  scope: 'trade',
  params: watchlistParams,
  body: WatchlistChange,
  status: 200,
  reply: Watchlist,
  codes: ['not-found'],
});

export const deleteWatchlist = defineOperation({
  id: 'deleteWatchlist',
  tag: 'watchlists',
  method: 'DELETE',
  path: '/watchlists/{watchlist_id}',
  summary: 'Delete a watchlist',
  description: 'Deletes a watchlist. The favourites can’t be deleted: the request gets `invalid`.',
  scope: 'trade',
  params: watchlistParams,
  status: 204,
  codes: ['not-found'],
});
