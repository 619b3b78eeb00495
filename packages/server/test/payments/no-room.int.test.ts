// What is to be booked, and is more than an account takes in.
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { actOnDeposit } from '#features/payments/act-on-deposit.ts';
import { grant } from '#features/payments/grant.ts';
import { recoverTransactions } from '#features/payments/recover-transactions.ts';
import { createTransactionId } from '#features/payments/transaction-id.ts';
import { describeOnEachDatabase } from '../support/test-database.ts';
import { openStand } from './payments-stand.ts';

const ANN = { actor: 'operator:ann', reason: 'test' } as const;

describeOnEachDatabase('more than an account takes in', (database) => {
  const stand = openStand(database);

  it('is no grant, and holds nothing up', async () => {
    const customerId = await stand.customer(1_000);
    const largest = cents(99_999_999_999_999);
    for (const kind of ['manual-deposit', 'bonus', 'credit'] as const) {
      const granted = { kind, customerId, amountCents: largest, ...ANN };
      const transactionIds = [createTransactionId('D'), createTransactionId('D')];
      const answers = [];
      for (const transactionId of [...transactionIds, ...transactionIds]) {
        answers.push(await grant(stand.deps(), { ...granted, transactionId }));
      }
      const refused = { kind: 'refused', refusal: { code: 'amount-too-large' } };
      // Of the second kind of credit, the first has taken the room.
      const first = kind === 'bonus' ? { kind: 'done' } : refused;
      expect(answers).toMatchObject([first, refused, first, refused]);
    }
    const rows = await stand.rows(
      'select type_id, status, step from transactions where customer_id = $1 order by type_id',
      [customerId],
    );
    const approved = { status: 'approved', step: null };
    expect(rows).toEqual([
      { type_id: 4, ...approved },
      { type_id: 11, ...approved },
    ]);
    expect(await recoverTransactions(stand.deps())).toBe(0);
  });

  it('waits for a person when it is a deposit', async () => {
    const customerId = await stand.customer(1_000);
    const { id } = await stand.deposit(customerId, { methodId: 2 });
    const confirm = async (receivedCents: number) =>
      await actOnDeposit(stand.deps(), {
        id,
        action: 'confirm',
        receivedCents: cents(receivedCents),
        ...ANN,
      });
    const review = { kind: 'done', transaction: { status: 'in-review', next: null } };
    expect(await confirm(99_999_999_999_999)).toMatchObject(review);
    // The engine has answered for this deposit.
    expect(await confirm(100)).toMatchObject(review);
    expect(await stand.cash(customerId)).toBe(1_000);
    const rejected = await actOnDeposit(stand.deps(), { id, action: 'reject', ...ANN });
    expect(rejected).toMatchObject({ transaction: { status: 'rejected' } });
  });
});
