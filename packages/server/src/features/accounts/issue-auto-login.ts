import { MINUTE_MS } from '@halyard/core/time';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { issueCode } from './one-time-code-store.ts';

const LIFE_MS = 15 * MINUTE_MS;
const USES = 3;

/** A link that signs a customer in: for 15 minutes, three times, each ending the time before. */
export async function issueAutoLogin(
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly settings: { readonly siteUrl: string };
  },
  issued: { readonly customerId: number; readonly actor: string },
): Promise<string> {
  const { customerId, actor } = issued;
  const atMs = deps.clock.nowMs();
  return await deps.db.kysely.transaction().execute(async (tx) => {
    const code = await issueCode(tx, {
      purpose: 'auto-login',
      customerId,
      atMs,
      lifeMs: LIFE_MS,
      uses: USES,
    });
    const subject = `customer:${customerId}`;
    await recordAudit(tx, atMs, { actor, action: 'customer.auto-login-link', subject });
    return `${deps.settings.siteUrl}/autoLogin/${code}`;
  });
}
