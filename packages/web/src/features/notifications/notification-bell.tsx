import { NOTIFICATIONS_UNREAD_MAX } from '@halyard/contract/notifications';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BellIcon } from '#ui/page-icons.tsx';
import classes from './notifications.module.css';
import { useUnread } from './use-notifications.ts';

/** A link to the notifications with the number of unread ones. */
export function NotificationBell({ to }: { readonly to: string }) {
  const { t } = useTranslation('shell');
  const unread = useUnread();
  const shown =
    unread >= NOTIFICATIONS_UNREAD_MAX ? `${NOTIFICATIONS_UNREAD_MAX - 1}+` : String(unread);
  return (
    <Link
      to={to}
      className={classes['bell']}
      aria-label={unread === 0 ? t('notifications') : t('notificationsUnread', { unread: shown })}
    >
      <BellIcon />
      {unread > 0 && (
        <span className={classes['unread']} aria-hidden>
          {shown}
        </span>
      )}
    </Link>
  );
}
