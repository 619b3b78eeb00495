import {
  cancelTransaction,
  createTransaction,
  getDepositTerms,
  getWithdrawalTerms,
  listTransactions as listRoute,
  listTransactionsByToken,
  TRANSACTION_TABS,
  TRANSACTIONS_PAGE_MAX,
  WITHDRAWAL_TYPE,
} from '@halyard/contract/transactions';
import type { Transaction } from '@halyard/contract/transactions';
import type { QueryOf } from '@halyard/contract/route';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { ActionDeps } from './action.ts';
import type { WithdrawalDeps } from './withdrawals/withdrawals.ts';
import { cancelTransaction as cancel } from './cancel-transaction.ts';
import { createDeposit, viewDepositTerms } from './deposits/deposits.ts';
import type { DepositDeps } from './deposits/deposits.ts';
import { requestWithdrawal, viewWithdrawalTerms } from './withdrawals/withdrawals.ts';
import { listCustomerTransactions } from './transaction-store.ts';
import { toWireTransaction } from './transaction-to-wire.ts';

export type RoutesDeps = DepositDeps & WithdrawalDeps & ActionDeps;

export function paymentsRoutes(deps: RoutesDeps): readonly RouteBinding[] {
  return [
    bind(listRoute, async ({ caller, query }) =>
      ok(await listTransactions(deps, caller.subjectId, query)),
    ),
    bind(listTransactionsByToken, async ({ caller, query }) =>
      ok(await listTransactions(deps, caller.subjectId, query)),
    ),
    bind(getDepositTerms, async ({ caller }) => ok(await viewDepositTerms(deps, caller.subjectId))),
    bind(getWithdrawalTerms, async ({ caller }) =>
      ok(await viewWithdrawalTerms(deps, caller.subjectId)),
    ),
    bind(createTransaction, async ({ caller, body, ip }) => {
      const { amount, method, provider, comments, requestId, code } = body;
      const asked = { amount, comments, requestId };
      const created =
        method === WITHDRAWAL_TYPE
          ? await requestWithdrawal(deps, { ...asked, caller, ip, code })
          : await createDeposit(deps, {
              ...asked,
              customerId: caller.subjectId,
              methodId: method,
              provider,
            });
      if (created.kind === 'refused') return refused(created.rejection);
      return ok({ status: 'success' as const, transaction_id: created.transaction.id });
    }),
    bind(cancelTransaction, async ({ caller, body }) => {
      const id = body.transaction_id;
      const rejection = await cancel(deps, { id, customerId: caller.subjectId });
      if (rejection !== undefined) return refused(rejection);
      return ok({ status: 'success' as const, transaction_id: id });
    }),
  ];
}

export type TransactionPage = QueryOf<typeof listRoute>;

/** Returns a page of a customer's transactions, newest first. */
export async function listTransactions(
  deps: Pick<RoutesDeps, 'db'>,
  customerId: number,
  query: TransactionPage,
): Promise<Transaction[]> {
  const transactions = await listCustomerTransactions(deps.db.kysely, {
    customerId,
    typeIds: query.tab === undefined ? undefined : TRANSACTION_TABS[query.tab],
    before: query.before,
    limit: query.limit ?? TRANSACTIONS_PAGE_MAX,
  });
  return transactions.map(toWireTransaction);
}
