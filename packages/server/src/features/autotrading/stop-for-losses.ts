import type { Accounts } from '#features/accounts/accounts.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { stopEnrolment } from './enrolment-store.ts';
import { DRAWDOWN_PERCENT } from './limits.ts';

export type StopDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'setAutoTrading'>;
};

/** Switches the strategy off for a customer whom it cost too much; only they switch it on again. */
export async function stopForLosses(deps: StopDeps, customerId: number): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await stopEnrolment(tx, customerId, atMs))) return;
    await deps.accounts.setAutoTrading(tx, { customerId, isOn: false });
    await recordAudit(tx, atMs, {
      actor: 'system',
      action: 'auto-trading.stop',
      subject: `customer:${customerId}`,
      reason: `it lost ${DRAWDOWN_PERCENT} % since its peak`,
    });
  });
}
