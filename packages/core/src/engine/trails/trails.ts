// The trailing stops of positions: what forbids one, and how far they have moved.
export { findTrailRejection } from './find-trail-rejection.ts';
export { decideRecordTrails } from './record-trails.ts';
