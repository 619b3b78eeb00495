import { listNotifications } from '@halyard/contract/notices';
import { useRouteQuery } from '#data/query.ts';
import { currentLanguage } from '#i18n/i18n.ts';

const POLL_MS = 30_000;
const NOTICES_PAGE_SIZE = 50;

/** The newest notices in the language of the page; the bell and the list share one question. */
export function useNotices() {
  const body = { limit: NOTICES_PAGE_SIZE, language: currentLanguage() };
  return useRouteQuery(listNotifications, { body }, { pollEveryMs: POLL_MS });
}
