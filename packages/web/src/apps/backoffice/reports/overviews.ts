// Overviews: current figures from a route of their own, with their actions.
import { getDealing, getFeeds } from '@halyard/contract/backoffice/dealing';
import { getMaintenance, setMaintenance } from '@halyard/contract/backoffice/maintenance';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { getTreasury, reconcileProvider } from '@halyard/contract/backoffice/treasury';
import type { Route } from '@halyard/contract/route';
import { TEXTS } from '../texts.ts';

export type OverviewDeed = { readonly title: string; readonly route: Route };
export type Overview = {
  readonly name: string;
  readonly title: string;
  readonly route: Route;
  readonly deed?: OverviewDeed;
};

const OVERVIEWS: readonly Overview[] = [
  { name: 'dealing', title: TEXTS.dealing, route: getDealing },
  { name: 'feeds', title: TEXTS.feeds, route: getFeeds },
  {
    name: 'maintenance',
    title: TEXTS.maintenance,
    route: getMaintenance,
    deed: { title: TEXTS.setMaintenance, route: setMaintenance },
  },
  {
    name: 'treasury',
    title: TEXTS.treasury,
    route: getTreasury,
    deed: { title: TEXTS.reconcile, route: reconcileProvider },
  },
];

export function overviewsOf(held: readonly Role[]): readonly Overview[] {
  return OVERVIEWS.filter(({ route }) => mayCall(route, held)).map(({ deed, ...overview }) =>
    deed !== undefined && mayCall(deed.route, held) ? { ...overview, deed } : overview,
  );
}

function mayCall({ roles }: Route, held: readonly Role[]): boolean {
  return roles === 'any' || isAllowed(held, roles ?? []);
}
