// Which markets the list shows, and their order.
import type { Asset } from '@halyard/contract/trading';
import type { Category, SymbolState } from '@halyard/core/instrument';

export type ListInput = {
  readonly assets: readonly Asset[];
  readonly stateOf: (asset: Asset) => SymbolState;
  readonly category: Category;
  /** The symbols of the shown watchlist, in its order; undefined while a category is shown. */
  readonly watchlist?: readonly string[] | undefined;
  readonly search: string;
  readonly favourites: ReadonlySet<string>;
};

export type ListEntries = {
  /** Markets that can be traded now. */
  readonly live: readonly Asset[];
  /** Markets without a current live price; those without any price so far are omitted. */
  readonly closed: readonly Asset[];
};

/**
 * Returns the markets to list: favourites first, then in catalogue order. Without a search, those
 * of the chosen category, or those of the watchlist in its own order; a search covers all
 * categories.
 */
export function listEntries(input: ListInput): ListEntries {
  const { assets, stateOf, category, favourites, watchlist } = input;
  const wanted = input.search.trim().toLocaleLowerCase();
  const isListed = wanted === '' && watchlist !== undefined;
  const matching = assets.filter((asset) =>
    wanted === '' ? asset.position_assets_category.name === category : isMatch(asset, wanted),
  );
  const ordered = isListed
    ? watchlist.flatMap((symbol) => assets.find((asset) => asset.symbol === symbol) ?? [])
    : [
        ...matching.filter(({ symbol }) => favourites.has(symbol)),
        ...matching.filter(({ symbol }) => !favourites.has(symbol)),
      ];
  return {
    live: ordered.filter((asset) => stateOf(asset) === 'live'),
    closed: ordered.filter((asset) =>
      // A watchlist shows its markets even before their first price.
      isListed ? stateOf(asset) !== 'live' : isClosedForNow(stateOf(asset)),
    ),
  };
}

export function isMatch(asset: Asset, wanted: string): boolean {
  return (
    asset.symbol.toLocaleLowerCase().includes(wanted) ||
    asset.name.toLocaleLowerCase().includes(wanted)
  );
}

function isClosedForNow(state: SymbolState): boolean {
  return state === 'stale' || state === 'closed' || state === 'halted';
}
