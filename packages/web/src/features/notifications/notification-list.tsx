import {
  listNotifications,
  readNotification,
  type Notification,
} from '@halyard/contract/notifications';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#data/http/api.ts';
import { reload } from '#data/http/query.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage, textLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { OlderButton } from '#ui/inputs/older-button.tsx';
import classes from './notifications.module.css';
import { useUnreadNotifications, useUnread } from './use-notifications.ts';

/** The latest notifications, with the unread ones marked. */
export function NotificationList() {
  const { t } = useTranslation('notifications');
  const pages = useUnreadNotifications();
  const unread = useUnread();
  const [isSending, setIsSending] = useState(false);
  const newest = pages.query.data?.rows[0];
  const readAll = async (): Promise<void> => {
    if (newest === undefined) return;
    setIsSending(true);
    await read(newest, true);
    setIsSending(false);
  };
  const aside = unread > 0 && (
    <Button variant="default" size="xs" loading={isSending} onClick={() => void readAll()}>
      {t('readAll')}
    </Button>
  );
  return (
    <Card title={t('title')} aside={aside} flush>
      <Loaded query={pages.query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('nothing')}>
              <p>{t('nothingHint')}</p>
            </EmptyState>
          ) : (
            <ul className={classes['list']}>
              {rows.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <OlderButton pages={pages}>{t('older')}</OlderButton>
    </Card>
  );
}

function NoticeRow({ notice }: { readonly notice: Notification }) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const [nowMs] = useState(() => Date.now());
  return (
    <li className={clsx(classes['row'], !notice.read && classes['new'])} lang={currentLanguage()}>
      <div className={classes['head']}>
        <h3 className={classes['title']}>
          <Link to={notice.page} onClick={() => void read(notice, false)}>
            {notice.title}
          </Link>
          {!notice.read && (
            <span className={classes['newWord']} lang={textLanguage('notifications')}>
              {t('new')}
            </span>
          )}
        </h3>
        <time dateTime={notice.created_at} className="muted">
          {format.moment(notice.created_at, nowMs)}
        </time>
      </div>
      <p className={classes['text']}>{notice.text}</p>
    </li>
  );
}

/** Marks notifications as read. If that fails they stay unread, and the next click tries again. */
async function read({ id }: Notification, earlier: boolean): Promise<void> {
  const result = await call(readNotification, { body: { id, earlier } });
  if (result.kind === 'data') await reload(listNotifications);
}
