// Which markets the list shows, and in which order.
import type { Asset } from '@halyard/contract/trading';
import type { Category, SymbolState } from '@halyard/core/instrument';

export type ListInput = {
  readonly assets: readonly Asset[];
  readonly stateOf: (asset: Asset) => SymbolState;
  readonly category: Category;
  readonly search: string;
  readonly favourites: ReadonlySet<string>;
};

export type ListEntries = {
  /** Only these can be traded now. */
  readonly live: readonly Asset[];
  /** Without a live price for now; those that never had one are nowhere. */
  readonly closed: readonly Asset[];
};

/**
 * Favourites first, else in the order of the catalogue. Without a search the chosen category; a
 * search looks through all of them, because a market that exists should be found.
 */
export function listEntries(input: ListInput): ListEntries {
  const { assets, stateOf, category, favourites } = input;
  const wanted = input.search.trim().toLocaleLowerCase();
  const matching = assets.filter((asset) =>
    wanted === '' ? asset.position_assets_category.name === category : isMatch(asset, wanted),
  );
  const ordered = [
    ...matching.filter(({ symbol }) => favourites.has(symbol)),
    ...matching.filter(({ symbol }) => !favourites.has(symbol)),
  ];
  return {
    live: ordered.filter((asset) => stateOf(asset) === 'live'),
    closed: ordered.filter((asset) => isClosedForNow(stateOf(asset))),
  };
}

function isMatch(asset: Asset, wanted: string): boolean {
  return (
    asset.symbol.toLocaleLowerCase().includes(wanted) ||
    asset.name.toLocaleLowerCase().includes(wanted)
  );
}

function isClosedForNow(state: SymbolState): boolean {
  return state === 'stale' || state === 'closed' || state === 'halted';
}
