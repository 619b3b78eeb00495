// Second approvals of money actions, and who counts as an approver.
import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import type { Staff } from '#features/staff/staff.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { approvalRules } from './approval-rules.ts';
import type { ApprovalRule, ApprovalSettings } from './approval-rules.ts';
import { eraseContent, findApproval, lockApprovals, markWithdrawn } from './approval-store.ts';
import type { StoredApproval, Target, Withdrawal } from './approval-store.ts';
import { isFirstValid, judgeApproval, mayDecide } from './judge-approval.ts';
import type { ApprovalRequest, Approver, Judged } from './judge-approval.ts';

export type { ApprovalRule } from './approval-rules.ts';
export type { ApprovalContent, StoredApproval } from './approval-store.ts';
export type { ApprovalRequest, Judged, Waiting } from './judge-approval.ts';

export type Approvals = {
  /** The number of approvers of each action and its limit. */
  readonly rules: readonly ApprovalRule[];
  /** Days until a member whom somebody else created or changed counts as an approver. */
  readonly approverAgeDays: number;
  /**
   * Records the actor's approval in the caller's transaction, before the audit log is locked: until
   * the transaction ends nobody else can approve for this customer. A rejected attempt is recorded
   * in the audit log.
   */
  judge(tx: Kysely<object>, request: ApprovalRequest): Promise<Judged>;
  /** Returns whether the actor is a member of staff whose roles may approve such an action. */
  mayDecide(tx: Kysely<object>, approver: Approver): Promise<boolean>;
  /** Withdraws an approval whose action will not happen. False if there was none. */
  withdraw(tx: Kysely<object>, target: Target): Promise<boolean>;
  /** Like `withdraw`, only for pending second approvals; completed approvals stay. */
  withdrawWaiting(tx: Kysely<object>, target: Target): Promise<boolean>;
  /**
   * Like `withdraw`, without the customer's lock: for callers who hold the lock of the target's
   * row, which every approval needs, and may process other rows of the customer.
   */
  withdrawHeld(tx: Kysely<object>, target: Target): Promise<boolean>;
  /**
   * Returns whether the approvals of a target count: both are given, or the first has not expired
   * and its approver can still approve.
   */
  isFirstValid(tx: Kysely<object>, target: Target): Promise<boolean>;
  find(db: Kysely<object>, id: number): Promise<StoredApproval | undefined>;
  /** Erases the personal data that approvals about a customer contain. */
  erase(tx: Kysely<object>, customerId: number): Promise<void>;
};

const COUNTING = ['waiting', 'approved'] as const;

export type ApprovalsOptions = {
  readonly clock: Clock;
  readonly staff: Pick<Staff, 'findIn' | 'refusePerson'>;
  readonly settings: ApprovalSettings;
};

export function createApprovals({ clock, staff, settings }: ApprovalsOptions): Approvals {
  const rules = approvalRules(settings);
  const { approverAgeDays } = settings;
  const deps = { clock, staff, rules, approverAgeDays };
  const withdrawLocked = async (
    tx: Kysely<object>,
    withdrawal: Omit<Withdrawal, 'atMs'>,
  ): Promise<boolean> => {
    const found = await findApproval(tx, withdrawal);
    if (found === undefined) return false;
    await lockApprovals(tx, found.customerId);
    return await markWithdrawn(tx, { ...withdrawal, atMs: clock.nowMs() });
  };
  return {
    rules,
    approverAgeDays,
    judge: async (tx, request) => {
      const judged = await judgeApproval(deps, tx, request);
      if (judged.kind === 'refused') {
        await recordAudit(tx, clock.nowMs(), toRefusal(request, judged.rejection));
      }
      return judged;
    },
    mayDecide: async (tx, approver) => await mayDecide(deps, tx, approver),
    withdraw: async (tx, target) => await withdrawLocked(tx, { ...target, from: COUNTING }),
    withdrawWaiting: async (tx, target) =>
      await withdrawLocked(tx, { ...target, from: ['waiting'] }),
    withdrawHeld: async (tx, target) =>
      await markWithdrawn(tx, { ...target, from: COUNTING, atMs: clock.nowMs() }),
    isFirstValid: async (tx, target) => await isFirstValid(deps, tx, target),
    find: async (db, id) => await findApproval(db, { id }),
    erase: async (tx, customerId) => await eraseContent(tx, { customerId, atMs: clock.nowMs() }),
  };
}

function toRefusal({ action, target, customerId, actor }: ApprovalRequest, { code }: Rejection) {
  const subject = customerId === null ? target : `customer:${customerId}`;
  return { actor, action: 'approval.refused', subject, after: { action, target, code } };
}
