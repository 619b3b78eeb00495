import type { Language } from '@halyard/contract/config';
import { NOTIFICATION_GROUPS } from '@halyard/contract/notifications';
import type {
  NotificationPreferences,
  updateNotificationPreferences,
} from '@halyard/contract/notifications';
import type { BodyOf } from '@halyard/contract/route';
import { assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import { isOptionalGroup } from './mail-groups.ts';
import { findRecipient, listMailsOff, switchMail } from './notification-store.ts';

/** Returns the language of a customer's mails, and the enabled groups. */
export async function getPreferences(
  db: Kysely<object>,
  customerId: number,
): Promise<NotificationPreferences> {
  const recipient = assertPresent(await findRecipient(db, customerId), 'a session has a customer');
  const off = await listMailsOff(db, customerId);
  return {
    language: recipient.language,
    groups: NOTIFICATION_GROUPS.map((group) => {
      const required = !isOptionalGroup(group);
      return { group, required, mail: required || !off.has(group) };
    }),
  };
}

export type PreferencesDeps = {
  readonly db: Database;
  readonly setLanguage: (
    tx: Kysely<object>,
    change: { readonly customerId: number; readonly language: Language },
  ) => Promise<void>;
};

export async function updatePreferences(
  deps: PreferencesDeps,
  customerId: number,
  change: Pick<BodyOf<typeof updateNotificationPreferences>, 'language' | 'mail'>,
): Promise<NotificationPreferences> {
  return await deps.db.kysely.transaction().execute(async (tx) => {
    const { language } = change;
    if (language !== undefined) await deps.setLanguage(tx, { customerId, language });
    for (const group of NOTIFICATION_GROUPS.filter(isOptionalGroup)) {
      const isOn = Object.entries(change.mail ?? {}).find(([name]) => name === group)?.[1];
      if (isOn !== undefined) await switchMail(tx, { customerId, group, isOn });
    }
    return await getPreferences(tx, customerId);
  });
}
