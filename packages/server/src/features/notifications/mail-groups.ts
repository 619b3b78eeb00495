import { OPTIONAL_NOTIFICATION_GROUPS } from '@halyard/contract/notifications';
import type { NotificationGroup } from '@halyard/contract/notifications';

export function isOptionalGroup(group: NotificationGroup): boolean {
  return OPTIONAL_NOTIFICATION_GROUPS.some((optional) => optional === group);
}
