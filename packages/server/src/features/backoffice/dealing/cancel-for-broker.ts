// Cancels an entry order for staff. The customer is notified.
import { randomUUID } from 'node:crypto';
import type { Rejection } from '@halyard/contract/rejections';
import { toWireRejection } from '#features/trading/trading.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

/**
 * Cancels the order. Returns the rejection, if any. Throws an Outage if the outcome is unknown;
 * repeating the request is safe.
 */
export async function cancelForBroker(
  { db, engine, clock }: Pick<OperatorCommandDeps, 'db' | 'engine' | 'clock'>,
  cancel: { readonly orderId: number; readonly actor: string; readonly reason: string },
): Promise<Rejection | undefined> {
  const { orderId, actor, reason } = cancel;
  const [row] = await db.query('select account_id from entry_orders where id = $1', [orderId]);
  if (row === undefined) return { code: 'not-found' };
  const accountId = Number(row['account_id']);
  const record = async (action: string, after: Readonly<Record<string, unknown>>) => {
    const event = { actor, action, subject: `customer:${accountId}`, reason, after };
    await recordAudit(db.kysely, clock.nowMs(), event);
  };
  // The audit entry is written first, so that no crash leaves a cancelled order without a record of
  // who requested it.
  await record('order.cancel', { orderId });
  const outcome = await engine.submit(`broker-cancel:${randomUUID()}`, {
    kind: 'cancel-order',
    accountId,
    atMs: clock.nowMs(),
    orderId,
    isByBroker: true,
  });
  if (outcome.kind === 'done') return undefined;
  await record('order.cancel-refused', { orderId, code: outcome.rejection.code });
  return toWireRejection(outcome.rejection, 'new-position');
}
