import { getNotificationPreferences, listNotifications } from '@halyard/contract/notifications';
import { useRouteQuery } from '#data/http/query.ts';
import { useRoutePages } from '#data/http/query-pages.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { isAwaited } from '#ui/feedback/loaded.tsx';

/** The polling interval, for notifications whose push was lost. */
const POLL_MS = 300_000;
const PAGE_SIZE = 25;

/** Returns the number of unread notifications. */
export function useUnread(): number {
  const body = { limit: 1, language: currentLanguage() };
  return useRouteQuery(listNotifications, { body }, { pollEveryMs: POLL_MS }).data?.unread ?? 0;
}

/** Returns the notifications in the language of the page, newest first. */
export function useUnreadNotifications() {
  return useRoutePages(listNotifications, {
    pageSize: PAGE_SIZE,
    rowsOf: ({ notifications }) => notifications,
    idOf: ({ id }) => id,
    input: (before, limit) => ({
      body: { limit, language: currentLanguage(), ...(before === undefined ? {} : { before }) },
    }),
  });
}

/** Whether the list or the preferences are still loading, so that they will push down what follows. */
export function useAreNotificationsAwaited(): boolean {
  const list = useUnreadNotifications().query;
  const preferences = useRouteQuery(getNotificationPreferences, {});
  return isAwaited(list) || isAwaited(preferences);
}
