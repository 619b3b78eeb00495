import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Answer } from './screening-store.ts';

type Hit = Pick<Answer, 'result'> & { readonly id: number; readonly customerId: number };

/**
 * Mails the operator about a verified customer who is not clear by now: they go on trading, and
 * nothing but the queue of compliance would show it. Names nobody, because mail is not encrypted.
 */
export async function notifyOfHit(
  notifications: Pick<Notifications, 'notifyOperator'>,
  tx: Kysely<object>,
  { id, customerId, result }: Hit,
): Promise<void> {
  const what = result === 'hit' ? 'is on a list' : 'needs a review';
  await notifications.notifyOperator(tx, {
    key: `screening:${id}`,
    subject: `Screening: verified customer ${customerId} ${what}`,
    text:
      `The screening provider answered '${result}' about customer ${customerId}, who is verified ` +
      'and can trade. Decide in the back office under Verification, and block the account there ' +
      'if your rules require it.',
  });
}
