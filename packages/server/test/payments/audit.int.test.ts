import { expect, it } from 'vitest';
import { actOnWithdrawal } from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { auditTransactions } from '#features/payments/audit-transactions.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

describeOnDatabase('the audit of transactions', (database) => {
  const fixture = openFixture(database);

  /** What it finds while these rows are changed so. */
  const findWhile = async (change: string, undo: string, id: string): Promise<string> => {
    const { problems: before } = await auditTransactions(fixture.deps().db);
    expect(before).toEqual([]);
    await fixture.rows(change, [id]);
    const { problems } = await auditTransactions(fixture.deps().db);
    await fixture.rows(undo, [id]);
    return problems.map(({ subject, problem }) => `${subject}: ${problem}`).join('\n');
  };

  it('finds a transaction without a booking, and a booking without a transaction', async () => {
    const customerId = await fixture.customer(100);
    const { id } = await fixture.withdrawal(customerId, 40);
    await actOnWithdrawal(fixture.deps(), { id, action: 'approve', actor: 'operator:ann' });
    await actOnWithdrawal(fixture.deps(), { id, action: 'pay', actor: 'operator:ann' });

    const set = (what: string) => `update transactions set ${what} where id = $1`;
    const asIs = set(`status = 'approved'`);
    expect(await findWhile(set(`status = 'rejected'`), asIs, id)).toMatch(
      new RegExp(
        `release:${id} should move 4000 cents of customer ${customerId}, but it moves nothing`,
      ),
    );
    expect(await findWhile(set(`status = 'processing'`), asIs, id)).toContain(
      `no transaction says why payout:${id} was booked`,
    );
    const other = set(`customer_id = customer_id + 1`);
    const back = set(`customer_id = customer_id - 1`);
    expect(await findWhile(other, back, id)).toContain(`hold:${id} should move -4000 cents`);
    const less = set(`amount_cents = -3900, requested_cents = -3900`);
    const same = set(`amount_cents = -4000, requested_cents = -4000`);
    expect(await findWhile(less, same, id)).toContain(`payout:${id} should move -3900 cents`);
  });
});
