import { getAccount } from '@halyard/contract/accounts';
import { listNotifications } from '@halyard/contract/notifications';
import { listPriceAlerts } from '@halyard/contract/price-alerts';
import { useEffect } from 'react';
import { reloadAccount, useAccount } from '#data/auth/account.ts';
import { call } from '#data/http/api.ts';
import { onNotification, useNotificationFeed } from '#data/live/notification-feed.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { useKeptSubscription } from '#data/push/keep-subscription.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { showNewsToast } from '#ui/feedback/toast.ts';

/** The interval of checks whether staff have verified the customer. */
const POLL_MS = 15_000;
/** How many notifications are loaded, because others may have arrived since. */
const LATEST = 10;

/**
 * Updates the bell and this browser's push subscription, and announces reached price alerts on any
 * page. Renders nothing.
 */
export function NotificationFeed({ token }: { readonly token: string }) {
  useNotificationFeed(token);
  useKeptSubscription();
  useVerificationPoll();
  useEffect(
    () =>
      onNotification(({ kind, id }) => {
        // The notification may concern the account itself, such as its verification.
        if (kind !== 'price-alert') reloadAccount();
        if (kind !== 'price-alert') return;
        void reload(listPriceAlerts);
        void announce(id);
      }),
    [],
  );
  return null;
}

/**
 * Polls while a customer waits for verification, so that they see it without reloading the page.
 */
function useVerificationPoll(): void {
  const isWaiting = useAccount()?.verified_account === false;
  useRouteQuery(getAccount, {}, { pollEveryMs: POLL_MS, enabled: isWaiting });
}

/**
 * Announces a notification with the text of the list; if it can't be loaded, it is still in the
 * list.
 */
async function announce(id: number): Promise<void> {
  const body = { limit: LATEST, language: currentLanguage() };
  const result = await call(listNotifications, { body }, { background: true });
  if (result.kind !== 'data') return;
  const notice = result.data.notifications.find((each) => each.id === id);
  if (notice !== undefined) showNewsToast(notice.title);
}
