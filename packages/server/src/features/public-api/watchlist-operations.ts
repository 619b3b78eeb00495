import * as v1 from '@halyard/contract/v1/watchlists';
import { FAVOURITES_ID } from '@halyard/contract/watchlists/watchlists';
import type { Watchlist } from '@halyard/contract/workspace';
import type { Instrument } from '@halyard/core/instrument';
import type { Rejection } from '@halyard/contract/rejections';
import type { Workspace } from '#features/workspace/workspace.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { readId } from './read-id.ts';
import type { KeyAccount } from './to-v1.ts';

export type WatchlistDeps = {
  readonly workspace: Pick<Workspace, 'watchlists'>;
  readonly listed: ReadonlyMap<string, Instrument>;
};

const NOT_FOUND = { code: 'not-found' } as const;

export function watchlistOperations(deps: WatchlistDeps): readonly OperationBinding[] {
  const { workspace, listed } = deps;
  const { watchlists } = workspace;
  return [
    bindOperation(v1.listWatchlists, async (call) => {
      const lists = await watchlists.list(toScreen(call));
      return ok({ data: lists.map(toV1), next_cursor: null });
    }),
    bindOperation(v1.getWatchlist, async (call) => {
      const id = readListId(call.params.watchlist_id);
      const lists = await watchlists.list(toScreen(call));
      const found = lists.find((list) => list.id === id);
      return found === undefined ? refused(NOT_FOUND) : ok(toV1(found));
    }),
    bindOperation(v1.createWatchlist, async (call) => {
      const { name, symbols = [] } = call.body;
      const rejection = refuseUnlisted(listed, symbols);
      if (rejection !== undefined) return refused(rejection);
      return toAnswer(await watchlists.create(toScreen(call), { name, symbols }));
    }),
    bindOperation(v1.updateWatchlist, async (call) => {
      const id = readListId(call.params.watchlist_id);
      if (id === undefined) return refused(NOT_FOUND);
      const rejection = refuseUnlisted(listed, call.body.symbols ?? []);
      if (rejection !== undefined) return refused(rejection);
      return toAnswer(await watchlists.update({ screen: toScreen(call), id }, call.body));
    }),
    bindOperation(v1.deleteWatchlist, async (call) => {
      const id = readListId(call.params.watchlist_id);
      if (id === undefined) return refused(NOT_FOUND);
      return await watchlists.remove({ screen: toScreen(call), id });
    }),
  ];
}

function toScreen({ customerId, environment }: KeyAccount): KeyAccount {
  return { customerId, environment };
}

function readListId(text: string): number | undefined {
  return text === v1.FAVOURITES ? FAVOURITES_ID : readId(text);
}

function toV1({ id, name, symbols }: Watchlist): v1.Watchlist {
  return { id: id === FAVOURITES_ID ? v1.FAVOURITES : String(id), name, symbols: [...symbols] };
}

function toAnswer(answer: Answer<Watchlist>): Answer<v1.Watchlist> {
  return answer.kind === 'refused' ? answer : ok(toV1(answer.data));
}

/** The web app offers listed instruments only, so its documents need no such check. */
function refuseUnlisted(
  listed: ReadonlyMap<string, Instrument>,
  symbols: readonly string[],
): Rejection | undefined {
  const unknown = symbols.find((symbol) => !listed.has(symbol));
  if (unknown === undefined) return undefined;
  return {
    code: 'invalid',
    errors: { symbols: `must not contain ${unknown}, which is not listed` },
  };
}
