import * as contract from '@halyard/contract/notifications';
import type { Clock } from '#platform/clock/clock.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { listNotifications } from './list-notifications.ts';
import { getPreferences, updatePreferences } from './preferences.ts';
import type { PreferencesDeps } from './preferences.ts';
import { readNotification } from './read-notification.ts';

export function notificationsRoutes(
  deps: PreferencesDeps & { readonly clock: Clock },
): readonly RouteBinding[] {
  return [
    bind(contract.listNotifications, async ({ caller, body }) =>
      ok(
        await listNotifications(deps, {
          customerId: caller.subjectId,
          before: body.before,
          limit: body.limit,
          language: body.language,
        }),
      ),
    ),
    bind(
      contract.readNotification,
      async ({ caller, body }) =>
        await readNotification(deps, {
          customerId: caller.subjectId,
          id: body.id,
          isWithEarlier: body.earlier ?? false,
        }),
    ),
    bind(contract.getNotificationPreferences, async ({ caller }) =>
      ok(await getPreferences(deps.db.kysely, caller.subjectId)),
    ),
    bind(contract.updateNotificationPreferences, async ({ caller, body }) =>
      ok(await updatePreferences(deps, caller.subjectId, body)),
    ),
  ];
}
