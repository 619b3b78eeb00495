import * as v1 from '@halyard/contract/v1/accounts';
import { TransactionId } from '@halyard/contract/transactions';
import type { Instrument } from '@halyard/core/instrument';
import * as z from 'zod/mini';
import type { Payments } from '#features/payments/payments.ts';
import type { Statements } from '#features/statements/statements.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { AccountsTrading } from './accounts-trading.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { decimalsOf } from './decimals-of.ts';
import { BAD_CURSOR, readPage, toPage } from './paging.ts';
import { readId } from './read-id.ts';
import { toAccount, toTrade, toTransaction } from './to-v1.ts';
import type { KeyAccount } from './to-v1.ts';

export type AccountDeps = {
  readonly tradingOf: AccountsTrading<'desk' | 'viewAccount'>;
  readonly payments: Pick<Payments, 'listTransactions'>;
  readonly statements: Pick<Statements, 'makeStatement'>;
  readonly listed: ReadonlyMap<string, Instrument>;
};

export function accountOperations(deps: AccountDeps): readonly OperationBinding[] {
  const { tradingOf, payments, statements, listed } = deps;
  const viewFigures = async ({ customerId, environment }: KeyAccount): Promise<v1.Account> => {
    const { figures } = await tradingOf[environment].viewAccount(customerId);
    return toAccount({ customerId, environment }, figures);
  };
  return [
    bindOperation(v1.listAccounts, async (call) =>
      ok({ data: [await viewFigures(call)], next_cursor: null }),
    ),
    bindOperation(v1.getAccount, async (call) => ok(await viewFigures(call))),
    bindOperation(v1.listTrades, async ({ customerId, environment, query }) => {
      const cursor = readPage(query, (id) => readId(id) !== undefined);
      if (cursor === undefined) return refused(BAD_CURSOR);
      const { before, limit } = cursor;
      const page = { accountId: customerId, limit: limit + 1 };
      const listedTrades = await tradingOf[environment].desk.listHistory({
        ...page,
        before: before === undefined ? undefined : Number(before),
      });
      const trades = listedTrades.map((one) => toTrade(one, decimalsOf(listed, one.symbol)));
      return ok(toPage(trades, limit));
    }),
    bindOperation(v1.listTransactions, async ({ customerId, query }) => {
      const cursor = readPage(query, (id) => z.safeParse(TransactionId, id).success);
      if (cursor === undefined) return refused(BAD_CURSOR);
      const { before, limit } = cursor;
      const rows = await payments.listTransactions(customerId, { before, limit: limit + 1 });
      return ok(toPage(rows.map(toTransaction), limit));
    }),
    bindOperation(v1.getStatement, async ({ customerId, query }) => {
      const answer = await statements.makeStatement(customerId, query);
      if (answer.kind === 'refused') return answer;
      const { file_name: name, media_type: mediaType, content_base64: content } = answer.data;
      return ok({ name, mediaType, content: Buffer.from(content, 'base64') });
    }),
  ];
}
