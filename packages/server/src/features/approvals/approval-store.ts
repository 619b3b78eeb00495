import type { ApprovalStatus } from '@halyard/contract/backoffice/approvals';
import type { ApprovalAction } from '@halyard/contract/backoffice/desk/approval-actions';
import type { Cents } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

/** The action to execute after approval. */
export type ApprovalContent = Readonly<Record<string, string | number>>;

export type StoredApproval = {
  readonly id: number;
  readonly action: ApprovalAction;
  readonly target: string;
  readonly customerId: number | null;
  readonly amountCents: Cents;
  readonly content: ApprovalContent;
  readonly status: ApprovalStatus;
  /**
   * The first approval; null if the operator requested the action and nobody has approved it yet.
   */
  readonly first: Step | null;
  /** The request by the operator's command, which does not count as an approval; null for staff. */
  readonly request: Step | null;
  readonly secondBy: string | null;
};

/** One approval or request: the actor, time and reason. */
export type Step = {
  readonly by: string;
  readonly atMs: number;
  readonly reason: string | null;
};

type ApprovalsTables = {
  approvals: Narrow<
    'approvals',
    {
      action: ApprovalAction;
      amount_cents: Cents;
      content: ApprovalContent;
      status: ApprovalStatus;
    }
  >;
};

/**
 * Locks approvals of the customer until the caller's transaction ends: two concurrent approvals
 * must not both stay below the limit.
 */
export async function lockApprovals(db: Kysely<object>, customerId: number | null): Promise<void> {
  const name = `approvals:${customerId ?? 'all'}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

export type Target = { readonly action: ApprovalAction; readonly target: string };

/**
 * Locks one target as well, after `lockApprovals`: an id may be sent for two customers at once, and
 * the second request must find the approval of the first.
 */
export async function lockTarget(db: Kysely<object>, { action, target }: Target): Promise<void> {
  const name = `approval:${action}:${target}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

export async function findApproval(
  db: Kysely<object>,
  by: Target | { readonly id: number },
): Promise<StoredApproval | undefined> {
  const all = tables(db).selectFrom('approvals').selectAll();
  const row = await (
    'id' in by
      ? all.where('id', '=', by.id)
      : all.where('action', '=', by.action).where('target', '=', by.target)
  ).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export type Sum = {
  readonly actions: readonly ApprovalAction[];
  /** The customer whose amounts add up; null for actions that concern many customers. */
  readonly customerId: number | null;
  readonly afterMs: number;
  /** The action being approved, which is excluded from the sum. */
  readonly except: Target;
};

export async function sumApproved(
  db: Kysely<object>,
  { actions, customerId, afterMs, except }: Sum,
): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from approvals
    where status = 'approved' and customer_id is not distinct from ${customerId}::bigint
      and decided_at > ${new Date(afterMs)} and action = any(${[...actions]})
      and not (action = ${except.action} and target = ${except.target})`.execute(db);
  return rows[0]?.cents ?? (0 as Cents);
}

export type NewApproval = Omit<StoredApproval, 'id' | 'status' | 'secondBy'> & {
  readonly status: 'waiting' | 'approved';
};

/**
 * Stores the first approval. It replaces one that was withdrawn, has expired, or was only
 * requested.
 */
export async function saveFirst(db: Kysely<object>, approval: NewApproval): Promise<void> {
  const { first, request, status } = approval;
  const firstAt = first === null ? null : new Date(first.atMs);
  const values = {
    customer_id: approval.customerId,
    amount_cents: approval.amountCents,
    content: sql<ApprovalContent>`${JSON.stringify(approval.content)}::jsonb`,
    status,
    first_by: first?.by ?? null,
    first_at: firstAt,
    first_reason: first?.reason ?? null,
    requested_by: request?.by ?? null,
    requested_at: request === null ? null : new Date(request.atMs),
    requested_reason: request?.reason ?? null,
    second_by: null,
    second_reason: null,
    decided_at: status === 'approved' ? firstAt : null,
  };
  await tables(db)
    .insertInto('approvals')
    .values({ action: approval.action, target: approval.target, ...values })
    .onConflict((conflict) => conflict.columns(['action', 'target']).doUpdateSet(values))
    .execute();
}

export type SecondApproval = {
  readonly id: number;
  /** The current amount of the action, which may have changed since the first approval. */
  readonly amountCents: Cents;
  readonly by: string;
  readonly reason: string | null;
  readonly atMs: number;
};

export async function saveSecond(db: Kysely<object>, second: SecondApproval): Promise<void> {
  await tables(db)
    .updateTable('approvals')
    .set({
      status: 'approved',
      amount_cents: second.amountCents,
      second_by: second.by,
      second_reason: second.reason,
      decided_at: new Date(second.atMs),
    })
    .where('id', '=', second.id)
    .execute();
}

export type Withdrawal = Target & {
  readonly from: readonly Exclude<ApprovalStatus, 'withdrawn'>[];
  readonly atMs: number;
};

/** Marks an approval as withdrawn; false if its status is none of these. */
export async function markWithdrawn(
  db: Kysely<object>,
  { action, target, from, atMs }: Withdrawal,
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('approvals')
    .set({ status: 'withdrawn', decided_at: new Date(atMs) })
    .where('action', '=', action)
    .where('target', '=', target)
    .where('status', 'in', from)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/**
 * Erases the personal data that changes of a customer's profile contain. Those that wait can't be
 * executed any more, and are withdrawn.
 */
export async function eraseContent(
  db: Kysely<object>,
  { customerId, atMs }: { readonly customerId: number; readonly atMs: number },
): Promise<void> {
  await tables(db)
    .updateTable('approvals')
    .set({
      content: sql<ApprovalContent>`'{}'::jsonb`,
      status: sql`case status when 'waiting' then 'withdrawn' else status end`,
      decided_at: sql`coalesce(decided_at, ${new Date(atMs)})`,
    })
    .where('customer_id', '=', customerId)
    .where('action', '=', 'profile-edit')
    .execute();
}

function tables(db: Kysely<object>): Kysely<ApprovalsTables> {
  return db.withTables<ApprovalsTables>();
}

type Row = Omit<Selectable<ApprovalsTables['approvals']>, 'second_reason' | 'decided_at'>;

function fromRow(row: Row): StoredApproval {
  return {
    id: row.id,
    action: row.action,
    target: row.target,
    customerId: row.customer_id,
    amountCents: row.amount_cents,
    content: row.content,
    status: row.status,
    first: toStep(row.first_by, row.first_at, row.first_reason),
    request: toStep(row.requested_by, row.requested_at, row.requested_reason),
    secondBy: row.second_by,
  };
}

function toStep(by: string | null, at: Date | null, reason: string | null): Step | null {
  return by === null || at === null ? null : { by, atMs: at.getTime(), reason };
}
