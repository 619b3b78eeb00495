// Which levels of open positions fire at a quote: stop loss, take profit and termination. A
// buy's fire on the sell price, a sell's on the buy price, at the first tick at or beyond them.
export { listFiredLevels } from './fired-levels.ts';
export type { FiredLevel } from './fired-levels.ts';
