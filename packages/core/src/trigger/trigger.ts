// What a quote sets off: the levels of open positions (stop loss, take profit and termination; a
// buy's fire on the sell price, a sell's on the buy price, at the first tick at or beyond them)
// and the margin levels of accounts. Two indexes name who a quote may concern, so that one that
// concerns nobody costs the same with ten positions or a million.
export { listFiredLevels } from './fired-levels.ts';
export type { FiredLevel } from './fired-levels.ts';
export { MarginBands } from './margin-bands.ts';
export type { MarginAccount, Sides } from './margin-bands.ts';
export { MARK_SENSES, PriceMarks } from './price-marks.ts';
export type { MarkSense, PriceMark } from './price-marks.ts';
export { splitMark } from './split-mark.ts';
export { SymbolLevels } from './symbol-levels.ts';
export { SlotPlaces } from './slot-places.ts';
export { ThresholdHeap } from './threshold-heap.ts';
