// What a quote triggers: the levels of open positions (stop loss, take profit, stop-out price;
// those of a buy at the bid, those of a sell at the ask, at the first tick at or beyond them) and
// the margin levels of accounts. Two indexes name the positions and accounts that a quote may
// concern, so a quote that concerns none costs the same with ten positions or a million.
export { CalmRange } from './calm-range.ts';
export { listFiredLevels } from './fired-levels.ts';
export type { FiredLevel } from './fired-levels.ts';
export { MarginBands } from './margin-bands.ts';
export type { MarginAccount, Sides } from './margin-bands.ts';
export { MARK_SENSES, PriceMarks } from './price-marks.ts';
export type { MarkSense, PriceMark } from './price-marks.ts';
export { splitMark } from './split-mark.ts';
export { SymbolLevels } from './symbol-levels.ts';
export type { TrailChanges, TrailMark } from './symbol-levels.ts';
export { SlotPlaces } from './slot-places.ts';
export { ThresholdHeap } from './threshold-heap.ts';
