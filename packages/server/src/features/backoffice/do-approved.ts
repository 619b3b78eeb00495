// Executes an action that the second person approves in the list of approvals: the same use case
// with the same content as requested.
import type { Rejection } from '@halyard/contract/rejections';
import { cents } from '@halyard/core/money';
import type { StoredApproval } from '#features/approvals/approvals.ts';
import { readPlan } from '#features/linked-accounts/linked-accounts.ts';
import type { Done, Granted } from '#features/payments/payments.ts';
import { toWireRejection } from '#features/trading/trading.ts';
import * as z from 'zod/mini';
import { payDividend, splitSymbol, correctPosition } from './dealing/dealing.ts';
import { editApproved } from './edit-profile.ts';
import { grantApproved } from './grant-approval.ts';
import type { OperatorCommandDeps } from './operator-command.ts';

export type ApprovedBy = {
  readonly approval: StoredApproval;
  readonly actor: string;
  readonly reason: string;
};

// The content of an approved deposit, as the use case stores it.
const Confirmation = z.object({ receivedCents: z.int() });
const Return = z.object({ transactionId: z.string() });
const Booking = z.object({ customerId: z.int(), amountCents: z.int() });
const Correction = z.object({ positionId: z.int(), requestId: z.string(), amountCents: z.int() });
const Settlement = z.object({ positionId: z.int(), plan: z.string() });
const Dividend = z.object({ symbol: z.string(), micros: z.int(), requestId: z.string() });
const Split = z.object({
  symbol: z.string(),
  newUnits: z.int(),
  oldUnits: z.int(),
  requestId: z.string(),
});

/**
 * Executes the approved action. Returns the rejection, if any. Throws an Outage, after which it can
 * be approved again.
 */
export async function doApproved(
  deps: OperatorCommandDeps,
  { approval, actor, reason }: ApprovedBy,
): Promise<Rejection | undefined> {
  const { action, target, content } = approval;
  const by = { actor, reason };
  switch (action) {
    case 'withdrawal':
      return rejectionOf(
        await deps.payments.actOnWithdrawal({ id: target, action: 'approve', ...by }),
      );
    case 'withdrawal-return':
      return rejectionOf(
        await deps.payments.actOnWithdrawal({ id: target, action: 'bounce', ...by }),
      );
    case 'deposit-return': {
      const { transactionId: id } = z.parse(Return, content);
      return rejectionOf(await deps.payments.actOnDeposit({ id, action: 'book-return', ...by }));
    }
    case 'return-dismissal': {
      const { transactionId: id } = z.parse(Return, content);
      return rejectionOf(await deps.payments.actOnDeposit({ id, action: 'clear', ...by }));
    }
    case 'deposit-confirmation': {
      const receivedCents = cents(z.parse(Confirmation, content).receivedCents);
      const confirmation = { id: target, action: 'confirm', receivedCents, ...by } as const;
      return rejectionOf(await deps.payments.actOnDeposit(confirmation));
    }
    case 'correction': {
      const { amountCents, ...which } = z.parse(Correction, content);
      const wanted = { ...which, amountCents: cents(amountCents), ...by };
      const corrected = await correctPosition(deps, wanted);
      return corrected.kind === 'refused' ? corrected.rejection : undefined;
    }
    case 'dividend': {
      const paid = await payDividend(deps, { ...z.parse(Dividend, content), ...by });
      return 'rejection' in paid ? paid.rejection : undefined;
    }
    case 'split': {
      const split = await splitSymbol(deps, { ...z.parse(Split, content), ...by });
      return 'rejection' in split ? split.rejection : undefined;
    }
    case 'shortfall-cover':
    case 'shortfall-payment': {
      const { positionId, plan } = z.parse(Settlement, content);
      const how = action === 'shortfall-cover' ? 'cover' : 'pay';
      const wanted = { positionId, how, covers: readPlan(plan), ...by } as const;
      const settled = await deps.linkedAccounts.settle(wanted);
      return settled.kind === 'refused' ? settled.rejection : undefined;
    }
    case 'staff-create':
    case 'staff-roles':
      return await grantApproved(deps, { approval, ...by });
    case 'profile-edit':
      return await editApproved(deps, { approval, ...by });
    case 'manual-deposit':
    case 'bonus':
    case 'referral-bonus':
    case 'credit': {
      const { customerId, amountCents } = z.parse(Booking, content);
      const { closedAtMs } = await deps.customers.getCustomer(customerId);
      if (closedAtMs !== null) return { code: 'account-closed' };
      const granted = { kind: action, customerId, amountCents: cents(amountCents), ...by };
      return grantRejectionOf(await deps.payments.grant({ ...granted, transactionId: target }));
    }
  }
}

function rejectionOf(done: Done): Rejection | undefined {
  if (done.kind === 'refused') return done.rejection;
  if (done.kind === 'not-found') return { code: 'not-found' };
  return done.kind === 'not-now' ? { code: 'transaction-stage' } : undefined;
}

function grantRejectionOf(granted: Granted): Rejection | undefined {
  if (granted.kind === 'not-approved') return granted.rejection;
  return granted.kind === 'refused'
    ? toWireRejection(granted.rejection, 'new-position')
    : undefined;
}
