/**
 * Marks a journey that proves no clause of the specification and no capability of its own: layouts,
 * languages, accessibility of further pages, and outages. `npm test` leaves these journeys out to
 * stay under ten minutes; `npm run soak -- journeys` runs all journeys.
 */
export const EXTENDED = { tag: '@extended' };
