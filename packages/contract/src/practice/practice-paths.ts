// The pages, routes and socket of the practice account. This file imports no schemas, because every
// page loads it.
import type { Route } from '../route.ts';

export const PRACTICE_POSITIONS_NAMESPACE = '/practice/positions';

/** The path of the practice account's pages, and the prefix of those below it. */
const PRACTICE_PAGES = '/practice';

/** The routes that both accounts have, by their paths for the live account. */
const SHARED_PATHS: ReadonlySet<string> = new Set([
  '/api/accounts/getBalance',
  '/api/accounts/openings',
  '/api/accounts/positionCosts',
  '/api/accounts/history',
  '/api/accounts/performance',
  '/api/accounts/orders',
  '/api/accounts/orders/history',
  '/api/accounts/orders/place',
  '/api/accounts/orders/amend',
  '/api/accounts/orders/cancel',
  '/api/accounts/positions/trailing-stop',
  '/api/accounts/workspace',
  '/api/accounts/workspace/save',
]);

/** Returns whether a page shows the practice account. */
export function isPracticePage(path: string): boolean {
  return path === PRACTICE_PAGES || path.startsWith(`${PRACTICE_PAGES}/`);
}

/**
 * Returns the practice account's counterpart of a route; a route without one is returned unchanged.
 */
export function onPractice<R extends Route>(route: R): R {
  if (!SHARED_PATHS.has(route.path)) return route;
  return {
    ...route,
    path: route.path.replace('/api/accounts/', '/api/practice/'),
    summary: `Practice account. ${route.summary}`,
  };
}
