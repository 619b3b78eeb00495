// A provider's word that money went back, while another call credits it.
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { settleDeposit, type Settlement } from '#features/payments/deposits/settle-deposit.ts';
import { lockTransaction } from '#features/payments/transaction-store.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

describeOnDatabase('a return of a deposit', (database) => {
  const fixture = openFixture(database);

  it('reverses a deposit that is being credited concurrently', async () => {
    const customerId = await fixture.customer();
    const deposit = await fixture.deposit(customerId);
    const approval: Settlement = {
      transactionId: deposit.id,
      provider: 'paymaxis',
      providerReference: 'payment-at-once',
      outcome: 'approved',
      amountCents: cents(25_000),
      currency: 'EUR',
      evidence: {},
    };
    const deps = fixture.deps();
    const opened = Promise.withResolvers<void>();
    const slow = {
      ...deps,
      engine: {
        ...deps.engine,
        account: async (id: number) => await deps.engine.account(id),
        submit: async (...[id, command]: Parameters<typeof deps.engine.submit>) => {
          await opened.promise;
          return await deps.engine.submit(id, command);
        },
      },
    };
    const waiting = async (count: number) =>
      await expect
        .poll(async () => {
          const rows = await fixture.rows(
            `select 1 from pg_locks where not granted and pid in (
               select pid from pg_stat_activity where datname = current_database())`,
          );
          return rows.length;
        })
        .toBe(count);
    // Both have read the deposit before either of them may decide.
    const both = await deps.db.kysely.transaction().execute(async (tx) => {
      await lockTransaction(tx, deposit.id);
      const credit = settleDeposit(slow, approval);
      await waiting(1);
      const back = settleDeposit(deps, { ...approval, outcome: 'refunded' });
      await waiting(2);
      return [credit, back];
    });
    await both[1];
    opened.resolve();
    await both[0];
    expect(await fixture.get(deposit.id)).toMatchObject({ status: 'approved', review: null });
    expect(await fixture.cash(customerId)).toBe(1);
  });
});
