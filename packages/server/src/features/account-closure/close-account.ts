// Closes an account permanently. The engine first rejects openings; then the obstacles are checked
// again, which detects changes in between.
//
// 1. The customer is re-authenticated and the obstacles are checked: nothing is written.
//
// 2. The closure is stored and the account blocked: the next start completes it after a crash.
//
// 3. The obstacles are checked again: if there is one, the block is lifted; restrictions by staff
// stay.
//
// 4. The account is closed in one transaction: sessions, sign-in methods and notifications are
// deleted.
import type { Rejection } from '@halyard/contract/rejections';
import type { Customers } from '#features/customers/customers.ts';
import type { Alerts } from '#features/alerts/alerts.ts';
import type { ApiKeys } from '#features/api-keys/api-keys.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { DataExports } from '#features/data-export/data-export.ts';
import type { WebPush } from '#features/web-push/web-push.ts';
import type { Webhooks } from '#features/webhooks/webhooks.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Workspace } from '#features/workspace/workspace.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, Caller } from '#platform/http/http.ts';
import { beginClosure, deleteClosure, listClosures } from './closure-store.ts';
import { findObstacles, obstacleRejection } from './find-obstacles.ts';
import type { ObstacleDeps } from './find-obstacles.ts';

export type CloseDeps = ObstacleDeps & {
  readonly clock: Clock;
  readonly customers: Pick<
    Customers,
    'setClosing' | 'checkCredentialChange' | 'closeCustomer' | 'getCustomer'
  >;
  readonly alerts: Pick<Alerts, 'forget'>;
  readonly apiKeys: Pick<ApiKeys, 'forget'>;
  readonly webhooks: Pick<Webhooks, 'forget'>;
  readonly webPush: Pick<WebPush, 'forget'>;
  readonly workspace: Pick<Workspace, 'forget'>;
  readonly notifications: Pick<Notifications, 'notify' | 'forget'>;
  readonly dataExports: Pick<DataExports, 'eraseExportsOf'>;
  /** The accounts that are being closed now. */
  readonly underWay: Set<number>;
};

export type CloseRequest = {
  readonly caller: Caller;
  readonly ip: string;
  readonly code: string | undefined;
};

export async function closeAccount(
  deps: CloseDeps,
  { caller, ip, code }: CloseRequest,
): Promise<Answer<Record<string, never>>> {
  const { subjectId: customerId } = caller;
  const [first] = await findObstacles(deps, customerId);
  if (first !== undefined) return refused(obstacleRejection(first));
  const unproved = await deps.customers.checkCredentialChange(caller, { ip, code });
  if (unproved !== undefined) return refused(unproved);

  // A second request while the first is in progress is rejected; the first continues.
  if (deps.underWay.has(customerId)) return refused({ code: 'session-ended' });
  deps.underWay.add(customerId);
  try {
    return await close(deps, customerId);
  } finally {
    deps.underWay.delete(customerId);
  }
}

async function close(deps: CloseDeps, customerId: number): Promise<Answer<Record<string, never>>> {
  const { closedAtMs } = await deps.customers.getCustomer(customerId);
  if (closedAtMs !== null) return refused({ code: 'session-ended' });
  await beginClosure(deps.db.kysely, { customerId, atMs: deps.clock.nowMs() });
  const rejection = await finish(deps, customerId);
  return rejection === undefined ? ok({}) : refused(rejection);
}

/** Completes or reverts closures that a crash or an outage interrupted; returns how many. */
export async function resumeClosures(deps: CloseDeps): Promise<number> {
  const listed = await listClosures(deps.db.kysely);
  const begun = listed.filter((customerId) => !deps.underWay.has(customerId));
  for (const customerId of begun) await finish(deps, customerId);
  return begun.length;
}

async function finish(deps: CloseDeps, customerId: number): Promise<Rejection | undefined> {
  await setClosing(deps, customerId, true);
  const obstacle = (await findObstacles(deps, customerId))[0] ?? (await end(deps, customerId));
  if (obstacle === undefined) {
    await deps.dataExports.eraseExportsOf(customerId);
    await deleteClosure(deps.db.kysely, customerId);
    return undefined;
  }
  await setClosing(deps, customerId, false);
  await deleteClosure(deps.db.kysely, customerId);
  return obstacleRejection(obstacle);
}

/**
 * Ends the closure. Returns the obstacle, if any. Payments are checked once more, because they can
 * start without the engine.
 */
async function end(deps: CloseDeps, customerId: number): Promise<{ what: 'payments' } | undefined> {
  const atMs = deps.clock.nowMs();
  const outcome = await deps.db.kysely.transaction().execute(async (tx) => {
    if (await deps.payments.isUnderWay(tx, customerId)) return 'payments';
    const announce = await deps.customers.closeCustomer(tx, { customerId, atMs });
    if (announce === undefined) return 'closed-before';
    await deps.alerts.forget(tx, customerId);
    await deps.apiKeys.forget(tx, customerId);
    await deps.webhooks.forget(tx, customerId);
    await deps.webPush.forget(tx, customerId);
    await deps.workspace.forget(tx, customerId);
    await deps.notifications.forget(tx, customerId);
    const notification = {
      kind: 'account-closed',
      facts: { atMs },
      key: 'account:closed',
    } as const;
    await deps.notifications.notify(tx, { customerId, ...notification });
    const subject = `customer:${customerId}`;
    await recordAudit(tx, atMs, { actor: subject, action: 'account.closed', subject });
    return announce;
  });
  if (outcome === 'payments') return { what: 'payments' };
  if (outcome !== 'closed-before') outcome();
  return undefined;
}

async function setClosing(
  { customers }: CloseDeps,
  customerId: number,
  isClosing: boolean,
): Promise<void> {
  const by = { actor: `customer:${customerId}`, action: 'account.close' };
  await customers.setClosing({ customerId, isClosing, by });
}
