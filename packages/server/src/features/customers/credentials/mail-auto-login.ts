import { MINUTE_MS } from '@halyard/core/time';
import { recordAudit } from '#platform/audit/audit.ts';
import { lockCustomer } from '../credential-store.ts';
import { hashToken, issueCode } from '#features/identity/identity.ts';
import type { SendConfirmationDeps } from './send-confirmation.ts';

const LIFE_MS = 15 * MINUTE_MS;
const USES = 3;

/**
 * Mails the customer a sign-in link: valid for 15 minutes and three uses, each ending the previous
 * session. Only the customer sees it, because it acts as the customer, which staff must not do.
 * Staff view an account with `startViewing`, which is read-only.
 */
export async function mailAutoLogin(
  deps: SendConfirmationDeps,
  { customerId, actor }: { readonly customerId: number; readonly actor: string },
): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    // The customer is locked, so that no link is sent to an email that is being changed.
    await lockCustomer(tx, customerId);
    const wanted = {
      purpose: 'auto-login',
      customerId,
      atMs,
      lifeMs: LIFE_MS,
      uses: USES,
    } as const;
    const code = await issueCode(tx, wanted);
    await deps.notifications.notify(tx, {
      customerId,
      kind: 'sign-in-link',
      facts: { untilMs: atMs + LIFE_MS },
      key: `auto-login:${hashToken(code)}`,
      link: `/autoLogin/${code}`,
    });
    const subject = `customer:${customerId}`;
    await recordAudit(tx, atMs, { actor, action: 'customer.auto-login-link', subject });
  });
}
