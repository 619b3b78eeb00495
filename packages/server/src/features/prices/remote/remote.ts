// The market of another program: how an edge sees it, and how it is served to edges.
export { RemoteMarket } from './remote-market.ts';
export { createRemotePrices } from './remote-prices.ts';
export { serveMarket } from './serve-market.ts';
