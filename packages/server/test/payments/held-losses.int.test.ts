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
import { createNotifier } from '#features/trading/send-notifications.ts';
import { INSTRUMENTS, open, openedBy, RULES } from '../engine/engine-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

const START = 9_000_000;
type Person = { readonly actor: string; readonly reason: string };
const ANN: Person = { actor: 'operator:ann', reason: 'test' };

describeOnDatabase('a withdrawal while positions are open', (database) => {
  const fixture = openFixture(database);
  beforeEach(async () => {
    await fixture.engine().tick('BTCUSD', START);
  });
  const act = async (id: string, action: WithdrawalAction, by: Person = ANN) =>
    await actOnWithdrawal(fixture.deps(), { id, action, ...by });
  const trade = async (customerId: number, euros: number, leverage: number) =>
    openedBy(
      await fixture
        .engine()
        .submit(`open:${customerId}`, open(fixture.engine(), customerId, { euros, leverage })),
    );
  /** Tells customers what the engine did, as the program does. */
  const notifyAll = async (): Promise<void> => {
    const deps = fixture.deps();
    const notifier = createNotifier({
      ...deps,
      instruments: new Map(INSTRUMENTS.map((one) => [one.symbol, one])),
      rules: RULES,
      endWithdrawal: async (tx, cancelled) => await endWithdrawal(deps, tx, cancelled),
    });
    await notifier.start();
    await notifier.close();
  };
  const kindsOf = async (customerId: number) =>
    (
      await fixture.rows('select kind from notifications where customer_id = $1 order by id', [
        customerId,
      ])
    ).map(({ kind }) => kind);

  it('is cancelled when a gap leaves a negative balance, and the customer is notified', async () => {
    const customerId = await fixture.customer(10_000);
    await trade(customerId, 1_000, 10);
    const { id } = await fixture.withdrawal(customerId, 8_900);
    // A loss of more than the € 100 that are left beside the margin.
    await fixture.engine().tick('BTCUSD', 6_300_000);
    expect(await fixture.held(customerId)).toBe(0);
    // 10,000 × (63,000 − 90,032.5) ÷ 90,032.5 = −3,002.53
    expect(await fixture.cash(customerId)).toBe(6_997.47);
    await notifyAll();
    expect(await fixture.get(id)).toMatchObject({ status: 'cancelled', next: null });
    expect(await kindsOf(customerId)).toContain('withdrawal-cancelled-loss');
    expect(await act(id, 'cancel')).toMatchObject({ kind: 'not-now' });
  });

  it('has its approvals withdrawn when the engine cancels it', async () => {
    const statusOf = async (target: string) =>
      (await fixture.rows('select status from approvals where target = $1', [target]))[0]?.[
        'status'
      ];
    const customerId = await fixture.customer(10_000);
    await trade(customerId, 1_000, 10);
    const { id } = await fixture.withdrawal(customerId, 6_000);
    const other = await fixture.withdrawal(customerId, 2_900);
    await act(id, 'approve', { ...ANN, actor: await fixture.approver() });
    await act(other.id, 'approve', { ...ANN, actor: await fixture.approver() });
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(['waiting', 'approved']);
    await fixture.engine().tick('BTCUSD', 500_000);
    // One is cancelled by whoever tries to pay it, the other when its customer is notified.
    expect(await act(other.id, 'pay')).toMatchObject({ kind: 'not-now' });
    expect(await statusOf(other.id)).toBe('withdrawn');
    await notifyAll();
    expect(await statusOf(id)).toBe('withdrawn');
  });

  it('is not paid once its money covered a loss, in either order of events', async () => {
    const customerId = await fixture.customer(5_000);
    await trade(customerId, 1_000, 10);
    const { id } = await fixture.withdrawal(customerId, 3_900);
    expect(await act(id, 'approve')).toMatchObject({ kind: 'done' });
    await fixture.engine().tick('BTCUSD', 6_300_000);
    expect(await act(id, 'pay')).toMatchObject({ kind: 'not-now' });
    expect(await fixture.get(id)).toMatchObject({ status: 'cancelled' });
    await notifyAll();
    const stages = `select count(*) from transaction_stages
      where transaction_id = $1 and status = 'cancelled'`;
    expect(await fixture.rows(stages, [id])).toEqual([{ count: 1 }]);
  });

  it('is neither approved nor paid while the account does not cover it', async () => {
    const customerId = await fixture.customer(5_000);
    await trade(customerId, 1_000, 10);
    const { id } = await fixture.withdrawal(customerId, 3_900);
    await fixture.engine().tick('BTCUSD', 8_900_000);
    // 10,000 × (89,000 − 90,032.5) ÷ 90,032.5 = −114.68
    const rejection = { code: 'withdrawal-not-covered', facts: { maximum: 3_885.32 } };
    expect(await act(id, 'approve')).toMatchObject({ kind: 'refused', rejection });
    await fixture.engine().tick('BTCUSD', START);
    expect(await act(id, 'approve')).toMatchObject({ kind: 'done' });
    await fixture.engine().tick('BTCUSD', 8_900_000);
    expect(await act(id, 'pay')).toMatchObject({ kind: 'refused', rejection });
    expect(await fixture.get(id)).toMatchObject({ status: 'processing', next: null });
    await fixture.engine().tick('BTCUSD', START);
    expect(await act(id, 'pay')).toMatchObject({ kind: 'done' });
    expect(await fixture.get(id)).toMatchObject({ status: 'approved' });
  });

  it('can be paid later if the engine rejected it after the check', async () => {
    const customerId = await fixture.customer(5_000);
    await trade(customerId, 1_000, 10);
    const { id } = await fixture.withdrawal(customerId, 3_900);
    await act(id, 'approve');
    const { db, clock } = fixture.deps();
    const judged = await db.kysely.transaction().execute(async (tx) => {
      await lockTransaction(tx, id);
      const data = { actor: ANN.actor, note: 'ref', to: 'approved' } as const;
      const change = { next: { step: 'pay', data } } as const;
      return await updateTransaction(tx, { id, change }, { atMs: clock.nowMs(), actor: ANN.actor });
    });
    await fixture.engine().tick('BTCUSD', 8_900_000);
    expect(await finishStep(fixture.deps(), judged)).toMatchObject({
      kind: 'stopped',
      transaction: { status: 'processing', attempt: 1 },
    });
    await fixture.engine().tick('BTCUSD', START);
    expect(await act(id, 'pay')).toMatchObject({ kind: 'done' });
    expect(await fixture.held(customerId)).toBe(0);
  });

  it('is cancelled by a charge-back, which its money covers', async () => {
    const customerId = await fixture.customer(100);
    const deposit = await fixture.deposit(customerId);
    const settle = async (outcome: 'approved' | 'charged-back') =>
      await settleDeposit(fixture.deps(), {
        transactionId: deposit.id,
        outcome,
        amountCents: cents(25_000),
        currency: 'EUR',
        provider: 'paymaxis',
        providerReference: `payment-of-${deposit.id}`,
        evidence: {},
      });
    await settle('approved');
    const { id } = await fixture.withdrawal(customerId, 300);
    await settle('charged-back');
    expect(await fixture.held(customerId)).toBe(0);
    expect(await fixture.cash(customerId)).toBe(100);
    expect(await fixture.debt(customerId)).toBe(0);
    await notifyAll();
    expect(await fixture.get(id)).toMatchObject({ status: 'cancelled' });
    expect(await kindsOf(customerId)).toContain('withdrawal-cancelled-reversal');
  });
});
