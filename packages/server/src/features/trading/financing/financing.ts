// Overnight financing: which nights an account owes, charging each once, and what a position has cost so far.
export { nextCutOff, nextNights, lastNight, listNights } from './night.ts';
export { financingRate } from './financing-rate.ts';
export { findPositionCosts } from './find-position-costs.ts';
export { createNights } from './charge-nights.ts';
