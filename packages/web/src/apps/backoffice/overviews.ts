// What is no list: figures of the moment, each from a route of its own.
import { getDealing, getFeeds } from '@halyard/contract/backoffice/dealing';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { getTreasury } from '@halyard/contract/backoffice/treasury';
import type { Route } from '@halyard/contract/route';
import { TEXTS } from './texts.ts';

export type Overview = { readonly name: string; readonly title: string; readonly route: Route };

const OVERVIEWS: readonly Overview[] = [
  { name: 'dealing', title: TEXTS.dealing, route: getDealing },
  { name: 'feeds', title: TEXTS.feeds, route: getFeeds },
  { name: 'treasury', title: TEXTS.treasury, route: getTreasury },
];

export function overviewsOf(held: readonly Role[]): readonly Overview[] {
  return OVERVIEWS.filter(
    ({ route: { roles } }) => roles === 'any' || isAllowed(held, roles ?? []),
  );
}
