// What a customer owes of a deposit that was taken back, paid from money that came later.
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { collectDebt } from '#features/payments/collect-debt.ts';
import { settleDeposit } from '#features/payments/deposits/settle-deposit.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { fund, openFixture } from './payments-fixture.ts';

const BY = { actor: 'staff:1', reason: 'the customer agreed' } as const;

describeOnDatabase('what a customer owes', (database) => {
  const fixture = openFixture(database);
  const settle = async (transactionId: string, outcome: 'approved' | 'charged-back') =>
    await settleDeposit(fixture.deps(), {
      transactionId,
      outcome,
      amountCents: cents(25_000),
      currency: 'EUR',
      provider: 'paymaxis',
      providerReference: `payment-of-${transactionId}`,
      evidence: {},
    });
  /** A customer who has withdrawn what was charged back afterwards. */
  const owing = async (): Promise<number> => {
    const customerId = await fixture.customer(1);
    const { id } = await fixture.deposit(customerId);
    await settle(id, 'approved');
    const loss = { kind: 'fee', reference: 'x', uniqueKey: `x:${customerId}`, atMs: Date.now() };
    const entries = [
      { account: 'customer:cash', customerId, amountCents: cents(-15_100) },
      { account: 'house:fees', customerId: null, amountCents: cents(15_100) },
    ] as const;
    const posting = { ...loss, kind: 'fee', entries } as const;
    const command = {
      kind: 'post-funds',
      accountId: customerId,
      atMs: Date.now(),
      posting,
    } as const;
    expect((await fixture.engine().submit(posting.uniqueKey, command)).kind).toBe('done');
    await settle(id, 'charged-back');
    return customerId;
  };
  const standing = async (customerId: number) => [
    await fixture.cash(customerId),
    await fixture.debt(customerId),
  ];

  it('is paid once from later cash, and the customer is notified', async () => {
    const customerId = await owing();
    expect(await standing(customerId)).toEqual([0, 150]);
    const collect = async () => await collectDebt(fixture.deps(), { customerId, ...BY });
    expect(await collect()).toEqual({ kind: 'collected', amountCents: 0 });
    await fund(fixture.deps(), customerId, 100);
    expect(await collect()).toEqual({ kind: 'collected', amountCents: 10_000 });
    expect(await standing(customerId)).toEqual([0, 50]);
    await fund(fixture.deps(), customerId, 80);
    const twice = await Promise.all([collect(), collect()]);
    expect(
      twice.map((one) => (one.kind === 'collected' ? one.amountCents : one.rejection.code)),
    ).toEqual(expect.arrayContaining([5_000]));
    expect(await standing(customerId)).toEqual([30, 0]);
    expect(await collect()).toEqual({ kind: 'collected', amountCents: 0 });
    const notified = await fixture.rows(
      `select facts ->> 'amountCents' as amount from notifications
        where customer_id = $1 and kind = 'debt-paid' order by id`,
      [customerId],
    );
    expect(notified.map(({ amount }) => amount)).toEqual(['10000', '5000']);
    const recorded = await fixture.rows(
      `select actor, reason from audit_events
        where subject = $1 and action = 'customer.collect-debt' order by id`,
      [`customer:${customerId}`],
    );
    expect(recorded.slice(0, 2)).toEqual([BY, BY]);
  });

  it('is not paid while a shortfall is unsettled', async () => {
    const customerId = await owing();
    await fund(fixture.deps(), customerId, 100);
    const stopped = {
      ...fixture.deps(),
      linkedAccounts: {
        findWithdrawalStop: async () => await Promise.resolve({ code: 'shortfall-open' } as const),
      },
    };
    expect(await collectDebt(stopped, { customerId, ...BY })).toEqual({
      kind: 'refused',
      rejection: { code: 'shortfall-open' },
    });
    expect(await standing(customerId)).toEqual([100, 150]);
  });
});
