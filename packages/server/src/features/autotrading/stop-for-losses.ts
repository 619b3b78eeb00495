import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { isoDay } from '#platform/clock/clock.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { stopEnrolment } from './enrolment-store.ts';
import { DRAWDOWN_PERCENT } from './limits.ts';

export type StopDeps = {
  readonly notifications: Pick<Notifications, 'notify'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly customers: Pick<Customers, 'setAutoTrading'>;
};

/**
 * Switches the strategy off for a customer after large losses; only the customer can switch it on
 * again.
 */
export async function stopForLosses(deps: StopDeps, customerId: number): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await stopEnrolment(tx, customerId, atMs))) return;
    await deps.customers.setAutoTrading(tx, { customerId, isOn: false });
    await recordAudit(tx, atMs, {
      actor: 'system',
      action: 'auto-trading.stop',
      subject: `customer:${customerId}`,
      reason: `it lost ${DRAWDOWN_PERCENT} % since its peak`,
    });
    await deps.notifications.notify(tx, {
      customerId,
      kind: 'auto-trading-paused',
      key: `auto-trading:drawdown:${atMs}`,
      facts: { rule: 'drawdown', atMs },
    });
  });
}

/** Notifies a customer once that the strategy opens nothing until the next UTC day. */
export async function notifyOfDayStop(
  deps: Pick<StopDeps, 'db' | 'notifications'>,
  stop: { readonly customerId: number; readonly atMs: number },
): Promise<void> {
  const { customerId, atMs } = stop;
  const day = isoDay(atMs);
  await deps.db.kysely.transaction().execute(async (tx) => {
    await deps.notifications.notify(tx, {
      customerId,
      kind: 'auto-trading-paused',
      key: `auto-trading:daily-loss:${day}`,
      facts: { rule: 'daily-loss', atMs },
    });
  });
}
