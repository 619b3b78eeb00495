import { MINUTE_MS } from '@halyard/core/time';
import { recordAudit } from '#platform/audit/audit.ts';
import { lockCustomer } from '../credential-store.ts';
import { hashToken, issueCode } from '#features/identity/identity.ts';
import type { SendConfirmationDeps } from './send-confirmation.ts';

const LIFE_MS = 15 * MINUTE_MS;
const USES = 3;

/**
 * Mails the customer a link that signs them in: for 15 minutes, three times, each ending the time
 * before. Nobody else ever sees it: whoever opens it acts as the customer, and staff must not. Staff
 * look at an account by `startViewing`, which is read-only.
 */
export async function mailAutoLogin(
  deps: SendConfirmationDeps,
  { customerId, actor }: { readonly customerId: number; readonly actor: string },
): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    // Whoever leaves an email at this moment leaves no link behind in its mailbox.
    await lockCustomer(tx, customerId);
    const wanted = {
      purpose: 'auto-login',
      customerId,
      atMs,
      lifeMs: LIFE_MS,
      uses: USES,
    } as const;
    const code = await issueCode(tx, wanted);
    await deps.notices.notify(tx, {
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
