// A member's own desk in the back office: how they arranged their lists, who works on what, and the
// mails about new work.
import type { RouteBinding } from '#platform/http/http.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { ownListRoutes } from './own-lists.ts';
import { staffNameRoutes } from './staff-names.ts';
import { workAssignmentRoutes } from './work-assignments.ts';
import { workMailRoutes } from './work-mails.ts';

export { listMailedQueues, repeatWorkMails } from './work-mails.ts';
export type { WorkMailDeps } from './work-mails.ts';

export function deskRoutes(
  deps: Pick<OperatorCommandDeps, 'db' | 'clock' | 'staff'>,
): readonly RouteBinding[] {
  return [
    ...ownListRoutes(deps),
    ...workAssignmentRoutes(deps),
    ...workMailRoutes(deps),
    ...staffNameRoutes(deps),
  ];
}
