// Overviews: current figures from a route of their own, with their actions.
import { getApprovalRules } from '@halyard/contract/backoffice/approval-rules';
import { getCluster } from '@halyard/contract/backoffice/installation/cluster';
import { getComplianceCases } from '@halyard/contract/backoffice/desk/compliance';
import { getDealing, getFeeds } from '@halyard/contract/backoffice/dealing';
import { getMaintenance, setMaintenance } from '@halyard/contract/backoffice/trading-pause';
import type { Group } from '@halyard/contract/backoffice/presentation';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { getTreasury, reconcileProvider } from '@halyard/contract/backoffice/treasury';
import type { Route } from '@halyard/contract/route';
import { TEXTS } from '../texts.ts';

type Facts = Readonly<Record<string, unknown>>;

export type OverviewAction = {
  /** The title, which can depend on the data of the overview. */
  readonly title: (data: Facts) => string;
  readonly route: Route;
  /** Inputs that are taken from the overview's data instead of being entered. */
  readonly values?: (data: Facts) => Facts;
};
export type Overview = {
  readonly name: string;
  readonly title: string;
  readonly group: Group;
  readonly route: Route;
  readonly action?: OverviewAction;
};

const OVERVIEWS: readonly Overview[] = [
  { name: 'compliance', title: TEXTS.verification, group: 'clients', route: getComplianceCases },
  { name: 'dealing', title: TEXTS.dealing, group: 'dealing', route: getDealing },
  { name: 'feeds', title: TEXTS.feeds, group: 'dealing', route: getFeeds },
  {
    name: 'maintenance',
    title: TEXTS.maintenance,
    group: 'dealing',
    route: getMaintenance,
    action: {
      title: (data) => (isPaused(data) ? TEXTS.endPause : TEXTS.pauseOpenings),
      route: setMaintenance,
      values: (data) => ({ on: !isPaused(data) }),
    },
  },
  {
    name: 'treasury',
    title: TEXTS.treasury,
    group: 'money',
    route: getTreasury,
    action: { title: () => TEXTS.reconcile, route: reconcileProvider },
  },
  {
    name: 'approval-rules',
    title: TEXTS.approvalRules,
    group: 'administration',
    route: getApprovalRules,
  },
  { name: 'cluster', title: TEXTS.programs, group: 'administration', route: getCluster },
];

function isPaused(data: Facts): boolean {
  return data['maintenance'] !== null;
}

export function overviewsOf(held: readonly Role[]): readonly Overview[] {
  return OVERVIEWS.filter(({ route }) => mayCall(route, held)).map(({ action, ...overview }) =>
    action !== undefined && mayCall(action.route, held) ? { ...overview, action } : overview,
  );
}

/** Whether these roles may call the route. */
export function mayCall({ roles }: Route, held: readonly Role[]): boolean {
  return roles === 'any' || isAllowed(held, roles ?? []);
}
