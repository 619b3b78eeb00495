import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';

export type NotifiedChange = {
  readonly staffId: number;
  readonly email: string;
  /** The action as the audit log names it, such as 'staff.set-roles'. */
  readonly action: string;
  readonly actor: string;
  readonly atMs: number;
};

/** The actor when the program itself creates the demo staff. */
const SYSTEM = 'system';

/**
 * Mails the operator about changes to a member who may approve some days later: that delay protects
 * only if somebody learns of the change. Changes that members make to themselves are not reported.
 */
export async function notifyOfChange(
  { notifications }: { readonly notifications: Pick<Notifications, 'notifyOperator'> },
  tx: Kysely<object>,
  { staffId, email, action, actor, atMs }: NotifiedChange,
): Promise<void> {
  if (actor === SYSTEM || actor === `staff:${staffId}`) return;
  await notifications.notifyOperator(tx, {
    key: `${action}:${staffId}:${atMs}`,
    subject: `Member of staff ${email}: ${action}`,
    text:
      `${actor} changed the member of staff ${email} (${action}). After APPROVER_AGE_DAYS days the ` +
      'member can approve payments as one of two people. If you do not expect this change, disable ' +
      `the member: halyard staff disable ${email}`,
  });
}
