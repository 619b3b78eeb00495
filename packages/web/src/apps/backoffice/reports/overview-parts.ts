// Custom rendering of overviews, by name.
import type { ComponentType } from 'react';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { MaintenanceState } from '../actions/maintenance-state.tsx';
import { ReconcileReply } from './reconcile-reply.tsx';
import { TreasuryTables } from './treasury-tables.tsx';

type DataProps = { readonly data: unknown };

const DealingPart = lazyPart(async () => (await import('../dealing/dealing-part.tsx')).DealingPart);
const CompliancePart = lazyPart(
  async () => (await import('../compliance/compliance-part.tsx')).CompliancePart,
);
const ClusterPart = lazyPart(async () => (await import('../parts/cluster-part.tsx')).ClusterPart);
const FeedsPart = lazyPart(async () => (await import('../dealing/feeds-part.tsx')).FeedsPart);

export const OVERVIEW_PARTS: Readonly<Record<string, ComponentType<DataProps>>> = {
  cluster: ClusterPart,
  compliance: CompliancePart,
  dealing: DealingPart,
  feeds: FeedsPart,
  maintenance: MaintenanceState,
  treasury: TreasuryTables,
};

/** The components that show an action's reply. */
export const REPLY_PARTS: Readonly<Record<string, ComponentType<DataProps>>> = {
  treasury: ReconcileReply,
};
