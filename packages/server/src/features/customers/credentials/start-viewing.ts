import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Sessions } from '#features/identity/identity.ts';

export type View = {
  readonly customerId: number;
  readonly staffId: number;
  readonly ip: string;
  readonly actor: string;
};

export type Viewing = { readonly token: string };

const DEVICE = 'staff';

/** A session by which a member of staff sees what the customer sees; it changes nothing. */
export async function startViewing(
  deps: { readonly db: Database; readonly clock: Clock; readonly sessions: Sessions },
  { customerId, staffId, ip, actor }: View,
): Promise<Viewing> {
  return await deps.db.kysely.transaction().execute(async (tx) => {
    const { token } = await deps.sessions.start(tx, {
      subject: { kind: 'customer', id: customerId },
      // What wants more than a session wants the customer.
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
