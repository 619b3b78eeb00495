// What makes good for a wrong fill: a posting of its own. The fill and what it booked stay as they are.
import type { Refusal } from '@halyard/contract/refusals';
import { createCorrectionPosting } from '@halyard/core/ledger';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { toWireRefusal } from '#features/trading/trading.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { findPositionOwner } from './position-owner.ts';
import type { VerbDeps } from './verb.ts';

export type WantedCorrection = {
  readonly positionId: number;
  /** At most one correction of the position is booked with it. */
  readonly requestId: string;
  /** Negative when the house takes it back: at most what the customer could withdraw. */
  readonly amountCents: Cents;
  readonly actor: string;
};

/** Gives what refused it. Throws an Outage: then the same request id should be sent again. */
export async function correctPosition(
  { accounts, db, engine, clock }: Pick<VerbDeps, 'accounts' | 'db' | 'engine' | 'clock'>,
  { positionId, requestId, amountCents, actor }: WantedCorrection,
): Promise<Refusal | undefined> {
  const accountId = await findPositionOwner(db, positionId);
  const customer = accountId === undefined ? undefined : await accounts.findCustomer(accountId);
  if (accountId === undefined || customer === undefined) return { code: 'not-found' };
  if (customer.closedAtMs !== null) return { code: 'account-closed' };
  const atMs = clock.nowMs();
  const record = async (action: string, after: Readonly<Record<string, unknown>>) => {
    const subject = `customer:${accountId}`;
    const about = { positionId, requestId, amount: toEuros(amountCents), ...after };
    await recordAudit(db.kysely, atMs, { actor, action, subject, after: about });
  };
  // First, so that no crash can leave money that moved and nobody who asked for it.
  await record('position.correct', {});
  const posting = createCorrectionPosting({
    positionId,
    accountId,
    id: requestId,
    amountCents,
    atMs,
  });
  const command = { kind: 'post-funds', accountId, atMs, posting } as const;
  const outcome = await engine.submit(posting.uniqueKey, command);
  if (outcome.kind === 'done') return undefined;
  await record('position.correct-refused', { code: outcome.refusal.code });
  return toWireRefusal(outcome.refusal, 'new-position');
}
