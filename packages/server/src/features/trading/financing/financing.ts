// Overnight financing: the days due, charging each once, and a position's costs so far.
export { nextCutOff, nextNights, lastNight, listNights } from './night.ts';
export { financingRate } from './financing-rate.ts';
export { findPositionCosts } from './find-position-costs.ts';
export { createNights } from './charge-nights.ts';
export type { NightsDeps } from './charge-nights.ts';
