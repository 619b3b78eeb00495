// Every back-office resource. To add one, write a file beside this one and add a line here.
import { approvals } from './approvals.ts';
import { affiliates } from './affiliates.ts';
import { auditEvents } from './audit-events.ts';
import { calendarEvents } from './calendar-events.ts';
import { pages, singletons } from './content-pages.ts';
import { customers } from './customers.ts';
import { deposits } from './deposits.ts';
import { documents } from './documents.ts';
import { contactMessages, formEntries } from './inbox.ts';
import { linkedAccounts } from './linked-accounts.ts';
import { popups } from './popups.ts';
import type { Route } from '../route.ts';
import { operatorWebhooks } from './operator-webhooks.ts';
import { orders } from './orders.ts';
import { positions } from './positions.ts';
import type { Resource } from './resource.ts';
import { shortfalls } from './shortfalls.ts';
import { staff } from './staff.ts';
import { symbols } from './symbols.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { withdrawals } from './withdrawals.ts';

export const RESOURCES: readonly Resource[] = [
  customers,
  documents,
  deposits,
  withdrawals,
  approvals,
  linkedAccounts,
  shortfalls,
  positions,
  orders,
  symbols,
  affiliates,
  pages,
  singletons,
  popups,
  calendarEvents,
  contactMessages,
  formEntries,
  webhookDeliveries,
  staff,
  operatorWebhooks,
  auditEvents,
];

/** Returns all routes of a resource. */
export function routesOf(resource: Resource): readonly Route[] {
  const { list, get, exportCsv, exportWorkbook, actions, many } = resource;
  const own = [list, get, exportCsv, exportWorkbook];
  return [...own, ...Object.values(actions), ...Object.values(many)];
}
