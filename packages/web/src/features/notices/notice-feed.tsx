import { listNotifications } from '@halyard/contract/notices';
import { listPriceAlerts } from '@halyard/contract/price-alerts';
import { useEffect } from 'react';
import { call } from '#data/api.ts';
import { onNotification, useNoticeFeed } from '#data/notice-feed.ts';
import { reload } from '#data/query.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { showNewsToast } from '#ui/toast.ts';

/** Others may have come since. */
const LATEST = 10;

/** Shows nothing: keeps what the bell says up to date and tells of prices reached, on any page. */
export function NoticeFeed({ token }: { readonly token: string }) {
  useNoticeFeed(token);
  useEffect(
    () =>
      onNotification(({ kind, id }) => {
        if (kind !== 'price-alert') return;
        void reload(listPriceAlerts);
        void announce(id);
      }),
    [],
  );
  return null;
}

/** In the words of the list; one that cannot be read stands there still. */
async function announce(id: number): Promise<void> {
  const body = { limit: LATEST, language: currentLanguage() };
  const result = await call(listNotifications, { body }, { background: true });
  if (result.kind !== 'data') return;
  const notice = result.data.notifications.find((each) => each.id === id);
  if (notice !== undefined) showNewsToast(notice.title);
}
