/**
 * Marks a journey that is not the only proof of a clause of the specification in a browser: further
 * capabilities, layouts, languages, accessibility of further pages, and outages (decision 0085).
 * `npm test` leaves these journeys out to stay under ten minutes; `npm run soak -- journeys` runs all
 * journeys.
 */
export const EXTENDED = { tag: '@extended' };
