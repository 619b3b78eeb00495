import { APPROVAL_STATUSES, approvals as resource } from '@halyard/contract/backoffice/approvals';
import { APPROVAL_ACTIONS } from '@halyard/contract/backoffice/desk/approval-actions';
import type { ApprovalAction } from '@halyard/contract/backoffice/desk/approval-actions';
import { cents, toEuros } from '@halyard/core/money';
import { assertPresent } from '@halyard/core/assertion';
import { sql } from 'kysely';
import type { StoredApproval } from '#features/approvals/approvals.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import { doApproved } from '../do-approved.ts';
import { describeEdit } from '../edit-profile.ts';
import { describeGrant } from '../grant-approval.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Stored = z.object({
  id: z.int(),
  action: z.enum(APPROVAL_ACTIONS),
  target: z.string(),
  customer_id: z.nullable(z.int()),
  customer: z.nullable(z.string()),
  amount_cents: z.int(),
  content: z.record(z.string(), z.unknown()),
  status: z.enum(APPROVAL_STATUSES),
  first_by: z.nullable(z.string()),
  first_at: z.nullable(z.date()),
  first_reason: z.nullable(z.string()),
  second_by: z.nullable(z.string()),
  second_reason: z.nullable(z.string()),
  requested_by: z.nullable(z.string()),
  requested_at: z.nullable(z.date()),
  requested_reason: z.nullable(z.string()),
  decided_at: z.nullable(z.date()),
});

/** The actions that a closed account rejects. */
const REJECTED_ONCE_CLOSED: ReadonlySet<ApprovalAction> = new Set([
  'bonus',
  'correction',
  'credit',
  'manual-deposit',
  'profile-edit',
  'referral-bonus',
]);

/** Returns the part of a target that names a record; the rest tells requests apart. */
function toConcerned(action: ApprovalAction, target: string): string | null {
  const [first = '', second = ''] = target.split(':');
  switch (action) {
    case 'profile-edit':
    case 'staff-create':
    case 'staff-roles':
      return null;
    case 'correction':
    case 'shortfall-cover':
    case 'shortfall-payment':
      return `${first}:${second}`;
    case 'deposit-return':
    case 'return-dismissal':
    case 'dividend':
    case 'split':
      return first;
    case 'withdrawal':
    case 'withdrawal-return':
    case 'deposit-confirmation':
    case 'manual-deposit':
    case 'bonus':
    case 'referral-bonus':
    case 'credit':
      return target;
  }
}

const ID = { by: sql`id`, type: 'bigint' } as const;

export const approvalList = {
  select: sql`id, action, target, customer_id, amount_cents, content, status, first_by, first_at,
    first_reason, second_by, second_reason, requested_by, requested_at, requested_reason,
    decided_at, (select concat_ws(' · ', nullif(trim(concat_ws(' ', first_name, last_name)), ''), email)
      from customers where customers.id = approvals.customer_id) as customer`,
  from: sql`approvals`,
  key: ID,
  sorts: { id: ID },
  filters: {
    status: (value: string) => sql`status = ${value}`,
    action: (value: string) => sql`action = ${value}`,
    customer: (id: number) => sql`customer_id = ${id}`,
  },
  search: {},
  toRow: (record) => {
    const { amount_cents: amountCents, content, ...row } = z.parse(Stored, record);
    const isGrant = row.action === 'staff-create' || row.action === 'staff-roles';
    const isEdit = row.action === 'profile-edit';
    return {
      ...row,
      ...(isEdit ? describeEdit(content) : { changes: null, verification: null }),
      amount: isGrant || isEdit ? null : toEuros(cents(amountCents)),
      concerns: toConcerned(row.action, row.target),
      grants: isGrant ? describeGrant(content) : null,
      first_at: row.first_at?.toISOString() ?? null,
      requested_at: row.requested_at?.toISOString() ?? null,
      decided_at: row.decided_at?.toISOString() ?? null,
    };
  },
} satisfies ListSource<unknown>;

type Actor = { readonly id: number; readonly actor: string; readonly reason: string };

export function approvalsResource(deps: FrameDeps & OperatorCommandDeps): readonly RouteBinding[] {
  const { approvals, clock, db, payments } = deps;
  const get = async (id: number): Promise<StoredApproval> =>
    assertPresent(await approvals.find(db.kysely, id), 'a listed approval is there');
  const isAccountClosed = async ({ action, customerId }: StoredApproval): Promise<boolean> => {
    if (customerId === null || !REJECTED_ONCE_CLOSED.has(action)) return false;
    return (await deps.customers.getCustomer(customerId)).closedAtMs !== null;
  };
  const mayApprove = async (id: number, actor: string): Promise<boolean> => {
    const approval = await get(id);
    if (approval.status !== 'waiting') return false;
    if (await isAccountClosed(approval)) return false;
    return approval.first?.by !== actor || !(await approvals.isFirstValid(db.kysely, approval));
  };
  const approve = async ({ id, actor, reason }: Actor): Promise<Answer<Record<string, never>>> => {
    const approval = await get(id);
    if (approval.status !== 'waiting') return refused({ code: 'transaction-stage' });
    const rejection = await doApproved(deps, { approval, actor, reason });
    return rejection === undefined ? ok({}) : refused(rejection);
  };
  const withdraw = async ({ id, actor, reason }: Actor): Promise<Answer<Record<string, never>>> => {
    const { action, target, customerId } = await get(id);
    const subject = customerId === null ? target : `customer:${customerId}`;
    const outcome = await db.kysely.transaction().execute(async (tx) => {
      if (!(await approvals.mayDecide(tx, { action, actor }))) {
        const after = { action, target, code: 'forbidden' };
        await recordAudit(tx, clock.nowMs(), { actor, action: 'approval.refused', subject, after });
        return 'forbidden';
      }
      if (action === 'withdrawal') {
        await payments.forgetApproval(tx, { id: target, actor, reason });
      }
      if (!(await approvals.withdrawWaiting(tx, { action, target }))) return 'transaction-stage';
      const after = { action, target };
      await recordAudit(tx, clock.nowMs(), { actor, action: 'approval.withdraw', subject, after });
      return undefined;
    });
    return outcome === undefined ? ok({}) : refused({ code: outcome });
  };
  return bindResource(deps, resource, {
    list: approvalList,
    detail: { may_approve: async (id, { actor }) => await mayApprove(id, actor) },
    actions: { approve, withdraw },
  });
}
