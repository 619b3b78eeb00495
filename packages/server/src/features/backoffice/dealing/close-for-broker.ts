// Closes a position at the market for staff. Its history says so, and the customer is notified.
import { randomUUID } from 'node:crypto';
import type { Rejection } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import { toEuros } from '@halyard/core/money';
import type { ClosedPosition } from '@halyard/core/position';
import { toWireRejection } from '#features/trading/trading.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { findPositionOwner } from './position-owner.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

export type BrokerCloseRequest = { readonly positionId: number; readonly actor: string };

export type BrokerClosed =
  | { readonly kind: 'closed'; readonly position: ClosedPosition }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/**
 * Closes the position. Throws an Outage if the outcome is unknown; repeating the request is safe.
 */
export async function closeForBroker(
  { db, engine, clock }: Pick<OperatorCommandDeps, 'db' | 'engine' | 'clock'>,
  { positionId, actor }: BrokerCloseRequest,
): Promise<BrokerClosed> {
  const accountId = await findPositionOwner(db, positionId);
  if (accountId === undefined) return { kind: 'refused', rejection: { code: 'not-found' } };
  const record = async (action: string, after: Readonly<Record<string, unknown>>) => {
    const subject = `customer:${accountId}`;
    const event = { actor, action, subject, after: { positionId, ...after } };
    await recordAudit(db.kysely, clock.nowMs(), event);
  };
  // The audit entry is written first, so that every close has one.
  await record('position.close', {});
  const outcome = await engine.submit(`house-close:${randomUUID()}`, {
    kind: 'close-position',
    accountId,
    atMs: clock.nowMs(),
    positionId,
    amountCents: null,
    isByBroker: true,
  });
  if (outcome.kind === 'refused') {
    await record('position.close-refused', { code: outcome.rejection.code });
    return { kind: 'refused', rejection: toWireRejection(outcome.rejection, 'position') };
  }
  const event = outcome.events.find(({ kind }) => kind === 'position-closed');
  const closed = assertPresent(event, 'a closing gives a closed position');
  if (closed.kind !== 'position-closed')
    throw new TypeError('The action was selected by its kind.');
  await record('position.closed', { profit: toEuros(closed.position.profitCents) });
  return { kind: 'closed', position: closed.position };
}
