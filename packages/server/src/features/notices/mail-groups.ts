import { OPTIONAL_NOTICE_GROUPS } from '@halyard/contract/notices';
import type { NoticeGroup } from '@halyard/contract/notices';

export function isOptionalGroup(group: NoticeGroup): boolean {
  return OPTIONAL_NOTICE_GROUPS.some((optional) => optional === group);
}
