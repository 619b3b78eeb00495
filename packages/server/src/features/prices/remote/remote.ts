// The market of another program: how an edge or an engine sees it, and how it is served to them.
export { createFrameFollowing } from './follow-frames.ts';
export type { FollowsFrames } from './follow-frames.ts';
export { RemoteMarket } from './remote-market.ts';
export { createRemotePrices } from './remote-prices.ts';
export { serveCatchUp } from './serve-catch-up.ts';
export { serveMarket } from './serve-market.ts';
