import type { Language } from '@halyard/contract/config';
import { assert } from '@halyard/core/assertion';
import { isNotificationKind, NOTIFICATION_KINDS } from './kinds.ts';
import { renderNotificationText } from './render-notification-text.ts';
import type { StoredFacts } from './render-notification-text.ts';

/** Returns the texts of a notification, and the page that it leads to. The kind must be known. */
export function renderNotification(
  kind: string,
  facts: StoredFacts,
  language: Language,
): { readonly title: string; readonly text: string; readonly page: string } {
  assert(isNotificationKind(kind), 'only known kinds are written');
  return { ...renderNotificationText(kind, facts, language), page: NOTIFICATION_KINDS[kind].page };
}
