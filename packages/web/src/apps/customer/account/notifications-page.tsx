import { useTranslation } from 'react-i18next';
import {
  NotificationList,
  NotificationPreferences,
  useAreNotificationsAwaited,
} from '#features/notifications/notifications.ts';
import { WebPush } from '#features/web-push/web-push.tsx';
import { Region } from '#apps/frame/region.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

/** Notifications, and which of them are also mailed or shown on devices. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  usePageTitle(t('heading'));
  const isAwaited = useAreNotificationsAwaited();
  return (
    <>
      <Region texts="notifications">
        <NotificationList />
      </Region>
      <Region texts="notifications">
        <NotificationPreferences />
      </Region>
      {!isAwaited && (
        <Region texts="web-push">
          <WebPush />
        </Region>
      )}
    </>
  );
}
