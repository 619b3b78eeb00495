import { NOTICES_UNREAD_MAX } from '@halyard/contract/notices';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BellIcon } from '#ui/icons.tsx';
import classes from './notices.module.css';
import { useUnread } from './use-notices.ts';

/** A link to the notifications with the number of unread ones. */
export function NoticeBell({ to }: { readonly to: string }) {
  const { t } = useTranslation('shell');
  const unread = useUnread();
  const shown = unread >= NOTICES_UNREAD_MAX ? `${NOTICES_UNREAD_MAX - 1}+` : String(unread);
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
