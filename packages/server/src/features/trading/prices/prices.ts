// What customers see of the market: the price feed, quotes, candles and the list of assets.
export { conflate } from './conflation.ts';
export { createAssetList } from './list-assets.ts';
export type { AssetsDeps } from './list-assets.ts';
export { listCandles } from './list-candles.ts';
export { listQuotes } from './list-quotes.ts';
export { ensureAssetIds } from './asset-store.ts';
export { openPricesNamespace } from './prices-namespace.ts';
