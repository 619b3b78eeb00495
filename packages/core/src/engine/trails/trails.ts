// The trailing stops of positions: what forbids one, and how far they have moved.
export { findTrailRefusal } from './find-trail-refusal.ts';
export { decideRecordTrails } from './record-trails.ts';
