// A member's own desk in the back office: how they arranged their lists, and who works on what.
import type { RouteBinding } from '#platform/http/http.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { ownListRoutes } from './own-lists.ts';
import { staffNameRoutes } from './staff-names.ts';
import { workAssignmentRoutes } from './work-assignments.ts';

export function deskRoutes(
  deps: Pick<OperatorCommandDeps, 'db' | 'clock' | 'staff'>,
): readonly RouteBinding[] {
  return [...ownListRoutes(deps), ...workAssignmentRoutes(deps), ...staffNameRoutes(deps)];
}
