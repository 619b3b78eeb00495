import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Sessions } from '#features/identity/identity.ts';

export type View = {
  readonly customerId: number;
  readonly staffId: number;
  readonly ip: string;
  readonly actor: string;
  /**
   * Returns whether the member of staff may view customers now, and locks the member until the
   * transaction ends. Whoever disables the member at this moment then finds the session, and ends
   * it.
   */
  readonly mayView: (tx: Kysely<object>) => Promise<boolean>;
};

export type Viewing = { readonly token: string };

const DEVICE = 'staff';

/**
 * Starts a session in which a member of staff sees what the customer sees and can change nothing.
 * Undefined when the member may no longer view customers.
 */
export async function startViewing(
  deps: { readonly db: Database; readonly clock: Clock; readonly sessions: Sessions },
  { customerId, staffId, ip, actor, mayView }: View,
): Promise<Viewing | undefined> {
  return await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await mayView(tx))) return undefined;
    const { token } = await deps.sessions.start(tx, {
      subject: { kind: 'customer', id: customerId },
      // The low level: anything that requires more than a session requires the customer.
      assurance: 'low',
      viewedBy: staffId,
      isPasswordProved: false,
      ip,
      userAgent: DEVICE,
      device: DEVICE,
      clientInfo: null,
    });
    const subject = `customer:${customerId}`;
    await recordAudit(tx, deps.clock.nowMs(), { actor, action: 'customer.view-as', subject });
    return { token };
  });
}
