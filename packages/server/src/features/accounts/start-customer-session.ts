import type { Session } from '@halyard/contract/accounts';
import { recordAudit } from '#platform/audit/audit.ts';
import { getAccount } from './get-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';
import type { Sessions } from './sessions.ts';

export type Client = { readonly ip: string; readonly userAgent: string };

/** Signs a customer in whose identity is proved; what proved it stands in the audit log. */
export async function startCustomerSession(
  deps: EnsureAccountDeps & { readonly sessions: Sessions },
  start: {
    readonly customerId: number;
    readonly by: 'password' | 'sign-up';
    readonly client: Client;
  },
): Promise<Session> {
  const subject = { kind: 'customer', id: start.customerId } as const;
  const token = await deps.db.kysely.transaction().execute(async (tx) => {
    const created = await deps.sessions.start(tx, { subject, assurance: 'full', ...start.client });
    await recordAudit(tx, deps.clock.nowMs(), {
      actor: `customer:${start.customerId}`,
      action: 'session.start',
      subject: `customer:${start.customerId}`,
      after: { by: start.by },
    });
    return created;
  });
  await deps.sessions.limit(subject);
  return await getAccount(deps, { customerId: start.customerId, token });
}
