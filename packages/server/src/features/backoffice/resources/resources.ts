// The back-office resources. To add one, write a file beside this one and add a line here.
import type { RouteBinding } from '#platform/http/http.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { affiliatesResource } from './affiliates-resource.ts';
import { approvalsResource } from './approvals-resource.ts';
import { auditResource } from './audit-resource.ts';
import { calendarResource } from './calendar-resource.ts';
import { customersResource } from './customers-resource.ts';
import { depositsResource } from './deposits-resource.ts';
import { documentsResource } from './documents-resource.ts';
import { contactMessagesResource, formEntriesResource } from './inbox-resources.ts';
import { pagesResource, singletonsResource } from './pages-resource.ts';
import { linkedAccountsResource } from './linked-accounts-resource.ts';
import { popupsResource } from './popups-resource.ts';
import { operatorWebhooksResource } from './operator-webhooks-resource.ts';
import { ordersResource } from './orders-resource.ts';
import { positionsResource } from './positions-resource.ts';
import { shortfallsResource } from './shortfalls-resource.ts';
import { staffResource } from './staff-resource.ts';
import { symbolsResource } from './symbols-resource.ts';
import { webhooksResource } from './webhooks-resource.ts';
import { withdrawalsResource } from './withdrawals-resource.ts';

export function resourceRoutes(deps: OperatorCommandDeps): readonly RouteBinding[] {
  return [
    ...customersResource(deps),
    ...documentsResource(deps),
    ...depositsResource(deps),
    ...withdrawalsResource(deps),
    ...approvalsResource(deps),
    ...linkedAccountsResource(deps),
    ...shortfallsResource(deps),
    ...affiliatesResource(deps),
    ...pagesResource(deps),
    ...singletonsResource(deps),
    ...popupsResource(deps),
    ...calendarResource(deps),
    ...contactMessagesResource(deps),
    ...formEntriesResource(deps),
    ...webhooksResource(deps),
    ...positionsResource(deps),
    ...ordersResource(deps),
    ...symbolsResource(deps),
    ...staffResource(deps),
    ...operatorWebhooksResource(deps),
    ...auditResource(deps),
  ];
}
