// Custom rendering of overviews, by name.
import type { ComponentType } from 'react';
import { MaintenanceState } from '../actions/maintenance-state.tsx';
import { ReconcileReply } from './reconcile-reply.tsx';
import { TreasuryTables } from './treasury-tables.tsx';

type DataProps = { readonly data: unknown };

export const OVERVIEW_PARTS: Readonly<Record<string, ComponentType<DataProps>>> = {
  maintenance: MaintenanceState,
  treasury: TreasuryTables,
};

/** The components that show an action's reply. */
export const REPLY_PARTS: Readonly<Record<string, ComponentType<DataProps>>> = {
  treasury: ReconcileReply,
};
