import { deposits as resource } from '@halyard/contract/backoffice/deposits';
import type { DEPOSIT_QUEUES } from '@halyard/contract/backoffice/deposits';
import { TRANSACTION_TABS } from '@halyard/contract/transactions';
import { parseAmount, toEuros } from '@halyard/core/money';
import { sql } from 'kysely';
import {
  CONFIRMED_BY_STAFF,
  createTransactionId,
  isDepositId,
} from '#features/payments/payments.ts';
import type { DepositActionRequest, Grant } from '#features/payments/payments.ts';
import { toWireRejection } from '#features/trading/trading.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import {
  isOfType,
  toTransactionRow,
  transactionDetail,
  transactionSource,
} from './transaction-source.ts';

const TYPES = [
  ...TRANSACTION_TABS.deposits,
  ...TRANSACTION_TABS.bonuses,
  ...TRANSACTION_TABS.credits,
];
const source = transactionSource(TYPES);
const ABOVE_ZERO = 'must be an amount above zero such as 250.00';

// The conditions must be written as in the partial indexes of 0006-payments.sql, so that PostgreSQL
// uses these.
const QUEUES = {
  'to-review': sql`(t.status = 'in-review' or t.review is not null)`,
  'to-confirm': sql`t.status in ('pending', 'processing') and ${isOfType(CONFIRMED_BY_STAFF)}`,
} as const satisfies Record<(typeof DEPOSIT_QUEUES)[number], unknown>;

export const depositList = {
  ...source,
  filters: {
    ...source.filters,
    queue: (queue: keyof typeof QUEUES) => QUEUES[queue],
    provider: (provider: string) => sql`t.provider = ${provider}`,
  },
  toRow: (record) => {
    const { approved_by: _, ...row } = toTransactionRow(record);
    return row;
  },
} satisfies ListSource<unknown>;

type Deps = FrameDeps & Pick<OperatorCommandDeps, 'payments' | 'customers'>;

export function depositsResource(deps: Deps): readonly RouteBinding[] {
  const { payments } = deps;
  const { get, requested, settled_at, stages } = transactionDetail(deps);
  const act = async (request: DepositActionRequest) => {
    const done = await payments.actOnDeposit(request);
    if (done.kind === 'not-found') return refused({ code: 'not-found' });
    if (done.kind === 'refused') return refused(done.rejection);
    if (done.kind === 'not-now') return refused({ code: 'transaction-stage' });
    const { status, amountCents } = done.transaction;
    if (status === 'opening') return refused({ code: 'not-found' });
    const waiting = done.kind === 'waiting';
    return ok({ status, amount: toEuros(amountCents), waiting });
  };
  return bindResource(deps, resource, {
    list: depositList,
    detail: {
      requested,
      settled_at,
      stages,
      reported_return: async (id) => {
        const reported = await payments.findReportedReturn(await get(id));
        if (reported === undefined) return null;
        const { outcome, amountCents, claimedAtMs } = reported;
        const claimed_at = new Date(claimedAtMs).toISOString();
        return { outcome, amount: toEuros(amountCents), claimed_at };
      },
    },
    actions: {
      confirm: async ({ id, actor, reason, input }) => {
        const receivedCents = parseAmount(input.received);
        return receivedCents === undefined || receivedCents <= 0
          ? refused({ code: 'invalid', errors: { received: ABOVE_ZERO } })
          : await act({ id, actor, reason, action: 'confirm', receivedCents });
      },
      review: async ({ id, actor, reason }) => await act({ id, actor, reason, action: 'review' }),
      clear: async ({ id, actor, reason }) => await act({ id, actor, reason, action: 'clear' }),
      'book-return': async ({ id, actor, reason }) =>
        await act({ id, actor, reason, action: 'book-return' }),
      reject: async ({ id, actor, reason }) => await act({ id, actor, reason, action: 'reject' }),
      grant: async ({ actor, reason, input }) => {
        const { kind, customer_id: customerId, amount, transaction_id: given } = input;
        const amountCents = parseAmount(amount);
        if (amountCents === undefined || amountCents <= 0) {
          return refused({ code: 'invalid', errors: { amount: ABOVE_ZERO } });
        }
        const transactionId = given ?? createTransactionId('D');
        if (!isDepositId(transactionId)) {
          return refused({ code: 'invalid', errors: { transaction_id: 'is not of a deposit' } });
        }
        const granted = { kind, customerId, amountCents, transactionId, actor, reason };
        return await book(deps, granted);
      },
    },
  });
}

async function book(
  { customers, payments }: Deps,
  granted: Grant,
): Promise<Answer<{ readonly transaction_id: string; readonly waiting: boolean }>> {
  const customer = await customers.findCustomer(granted.customerId);
  if (customer === undefined) return refused({ code: 'not-found' });
  if (customer.closedAtMs !== null) return refused({ code: 'account-closed' });
  const finished = await payments.grant(granted);
  if (finished.kind === 'not-approved') return refused(finished.rejection);
  if (finished.kind === 'refused')
    return refused(toWireRejection(finished.rejection, 'new-position'));
  const waiting = finished.kind === 'waiting';
  return ok({ transaction_id: granted.transactionId, waiting });
}
