import {
  WITHDRAWAL_STOPS,
  withdrawals as resource,
} from '@halyard/contract/backoffice/withdrawals';
import type { WITHDRAWAL_QUEUES } from '@halyard/contract/backoffice/withdrawals';
import type { DetailOf } from '@halyard/contract/backoffice/resource';
import {
  TRANSACTION_TABS,
  TRANSACTION_TYPES,
  WITHDRAWAL_TYPE,
} from '@halyard/contract/transactions';
import { assertPresent } from '@halyard/core/assertion';
import { toEuros } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isProfileComplete } from '#features/customers/customers.ts';
import { findDestinationUse, listSources, sumDebt } from '#features/payments/payments.ts';
import type { WithdrawalActionRequest } from '#features/payments/payments.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import {
  listGivenApprovals,
  listRecentChanges,
  toDocumentStates,
  toHeldPositions,
} from './withdrawal-facts.ts';
import {
  isOfType,
  toTransactionRow,
  transactionDetail,
  transactionSource,
} from './transaction-source.ts';

const {
  search: { id, email },
  ...source
} = transactionSource(TRANSACTION_TABS.withdrawals);

const QUEUES = {
  'to-approve': sql`t.status = 'pending' and ${isOfType([WITHDRAWAL_TYPE])}`,
  'to-pay': sql`t.status = 'processing' and ${isOfType([WITHDRAWAL_TYPE])}`,
} as const satisfies Record<(typeof WITHDRAWAL_QUEUES)[number], unknown>;

export const withdrawalList = {
  ...source,
  search: { id, email },
  filters: { ...source.filters, queue: (queue: keyof typeof QUEUES) => QUEUES[queue] },
  toRow: (record) => {
    const { review: _, ...row } = toTransactionRow(record);
    return row;
  },
} satisfies ListSource<unknown>;

type Deps = FrameDeps &
  Pick<OperatorCommandDeps, 'approvals' | 'payments' | 'customers' | 'engine' | 'trading'>;

export function withdrawalsResource(deps: Deps): readonly RouteBinding[] {
  const { customers, db, engine, payments } = deps;
  const { get, ...shared } = transactionDetail(deps);
  const customerOf = async (id: string) => await customers.getCustomer((await get(id)).customerId);
  const accountOf = async (id: string) =>
    assertPresent(await engine.account((await get(id)).customerId), 'a customer has an account');
  const listCounting = async (id: string) => await listCountingApprovals(deps, id);
  const act = async (request: WithdrawalActionRequest) => {
    const done = await payments.actOnWithdrawal(request);
    if (done.kind === 'not-found') return refused({ code: 'not-found' });
    if (done.kind === 'refused') return refused(done.rejection);
    if (done.kind === 'not-now') return refused({ code: 'transaction-stage' });
    const { status, approvedBy } = done.transaction;
    if (status === 'opening') return refused({ code: 'not-found' });
    const isHalfApproved = request.action === 'approve' && status === 'pending';
    const waiting = done.kind === 'waiting' || isHalfApproved;
    return ok({ status, approved_by: approvedBy, waiting });
  };
  return bindResource(deps, resource, {
    list: withdrawalList,
    detail: {
      ...shared,
      pay_to: async (id) => (await get(id)).comments,
      customer_name: async (id) => {
        const { profile } = await customerOf(id);
        return `${profile.firstName} ${profile.lastName}`;
      },
      verified: async (id) => (await accountOf(id)).terms.isVerified,
      email_confirmed: async (id) => (await customerOf(id)).isEmailConfirmed,
      profile_complete: async (id) => isProfileComplete(await customerOf(id)),
      document_states: async (id) => toDocumentStates((await customerOf(id)).documents),
      destination: async (id) => {
        const { paid, firstRequestedAtMs } = await findDestinationUse(db.kysely, id);
        return { paid, first_requested_at: new Date(firstRequestedAtMs).toISOString() };
      },
      recent_changes: async (id) =>
        await listRecentChanges(db.kysely, {
          customerId: (await get(id)).customerId,
          nowMs: deps.clock.nowMs(),
        }),
      open_positions: async (id) =>
        toHeldPositions(
          (await deps.trading.viewAccount((await get(id)).customerId)).positions.open,
        ),
      approvals_given: async (id) => await listCounting(id),
      may_approve: async (id, { actor }) => {
        if ((await get(id)).status !== 'pending') return false;
        return (await listCounting(id)).every(({ by }) => by !== actor);
      },
      stopped_by: async (id) => {
        const stop = await payments.findWithdrawalStop((await get(id)).customerId);
        return WITHDRAWAL_STOPS.find((code) => code === stop?.code) ?? null;
      },
      cash_left: async (id) => toEuros((await accountOf(id)).cashCents),
      owed: async (id) => toEuros(await sumDebt(db.kysely, (await get(id)).customerId)),
      sources: async (id) => await readSources(db.kysely, (await get(id)).customerId),
    },
    actions: {
      approve: async ({ id, actor, reason }) => await act({ id, actor, reason, action: 'approve' }),
      pay: async ({ id, actor, input }) =>
        await act({ id, actor, action: 'pay', reason: input.reference }),
      reject: async ({ id, actor, reason }) => await act({ id, actor, reason, action: 'reject' }),
      bounce: async ({ id, actor, reason }) => await act({ id, actor, reason, action: 'bounce' }),
    },
  });
}

/** Returns the approvals that count: none once the first has expired. */
async function listCountingApprovals(
  { approvals, db }: Pick<Deps, 'approvals' | 'db'>,
  id: string,
): Promise<Awaited<ReturnType<typeof listGivenApprovals>>> {
  const target = { action: 'withdrawal', target: id } as const;
  const counts = await approvals.isFirstValid(db.kysely, target);
  return counts ? await listGivenApprovals(db.kysely, id) : [];
}

async function readSources(
  db: Kysely<object>,
  customerId: number,
): Promise<DetailOf<typeof resource>['sources']> {
  return (await listSources(db, customerId)).map((one) => ({
    type: TRANSACTION_TYPES[one.typeId as keyof typeof TRANSACTION_TYPES],
    provider: one.provider,
    count: one.count,
    total: toEuros(one.totalCents),
  }));
}
