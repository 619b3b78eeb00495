// What the back office shows staff of deposits that were taken back.
import { cents } from '@halyard/core/money';
import { beforeEach, expect, it } from 'vitest';
import { listReversals } from '#features/backoffice/resources/customer-histories.ts';
import { settleDeposit } from '#features/payments/deposits/settle-deposit.ts';
import type { Settlement } from '#features/payments/deposits/settle-deposit.ts';
import { open, openedBy } from '../engine/engine-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

const START = 9_000_000;

describeOnDatabase('the reversals of a customer', (database) => {
  const fixture = openFixture(database);
  beforeEach(async () => {
    await fixture.engine().tick('BTCUSD', START);
  });
  const settle = async (
    transactionId: string,
    outcome: Settlement['outcome'],
    amountCents = 25_000,
  ) =>
    await settleDeposit(fixture.deps(), {
      transactionId,
      outcome,
      amountCents: cents(amountCents),
      currency: 'EUR',
      provider: 'paymaxis',
      providerReference: `payment-of-${transactionId}`,
      evidence: {},
    });
  const deposit = async (customerId: number): Promise<string> => {
    const { id } = await fixture.deposit(customerId);
    await settle(id, 'approved');
    return id;
  };

  it('list the deposit, the uncovered amount and the cancelled withdrawals, newest first', async () => {
    const customerId = await fixture.customer(100);
    const [first, second] = [await deposit(customerId), await deposit(customerId)];
    const withdrawals = [
      await fixture.withdrawal(customerId, 50),
      await fixture.withdrawal(customerId, 150),
    ];
    await settle(first, 'refunded', 20_000);
    // Of € 600 the refund took 200.
    expect(await fixture.cash(customerId)).toBe(400);
    // 740 × (45,000 − 90,032.5) ÷ 90,032.5 = −370.13
    openedBy(
      await fixture
        .engine()
        .submit('open', open(fixture.engine(), customerId, { euros: 370, leverage: 2 })),
    );
    await fixture.engine().tick('BTCUSD', START / 2);
    expect(await fixture.cash(customerId)).toBe(29.87);
    await settle(second, 'charged-back');
    const rows = await listReversals(fixture.deps().db, customerId);
    expect(rows).toMatchObject([
      {
        cause: 'charge-back',
        deposit: second,
        amount: 250,
        not_covered: 220.13,
        cancelled_withdrawals: '',
      },
      {
        cause: 'refund',
        deposit: first,
        amount: 200,
        not_covered: 0,
        // The newest was cancelled first.
        cancelled_withdrawals: withdrawals
          .map(({ id }) => id)
          .toReversed()
          .join(', '),
      },
    ]);
    expect(await fixture.debt(customerId)).toBe(220.13);
  });

  it('do not list a withdrawal cancelled by a loss, or reversals of others', async () => {
    const customerId = await fixture.customer(1_000);
    const id = await deposit(customerId);
    openedBy(
      await fixture
        .engine()
        .submit('open', open(fixture.engine(), customerId, { euros: 1_000, leverage: 2 })),
    );
    await fixture.withdrawal(customerId, 100);
    await fixture.engine().tick('BTCUSD', 3_000_000);
    await settle(id, 'charged-back');
    const rows = await listReversals(fixture.deps().db, customerId);
    expect(rows).toMatchObject([{ deposit: id, cancelled_withdrawals: '' }]);
  });
});
