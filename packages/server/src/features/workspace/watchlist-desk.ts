// The watchlists of a trading screen one by one, for programs. The web app saves them as one document.
import {
  FAVOURITES_ID,
  isNameTaken,
  nextListId,
  NO_WATCHLISTS,
  withName,
  withNewList,
  withoutList,
  withSymbols,
} from '@halyard/contract/watchlists/watchlists';
import { Watchlists, WATCHLISTS_MAX } from '@halyard/contract/workspace';
import type { Watchlist } from '@halyard/contract/workspace';
import { assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { findDocument, holdDocuments, putDocument } from './workspace-store.ts';
import type { Screen } from './workspace-store.ts';

/** How programs name the favourites; the web app translates it. */
const FAVOURITES_NAME = 'Favourites';

/** A list of a screen; FAVOURITES_ID names the favourites. */
export type OwnList = { readonly screen: Screen; readonly id: number };

export type WatchlistDesk = {
  /** Returns the favourites, then the other lists. */
  list(screen: Screen): Promise<readonly Watchlist[]>;
  /** Returns the list of an earlier request if it is the same. */
  create(screen: Screen, list: Omit<Watchlist, 'id'>): Promise<Answer<Watchlist>>;
  /** Changes the fields that are given, and returns the list. */
  update(own: OwnList, change: WatchlistChange): Promise<Answer<Watchlist>>;
  remove(own: OwnList): Promise<Answer<undefined>>;
};

export type WatchlistChange = {
  readonly name?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
};

type Deps = { readonly db: Database; readonly clock: Clock };
type Changed<Data> = { readonly next: Watchlists; readonly answer: Answer<Data> };

const NAME_TAKEN = {
  code: 'invalid',
  errors: { name: 'is the name of another watchlist' },
} as const;

export function createWatchlistDesk(deps: Deps): WatchlistDesk {
  return {
    list: async (screen) => toLists(await readWatchlists(deps.db.kysely, screen)),
    create: async (screen, list) => await change(deps, screen, (now) => create(now, list)),
    update: async ({ screen, id }, wanted) =>
      await change(deps, screen, (now) => update(now, id, wanted)),
    remove: async ({ screen, id }) => await change(deps, screen, (now) => remove(now, id)),
  };
}

function toLists({ favourites, lists }: Watchlists): readonly Watchlist[] {
  return [{ id: FAVOURITES_ID, name: FAVOURITES_NAME, symbols: favourites }, ...lists];
}

function create(now: Watchlists, { name, symbols }: Omit<Watchlist, 'id'>): Changed<Watchlist> {
  const known = now.lists.find((list) => list.name === name);
  if (known !== undefined && isSame(known.symbols, new Set(symbols))) {
    return { next: now, answer: ok(known) };
  }
  if (isNameTaken(now, FAVOURITES_ID, name)) return { next: now, answer: refused(NAME_TAKEN) };
  if (now.lists.length >= WATCHLISTS_MAX) {
    const facts = { maximum: WATCHLISTS_MAX };
    return { next: now, answer: refused({ code: 'too-many-watchlists', facts }) };
  }
  const id = nextListId(now);
  // The selection of the shown list stays as the customer set it.
  const added = { ...withNewList(now, { id, name }), shown: now.shown };
  const next = withSymbols(added, id, symbols);
  return { next, answer: ok(find(next, id)) };
}

function update(
  now: Watchlists,
  id: number,
  { name, symbols }: WatchlistChange,
): Changed<Watchlist> {
  if (!toLists(now).some((list) => list.id === id)) {
    return { next: now, answer: refused({ code: 'not-found' }) };
  }
  if (name !== undefined && id === FAVOURITES_ID) {
    const errors = { name: 'can’t be changed for the favourites' };
    return { next: now, answer: refused({ code: 'invalid', errors }) };
  }
  if (name !== undefined && isNameTaken(now, id, name)) {
    return { next: now, answer: refused(NAME_TAKEN) };
  }
  const renamed = name === undefined ? now : withName(now, id, name);
  const next = symbols === undefined ? renamed : withSymbols(renamed, id, symbols);
  return { next, answer: ok(find(next, id)) };
}

function remove(now: Watchlists, id: number): Changed<undefined> {
  if (id === FAVOURITES_ID) {
    const errors = { watchlist_id: 'must not be the favourites, which can’t be deleted' };
    return { next: now, answer: refused({ code: 'invalid', errors }) };
  }
  if (!now.lists.some((list) => list.id === id)) {
    return { next: now, answer: refused({ code: 'not-found' }) };
  }
  return { next: withoutList(now, id), answer: ok(undefined) };
}

function find(now: Watchlists, id: number): Watchlist {
  return assertPresent(
    toLists(now).find((list) => list.id === id),
    'the list was just written',
  );
}

function isSame(one: readonly string[], other: ReadonlySet<string>): boolean {
  return JSON.stringify(one) === JSON.stringify([...other]);
}

/** Saves the document if it changed. Two changes of a screen at the same time wait for each other. */
async function change<Data>(
  { db, clock }: Deps,
  screen: Screen,
  decide: (now: Watchlists) => Changed<Data>,
): Promise<Answer<Data>> {
  return await db.kysely.transaction().execute(async (tx) => {
    await holdDocuments(tx, screen);
    const now = await readWatchlists(tx, screen);
    const { next, answer } = decide(now);
    if (next !== now) {
      const put = { name: 'watchlists', document: next, atMs: clock.nowMs() } as const;
      await putDocument(tx, { ...screen, ...put });
    }
    return answer;
  });
}

/** A document that no longer fits its schema counts as never saved. */
async function readWatchlists(db: Kysely<object>, screen: Screen): Promise<Watchlists> {
  const read = z.safeParse(Watchlists, await findDocument(db, screen, 'watchlists'));
  return read.success ? read.data : NO_WATCHLISTS;
}
