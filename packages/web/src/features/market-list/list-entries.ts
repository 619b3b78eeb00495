// Which markets the list shows, and their order.
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
  /** Markets that can be traded now. */
  readonly live: readonly Asset[];
  /** Markets without a current live price; those that never had one are omitted. */
  readonly closed: readonly Asset[];
};

/**
 * Favourites first, then catalogue order. Without a search only the chosen category; a search
 * covers all categories.
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
