import { cents } from '@halyard/core/money';
import { beforeEach, expect, it } from 'vitest';
import {
  actOnWithdrawal,
  type WithdrawalAction,
} from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { endWithdrawal } from '#features/payments/end-withdrawal.ts';
import { finishStep } from '#features/payments/finish-step.ts';
import { settleDeposit } from '#features/payments/deposits/settle-deposit.ts';
import { lockTransaction, updateTransaction } from '#features/payments/transaction-store.ts';
import { createTelling } from '#features/trading/tell-notices.ts';
import { INSTRUMENTS, open, openedBy, RULES } from '../engine/engine-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openStand } from './payments-stand.ts';

const START = 9_000_000;
type Person = { readonly actor: string; readonly reason: string };
const ANN: Person = { actor: 'operator:ann', reason: 'test' };

describeOnDatabase('a withdrawal while positions are open', (database) => {
  const stand = openStand(database);
  beforeEach(async () => {
    await stand.engine().tick('BTCUSD', START);
  });
  const act = async (id: string, action: WithdrawalAction, by: Person = ANN) =>
    await actOnWithdrawal(stand.deps(), { id, action, ...by });
  const trade = async (customerId: number, euros: number, leverage: number) =>
    openedBy(
      await stand
        .engine()
        .submit(`open:${customerId}`, open(stand.engine(), customerId, { euros, leverage })),
    );
  /** Tells customers what the engine did, as the program does. */
  const notifyAll = async (): Promise<void> => {
    const deps = stand.deps();
    const telling = createTelling({
      ...deps,
      instruments: new Map(INSTRUMENTS.map((one) => [one.symbol, one])),
      rules: RULES,
      endWithdrawal: async (tx, cancelled) => await endWithdrawal(deps, tx, cancelled),
    });
    await telling.start();
    await telling.close();
  };
  const kindsOf = async (customerId: number) =>
    (
      await stand.rows('select kind from notifications where customer_id = $1 order by id', [
        customerId,
      ])
    ).map(({ kind }) => kind);

  it('is cancelled when a gap leaves less than nothing, and its customer is notified', async () => {
    const customerId = await stand.customer(10_000);
    await trade(customerId, 1_000, 10);
    const { id } = await stand.withdrawal(customerId, 8_900);
    // A loss of more than the € 100 that are left beside the margin.
    await stand.engine().tick('BTCUSD', 6_300_000);
    expect(await stand.held(customerId)).toBe(0);
    // 10,000 × (63,000 − 90,032.5) ÷ 90,032.5 = −3,002.53
    expect(await stand.cash(customerId)).toBe(6_997.47);
    await notifyAll();
    expect(await stand.get(id)).toMatchObject({ status: 'cancelled', next: null });
    expect(await kindsOf(customerId)).toContain('withdrawal-cancelled-loss');
    expect(await act(id, 'cancel')).toMatchObject({ kind: 'not-now' });
  });

  it('has its approvals withdrawn when the engine cancels it', async () => {
    const statusOf = async (target: string) =>
      (await stand.rows('select status from approvals where target = $1', [target]))[0]?.['status'];
    const customerId = await stand.customer(10_000);
    await trade(customerId, 1_000, 10);
    const { id } = await stand.withdrawal(customerId, 6_000);
    const other = await stand.withdrawal(customerId, 2_900);
    await act(id, 'approve', { ...ANN, actor: await stand.approver() });
    await act(other.id, 'approve', { ...ANN, actor: await stand.approver() });
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(['waiting', 'approved']);
    await stand.engine().tick('BTCUSD', 500_000);
    // One is cancelled by whoever tries to pay it, the other when its customer is notified.
    expect(await act(other.id, 'pay')).toMatchObject({ kind: 'not-now' });
    expect(await statusOf(other.id)).toBe('withdrawn');
    await notifyAll();
    expect(await statusOf(id)).toBe('withdrawn');
  });

  it('is not paid once its money covered a loss, whoever learns of it first', async () => {
    const customerId = await stand.customer(5_000);
    await trade(customerId, 1_000, 10);
    const { id } = await stand.withdrawal(customerId, 3_900);
    expect(await act(id, 'approve')).toMatchObject({ kind: 'done' });
    await stand.engine().tick('BTCUSD', 6_300_000);
    expect(await act(id, 'pay')).toMatchObject({ kind: 'not-now' });
    expect(await stand.get(id)).toMatchObject({ status: 'cancelled' });
    await notifyAll();
    const stages = `select count(*) from transaction_stages
      where transaction_id = $1 and status = 'cancelled'`;
    expect(await stand.rows(stages, [id])).toEqual([{ count: 1 }]);
  });

  it('is neither approved nor paid while the account does not cover it', async () => {
    const customerId = await stand.customer(5_000);
    await trade(customerId, 1_000, 10);
    const { id } = await stand.withdrawal(customerId, 3_900);
    await stand.engine().tick('BTCUSD', 8_900_000);
    // 10,000 × (89,000 − 90,032.5) ÷ 90,032.5 = −114.68
    const refusal = { code: 'withdrawal-not-covered', facts: { maximum: 3_885.32 } };
    expect(await act(id, 'approve')).toMatchObject({ kind: 'refused', refusal });
    await stand.engine().tick('BTCUSD', START);
    expect(await act(id, 'approve')).toMatchObject({ kind: 'done' });
    await stand.engine().tick('BTCUSD', 8_900_000);
    expect(await act(id, 'pay')).toMatchObject({ kind: 'refused', refusal });
    expect(await stand.get(id)).toMatchObject({ status: 'processing', next: null });
    await stand.engine().tick('BTCUSD', START);
    expect(await act(id, 'pay')).toMatchObject({ kind: 'done' });
    expect(await stand.get(id)).toMatchObject({ status: 'approved' });
  });

  it('can be paid later when the engine refused it between the question and the commit', async () => {
    const customerId = await stand.customer(5_000);
    await trade(customerId, 1_000, 10);
    const { id } = await stand.withdrawal(customerId, 3_900);
    await act(id, 'approve');
    const { db, clock } = stand.deps();
    const judged = await db.kysely.transaction().execute(async (tx) => {
      await lockTransaction(tx, id);
      const data = { actor: ANN.actor, note: 'ref', to: 'approved' } as const;
      const change = { next: { step: 'pay', data } } as const;
      return await updateTransaction(tx, { id, change }, { atMs: clock.nowMs(), actor: ANN.actor });
    });
    await stand.engine().tick('BTCUSD', 8_900_000);
    expect(await finishStep(stand.deps(), judged)).toMatchObject({
      kind: 'stopped',
      transaction: { status: 'processing', attempt: 1 },
    });
    await stand.engine().tick('BTCUSD', START);
    expect(await act(id, 'pay')).toMatchObject({ kind: 'done' });
    expect(await stand.held(customerId)).toBe(0);
  });

  it('is cancelled with the deposit that is charged back, which its money covers', async () => {
    const customerId = await stand.customer(100);
    const deposit = await stand.deposit(customerId);
    const settle = async (outcome: 'approved' | 'charged-back') =>
      await settleDeposit(stand.deps(), {
        transactionId: deposit.id,
        outcome,
        amountCents: cents(25_000),
        currency: 'EUR',
        provider: 'paymaxis',
        providerReference: `payment-of-${deposit.id}`,
        evidence: {},
      });
    await settle('approved');
    const { id } = await stand.withdrawal(customerId, 300);
    await settle('charged-back');
    expect(await stand.held(customerId)).toBe(0);
    expect(await stand.cash(customerId)).toBe(100);
    expect(await stand.debt(customerId)).toBe(0);
    await notifyAll();
    expect(await stand.get(id)).toMatchObject({ status: 'cancelled' });
    expect(await kindsOf(customerId)).toContain('withdrawal-cancelled-reversal');
  });
});
