import { LANGUAGES_OFFERED } from '@halyard/contract/config';
import {
  getNotificationPreferences,
  updateNotificationPreferences,
  type NotificationGroup,
  type NotificationPreferences as Preferences,
} from '@halyard/contract/notifications';
import type { SentBodyOf } from '@halyard/contract/route';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { NativeSelect } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { Card } from '#ui/card.tsx';
import { isAwaited, Loaded } from '#ui/feedback/loaded.tsx';
import { showErrorToast } from '#ui/feedback/toast.ts';
import classes from './notifications.module.css';
import { useUnreadNotifications } from './use-notifications.ts';

const GROUP_TEXTS = {
  trading: 'group-trading',
  alerts: 'group-alerts',
  'auto-trading': 'group-auto-trading',
  documents: 'group-documents',
  news: 'group-news',
  risk: 'group-risk',
  money: 'group-money',
  security: 'group-security',
  account: 'group-account',
} as const satisfies Record<NotificationGroup, string>;

/** Which groups of notifications are also mailed, and in which language. */
export function NotificationPreferences() {
  const { t } = useTranslation('notifications');
  const query = useRouteQuery(getNotificationPreferences, {});
  const list = useUnreadNotifications().query;
  // The section waits for the notifications above it, which would otherwise push it down.
  if (isAwaited(list)) return null;
  return (
    <Card title={t('mailTitle')}>
      <Loaded query={query}>{(preferences) => <Choices preferences={preferences} />}</Loaded>
    </Card>
  );
}

type Change = SentBodyOf<typeof updateNotificationPreferences>;

function Choices({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation('notifications');
  // The requested change is shown at once, until the server's state replaces it.
  const [asked, setAsked] = useState<Change>();
  const isSending = asked !== undefined;
  const change = async (body: Change): Promise<void> => {
    setAsked(body);
    const result = await call(updateNotificationPreferences, { body });
    if (result.kind !== 'data') showErrorToast(t('failed'));
    await reload(getNotificationPreferences);
    setAsked(undefined);
  };
  const { language } = preferences;
  const languages = LANGUAGES_OFFERED.some((one) => one === language)
    ? LANGUAGES_OFFERED
    : [...LANGUAGES_OFFERED, language];
  return (
    <div className={classes['choices']}>
      {preferences.groups.map(({ group, mail, required }) => (
        <Checkbox
          key={group}
          label={t(GROUP_TEXTS[group])}
          description={required ? t('required') : null}
          checked={changeOf(asked, group) ?? mail}
          disabled={required || isSending}
          onChange={(event) => void change({ mail: { [group]: event.currentTarget.checked } })}
        />
      ))}
      <NativeSelect
        label={t('language')}
        value={asked?.language ?? language}
        disabled={isSending}
        onChange={(event) => {
          const chosen = languages.find((one) => one === event.currentTarget.value);
          if (chosen !== undefined) void change({ language: chosen });
        }}
      >
        {languages.map((one) => (
          <option key={one} value={one}>
            {one.toUpperCase()}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

function changeOf(asked: Change | undefined, group: string): boolean | undefined {
  const changes: Readonly<Record<string, boolean | undefined>> = asked?.mail ?? {};
  return changes[group];
}
