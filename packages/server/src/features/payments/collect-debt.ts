import { randomUUID } from 'node:crypto';
import type { Rejection } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import { accountFigures } from '@halyard/core/engine';
import type { Account, SymbolMarket } from '@halyard/core/engine';
import { createDebtPaymentPosting } from '@halyard/core/ledger';
import { cents, toEuros, ZERO_CENTS } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { recordAudit } from '#platform/audit/audit.ts';
import type { ActionDeps } from './action.ts';

export type DebtCollection = {
  readonly customerId: number;
  readonly actor: string;
  readonly reason: string;
};

export type Collected =
  /** The amount that was paid of the debt; zero if nothing is owed, or no cash is free. */
  | { readonly kind: 'collected'; readonly amountCents: Cents }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/**
 * Pays a customer's debt for reversed deposits from their free cash. Rejects with shortfall-open:
 * staff must decide first who bears a loss, which is owed as well. Throws an Outage if the outcome
 * is unknown; repeating it pays what is still owed.
 */
export async function collectDebt(
  deps: ActionDeps,
  { customerId, actor, reason }: DebtCollection,
): Promise<Collected> {
  const { db, engine, clock, linkedAccounts } = deps;
  const stop = await linkedAccounts.findWithdrawalStop(customerId);
  if (stop !== undefined) return { kind: 'refused', rejection: stop };
  const account = assertPresent(await engine.account(customerId), 'a customer has an account');
  const amountCents = payableOf(deps, account);
  if (amountCents === 0) return { kind: 'collected', amountCents };

  const atMs = clock.nowMs();
  const posting = createDebtPaymentPosting({
    accountId: customerId,
    id: randomUUID(),
    amountCents,
    atMs,
  });
  const record = async (action: string, after: Readonly<Record<string, unknown>>) => {
    const subject = `customer:${customerId}`;
    await recordAudit(db.kysely, atMs, { actor, action, subject, reason, after });
  };
  const facts = { amount: toEuros(amountCents), posting: posting.uniqueKey };
  // The audit entry is written first, so that every booking has one.
  await record('customer.collect-debt', facts);
  const command = { kind: 'post-funds', accountId: customerId, atMs, posting } as const;
  const outcome = await engine.submit(posting.uniqueKey, command);
  if (outcome.kind === 'refused') {
    const { code, facts: refused } = outcome.rejection;
    await record('customer.collect-debt-refused', { ...facts, code });
    return { kind: 'refused', rejection: { code, facts: refused } };
  }
  await notify(deps, { customerId, amountCents, key: posting.uniqueKey });
  return { kind: 'collected', amountCents };
}

/**
 * Returns how much of the debt can be paid: as far as it would be withdrawable without the debt.
 */
function payableOf({ engine, rules, listed }: ActionDeps, account: Account): Cents {
  const symbols = new Set([...account.positions.values()].map(({ symbol }) => symbol));
  const markets = new Map(
    [...symbols].map((symbol): [string, SymbolMarket] => [symbol, engine.market(symbol)]),
  );
  const state = { rules, instruments: listed, markets };
  const { withdrawableCents } = accountFigures(state, { ...account, debtCents: ZERO_CENTS });
  return cents(Math.max(0, Math.min(account.debtCents, withdrawableCents)));
}

async function notify(
  { db, notifications }: ActionDeps,
  paid: { readonly customerId: number; readonly amountCents: Cents; readonly key: string },
): Promise<void> {
  const { customerId, amountCents, key } = paid;
  await db.kysely.transaction().execute(async (tx) => {
    await notifications.notify(tx, { customerId, kind: 'debt-paid', key, facts: { amountCents } });
  });
}
