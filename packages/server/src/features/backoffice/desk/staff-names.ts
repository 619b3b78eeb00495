import { getStaffNames } from '@halyard/contract/backoffice/desk/staff-names';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

export function staffNameRoutes({
  staff,
}: Pick<OperatorCommandDeps, 'staff'>): readonly RouteBinding[] {
  return [
    bind(getStaffNames, async () =>
      ok({ members: (await staff.list()).map(({ id, name }) => ({ id, name })) }),
    ),
  ];
}
