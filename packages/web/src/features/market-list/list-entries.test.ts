import type { Asset } from '@halyard/contract/trading';
import type { Category, SymbolState } from '@halyard/core/instrument';
import { expect, it } from 'vitest';
import { type ListInput, listEntries } from './list-entries.ts';

function asset(symbol: string, name: string, category: Category, state: SymbolState): Asset {
  return {
    id: 1,
    name,
    symbol,
    code: symbol,
    asset_category_id: 1,
    position_assets_category: { name: category, leverage: '1' },
    decimals: 2,
    min_amount: 1,
    max_amount: 1,
    financing: { buy: 0, sell: 0 },
    protection: null,
    gap_percent: null,
    state,
    session: { open: true, next_open: null, next_close: null },
  };
}

const assets = [
  asset('BTCUSD', 'Bitcoin / US Dollar', 'crypto', 'live'),
  asset('ETHUSD', 'Ethereum / US Dollar', 'crypto', 'live'),
  asset('SOLUSD', 'Solana / US Dollar', 'crypto', 'halted'),
  asset('XRPUSD', 'XRP / US Dollar', 'crypto', 'none'),
  asset('LTCUSD', 'Litecoin / US Dollar', 'crypto', 'stale'),
  asset('AAPL', 'Apple Inc.', 'stocks', 'closed'),
  asset('EURUSD', 'Euro / US Dollar', 'forex', 'live'),
];

const input: ListInput = {
  assets,
  stateOf: ({ state }) => state,
  category: 'crypto',
  search: '',
  favourites: new Set(),
};

function symbolsOf(change: Partial<ListInput>) {
  const { live, closed } = listEntries({ ...input, ...change });
  return { live: live.map(({ symbol }) => symbol), closed: closed.map(({ symbol }) => symbol) };
}

it('lists a watchlist in its order, and everything for a search', () => {
  const input: ListInput = {
    assets,
    stateOf: ({ state }) => state,
    category: 'crypto',
    search: '',
    favourites: new Set(['BTCUSD']),
    watchlist: ['ETHUSD', 'GONE', 'LTCUSD', 'BTCUSD', 'XRPUSD'],
  };
  const symbols = (list: readonly Asset[]) => list.map(({ symbol }) => symbol);
  expect(symbols(listEntries(input).live)).toEqual(['ETHUSD', 'BTCUSD']);
  expect(symbols(listEntries(input).closed)).toEqual(['LTCUSD', 'XRPUSD']);
  expect(symbols(listEntries({ ...input, search: 'solana' }).closed)).toEqual(['SOLUSD']);
});

it('lists live markets of the category, and others separately [t-market-live-only]', () => {
  expect(symbolsOf({})).toEqual({ live: ['BTCUSD', 'ETHUSD'], closed: ['SOLUSD', 'LTCUSD'] });
  expect(symbolsOf({ category: 'stocks' })).toEqual({ live: [], closed: ['AAPL'] });
});

it('finds by symbol in any category [t-market-search-symbol]', () => {
  expect(symbolsOf({ search: ' eur' })).toEqual({ live: ['EURUSD'], closed: [] });
});

it('finds by name in any category [t-market-search-name]', () => {
  expect(symbolsOf({ search: 'ethereum' }).live).toEqual(['ETHUSD']);
  expect(symbolsOf({ search: 'Apple' }).closed).toEqual(['AAPL']);
  expect(symbolsOf({ search: 'nothing' })).toEqual({ live: [], closed: [] });
});

it('puts favourites first and keeps the order otherwise', () => {
  expect(symbolsOf({ favourites: new Set(['ETHUSD', 'LTCUSD']) })).toEqual({
    live: ['ETHUSD', 'BTCUSD'],
    closed: ['LTCUSD', 'SOLUSD'],
  });
});
