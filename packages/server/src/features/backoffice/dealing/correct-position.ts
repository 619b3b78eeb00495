// Corrects a wrong fill with a separate journal entry. The fill and its own entry stay unchanged.
import type { Rejection } from '@halyard/contract/rejections';
import { createCorrectionPosting } from '@halyard/core/ledger';
import { cents, toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { toWireRejection } from '#features/trading/trading.ts';
import type { Judged } from '#features/approvals/approvals.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { findPositionOwner } from './position-owner.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

export type WantedCorrection = {
  readonly positionId: number;
  /** The request id, unique among the position's corrections. */
  readonly requestId: string;
  /**
   * The correction in cents; negative for a debit, which can be at most what the customer could
   * withdraw.
   */
  readonly amountCents: Cents;
  readonly actor: string;
  readonly reason?: string | undefined;
};

export type Corrected =
  | { readonly kind: 'done' }
  /** Two people must approve the correction and have not: nothing is booked yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

type Deps = Pick<OperatorCommandDeps, 'customers' | 'approvals' | 'db' | 'engine' | 'clock'>;

/** Books the correction. Throws an Outage, after which the same request id can be sent again. */
export async function correctPosition(deps: Deps, wanted: WantedCorrection): Promise<Corrected> {
  const { customers, db, engine, clock } = deps;
  const { positionId, requestId, amountCents } = wanted;
  const accountId = await findPositionOwner(db, positionId);
  const customer = accountId === undefined ? undefined : await customers.findCustomer(accountId);
  if (accountId === undefined || customer === undefined) return refuse({ code: 'not-found' });
  if (customer.closedAtMs !== null) return refuse({ code: 'account-closed' });
  const atMs = clock.nowMs();
  // The audit entry is written first, so that every booking has one.
  const approval = await approve(deps, { ...wanted, accountId, atMs });
  if (approval.kind === 'refused') return refuse(approval.rejection);
  if (approval.kind === 'waiting') return { kind: 'waiting' };
  const posting = createCorrectionPosting({
    positionId,
    accountId,
    id: requestId,
    amountCents,
    atMs,
  });
  const command = { kind: 'post-funds', accountId, atMs, posting } as const;
  const outcome = await engine.submit(posting.uniqueKey, command);
  if (outcome.kind === 'done') return { kind: 'done' };
  await deps.approvals.withdraw(db.kysely, targetOf(wanted));
  const after = { ...factsOf(wanted), code: outcome.rejection.code };
  const { actor } = wanted;
  const action = 'position.correct-refused';
  await recordAudit(db.kysely, atMs, { actor, action, subject: `customer:${accountId}`, after });
  return refuse(toWireRejection(outcome.rejection, 'new-position'));
}

type Owned = WantedCorrection & { readonly accountId: number; readonly atMs: number };

async function approve({ approvals, db }: Deps, wanted: Owned): Promise<Judged> {
  const { positionId, requestId, amountCents, actor, reason, accountId, atMs } = wanted;
  return await db.kysely.transaction().execute(async (tx) => {
    const approval = await approvals.judge(tx, {
      ...targetOf(wanted),
      customerId: accountId,
      amountCents: cents(Math.abs(amountCents)),
      content: { positionId, requestId, amountCents },
      actor,
      reason,
    });
    if (approval.kind === 'refused') return approval;
    const isWaiting = approval.kind === 'waiting';
    await recordAudit(tx, atMs, {
      actor,
      action: `position.correct${isWaiting ? `-${approval.step}` : ''}`,
      subject: `customer:${accountId}`,
      after: { ...factsOf(wanted), ...(isWaiting ? {} : { approvedBy: approval.by }) },
    });
    return approval;
  });
}

function targetOf({ positionId, requestId }: WantedCorrection) {
  return { action: 'correction', target: `position:${positionId}:${requestId}` } as const;
}

function factsOf({ positionId, requestId, amountCents }: WantedCorrection) {
  return { positionId, requestId, amount: toEuros(amountCents) };
}

function refuse(rejection: Rejection): Corrected {
  return { kind: 'refused', rejection };
}
