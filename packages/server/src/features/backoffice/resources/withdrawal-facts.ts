// The facts besides the amounts that staff need to decide about a withdrawal.
import { DOCUMENT_STATUSES } from '@halyard/contract/backoffice/documents';
import type { DetailOf } from '@halyard/contract/backoffice/resource';
import {
  RECENT_CHANGE_DAYS,
  RECENT_CHANGES,
  type withdrawals,
} from '@halyard/contract/backoffice/withdrawals';
import { DOCUMENT_KINDS, DOCUMENT_STATUS } from '@halyard/contract/documents';
import type { Position } from '@halyard/contract/trading';
import { DAY_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Customer } from '#features/customers/customers.ts';
import * as z from 'zod/mini';

type Detail = DetailOf<typeof withdrawals>;

/** More changes than this in a month are a reason to look at the audit log itself. */
const CHANGES_MAX = 20;
const PREFIX = 'customer.';

const Change = z.object({ at: z.date(), change: z.enum(RECENT_CHANGES), actor: z.string() });

export async function listRecentChanges(
  db: Kysely<object>,
  { customerId, nowMs }: { readonly customerId: number; readonly nowMs: number },
): Promise<Detail['recent_changes']> {
  const actions = RECENT_CHANGES.map((change) => `${PREFIX}${change}`);
  const { rows } = await sql`
    select at, substr(action, ${PREFIX.length + 1}::int) as change, actor from audit_events
    where subject = ${`customer:${customerId}`} and action = any(${actions})
      and at > ${new Date(nowMs - RECENT_CHANGE_DAYS * DAY_MS)}
    order by id desc limit ${CHANGES_MAX}`.execute(db);
  return z
    .parse(z.array(Change), rows)
    .map(({ at, ...change }) => ({ at: at.toISOString(), ...change }));
}

const Approval = z.object({
  first_by: z.nullable(z.string()),
  first_at: z.nullable(z.date()),
  first_reason: z.nullable(z.string()),
  second_by: z.nullable(z.string()),
  second_reason: z.nullable(z.string()),
  decided_at: z.nullable(z.date()),
});

/** Returns who has approved the withdrawal; approvals that were withdrawn don't count. */
export async function listGivenApprovals(
  db: Kysely<object>,
  transactionId: string,
): Promise<Detail['approvals_given']> {
  const { rows } = await sql`
    select first_by, first_at, first_reason, second_by, second_reason, decided_at from approvals
    where action = 'withdrawal' and target = ${transactionId} and status <> 'withdrawn'`.execute(
    db,
  );
  return z.parse(z.array(Approval), rows).flatMap((row) => {
    const first = { by: row.first_by, at: row.first_at, reason: row.first_reason };
    const second = { by: row.second_by, at: row.decided_at, reason: row.second_reason };
    return [first, second].flatMap(({ by, at, reason }) =>
      by === null || at === null ? [] : [{ by, at: at.toISOString(), reason }],
    );
  });
}

export function toDocumentStates(documents: Customer['documents']): Detail['document_states'] {
  return DOCUMENT_KINDS.flatMap((kind) => {
    const state = documents[kind];
    const status = DOCUMENT_STATUSES.find((one) => DOCUMENT_STATUS[one] === state?.status);
    return status === undefined ? [] : [{ kind, status }];
  });
}

/** Returns what staff see of an open position, without its stop loss and take profit. */
export function toHeldPositions(open: readonly Position[]): Detail['open_positions'] {
  return open.map(({ id, symbol, direction, amount, leverage, profit }) => ({
    position_id: id,
    symbol,
    direction,
    amount,
    leverage,
    profit,
  }));
}
