import { createHash } from 'node:crypto';
import { assertPresent } from '@halyard/core/assertion';
import { addCents, cents, negateCents, parseAmount, toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { Customers } from '#features/customers/customers.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Caller } from '#platform/http/http.ts';
import type { Created } from '../action.ts';
import { finishStep } from '../finish-step.ts';
import type { StepDeps } from '../finish-step.ts';
import { TYPE } from '../transaction.ts';
import { createTransactionId } from '../transaction-id.ts';
import {
  countOpenWithdrawals,
  findRequestedTransaction,
  insertTransaction,
  lockCustomerTransactions,
} from '../transaction-store.ts';

const OPEN_WITHDRAWALS_MAX = 20;

export type WithdrawalDeps = StepDeps & {
  readonly customers: Pick<Customers, 'checkAuthenticationLevel'>;
  readonly settings: { readonly withdrawalFeeCents: Cents };
};

export type WithdrawalRequest = {
  readonly caller: Pick<Caller, 'subjectId' | 'sessionId'>;
  readonly ip: string;
  /** The requested amount in euros, negative as on the wire. */
  readonly amount: number | string;
  /** The payout destination in the customer's words. */
  readonly comments: string | undefined;
  /** The second-factor code. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;
};

/**
 * Holds the amount at once and leaves the request for staff. Rejects in this order: duplicate-id,
 * invalid (comments, amount), amount-too-small, step-up authentication, too-many-transactions, and
 * the engine's rejections of a hold; nothing is stored then.
 */
export async function requestWithdrawal(
  deps: WithdrawalDeps,
  request: WithdrawalRequest,
): Promise<Created> {
  const known = await findKnown(deps.db.kysely, request);
  if (known !== undefined) return await finish(deps, known);
  const read = readRequest(request, deps.settings.withdrawalFeeCents);
  if (read.kind === 'refused') return read;
  const unproved = await deps.customers.checkAuthenticationLevel(request.caller, {
    ip: request.ip,
    code: request.code,
  });
  if (unproved !== undefined) return { kind: 'refused', rejection: unproved };
  return await finish(deps, await insert(deps, request, read));
}

type Read = { readonly kind: 'read'; readonly askedCents: Cents; readonly comments: string };

function readRequest(
  request: WithdrawalRequest,
  feeCents: Cents,
): Read | Extract<Created, { kind: 'refused' }> {
  const { comments = '' } = request;
  const amountCents = parseAmount(request.amount);
  const errors = {
    ...(comments === '' ? { comments: 'This field is required' } : {}),
    ...(amountCents === undefined || amountCents > 0
      ? { amount: 'must be negative, such as -100.00' }
      : {}),
  };
  if (amountCents === undefined || Object.keys(errors).length > 0) {
    return { kind: 'refused', rejection: { code: 'invalid', errors } };
  }
  const minimumCents = addCents(feeCents, cents(1));
  const askedCents = negateCents(amountCents);
  if (askedCents < minimumCents) {
    const facts = { minimum: toEuros(minimumCents) };
    return { kind: 'refused', rejection: { code: 'amount-too-small', facts } };
  }
  return { kind: 'read', askedCents, comments };
}

async function insert(
  deps: WithdrawalDeps,
  request: WithdrawalRequest,
  { askedCents, comments }: Read,
): Promise<Created> {
  const { subjectId: customerId } = request.caller;
  const { withdrawalFeeCents: feeCents } = deps.settings;
  return await deps.db.kysely.transaction().execute(async (db): Promise<Created> => {
    await lockCustomerTransactions(db, customerId);
    const known = await findKnown(db, request);
    if (known !== undefined) return known;
    if ((await countOpenWithdrawals(db, customerId)) >= OPEN_WITHDRAWALS_MAX) {
      const facts = { maximum: OPEN_WITHDRAWALS_MAX };
      return { kind: 'refused', rejection: { code: 'too-many-transactions', facts } };
    }
    const actor = `customer:${customerId}`;
    const entry = { atMs: deps.clock.nowMs(), actor };
    const id = createTransactionId('W');
    const requested = { requestId: request.requestId ?? null };
    const transaction = await insertTransaction(
      db,
      {
        id,
        customerId,
        typeId: TYPE.withdrawal,
        methodId: TYPE.withdrawal,
        status: 'opening',
        amountCents: addCents(negateCents(askedCents), feeCents),
        requestedCents: negateCents(askedCents),
        comments,
        ...requested,
        requestHash: request.requestId === undefined ? null : hashOf(request),
        next: { step: 'hold', data: { to: 'pending', actor } },
      },
      entry,
    );
    if (feeCents > 0) await insertFee(db, { customerId, id, feeCents, entry });
    await recordAudit(db, entry.atMs, {
      actor,
      action: 'withdrawal.request',
      subject: actor,
      after: { transactionId: id, amount: toEuros(askedCents) },
    });
    return { kind: 'created', transaction: assertPresent(transaction, 'a new id is free') };
  });
}

type Fee = {
  readonly customerId: number;
  readonly id: string;
  readonly feeCents: Cents;
  readonly entry: { readonly atMs: number; readonly actor: string };
};

async function insertFee(
  db: Kysely<object>,
  { customerId, id, feeCents, entry }: Fee,
): Promise<void> {
  await insertTransaction(
    db,
    {
      id: createTransactionId('W'),
      customerId,
      typeId: TYPE.withdrawalFee,
      status: 'opening',
      amountCents: negateCents(feeCents),
      originalId: id,
      cause: 'fee',
    },
    entry,
  );
}

async function finish(deps: StepDeps, created: Created): Promise<Created> {
  if (created.kind === 'refused') return created;
  const finished = await finishStep(deps, created.transaction);
  if (finished.kind === 'refused') return finished;
  return { ...created, transaction: finished.transaction };
}

/** Returns the reply to an earlier identical request. */
async function findKnown(
  db: Kysely<object>,
  request: WithdrawalRequest,
): Promise<Created | undefined> {
  const { caller, requestId } = request;
  if (requestId === undefined) return undefined;
  const transaction = await findRequestedTransaction(db, {
    customerId: caller.subjectId,
    requestId,
  });
  if (transaction === undefined) return undefined;
  return transaction.requestHash === hashOf(request)
    ? { kind: 'created', transaction }
    : { kind: 'refused', rejection: { code: 'duplicate-id' } };
}

function hashOf({ amount, comments }: WithdrawalRequest): string {
  const asked = [parseAmount(amount), 'withdraw', comments];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
