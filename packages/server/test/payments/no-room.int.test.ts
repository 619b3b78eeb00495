// What is to be booked, and is more than an account takes in.
import { cents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { actOnDeposit } from '#features/payments/deposits/act-on-deposit.ts';
import { grant } from '#features/payments/grant.ts';
import { recoverTransactions } from '#features/payments/recover-transactions.ts';
import { createTransactionId } from '#features/payments/transaction-id.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

type ConfirmOrReject =
  | { readonly action: 'confirm'; readonly receivedCents: Cents }
  | { readonly action: 'reject' };

const REASON = 'test';

describeOnDatabase('an amount above the limit of an account', (database) => {
  const fixture = openFixture(database);

  it('rejects a bonus or credit without blocking other work', async () => {
    const customerId = await fixture.customer(1_000);
    const approvers = [await fixture.approver(), await fixture.approver()];
    const largest = cents(99_999_999_999_999);
    for (const kind of ['manual-deposit', 'bonus', 'credit'] as const) {
      const granted = { kind, customerId, amountCents: largest, reason: REASON };
      const transactionIds = [createTransactionId('D'), createTransactionId('D')];
      const answers = [];
      for (const transactionId of [...transactionIds, ...transactionIds]) {
        let answer;
        for (const actor of approvers) {
          answer = await grant(fixture.deps(), { ...granted, transactionId, actor });
        }
        answers.push(answer);
      }
      const refused = { kind: 'refused', rejection: { code: 'amount-too-large' } };
      // Of the second kind of credit, the first has taken the room.
      const first = kind === 'bonus' ? { kind: 'done' } : refused;
      expect(answers).toMatchObject([first, refused, first, refused]);
    }
    const rows = await fixture.rows(
      'select type_id, status, step from transactions where customer_id = $1 order by type_id',
      [customerId],
    );
    const approved = { status: 'approved', step: null };
    expect(rows).toEqual([
      { type_id: 4, ...approved },
      { type_id: 11, ...approved },
    ]);
    expect(await recoverTransactions(fixture.deps())).toBe(0);
  });

  it('puts a deposit in review', async () => {
    const customerId = await fixture.customer(1_000);
    const { id } = await fixture.deposit(customerId, { methodId: 2 });
    const [ann, ben] = [await fixture.approver(), await fixture.approver()];
    const act = async (actor: string, request: ConfirmOrReject) =>
      await actOnDeposit(fixture.deps(), { id, actor, reason: REASON, ...request });
    const largest = { action: 'confirm', receivedCents: cents(99_999_999_999_999) } as const;
    expect(await act(ann, largest)).toMatchObject({ kind: 'waiting' });
    const review = { transaction: { status: 'in-review', next: null } };
    expect(await act(ben, largest)).toMatchObject({ kind: 'done', ...review });
    // The engine has answered for this deposit: it is credited with no other amount either.
    const less = { action: 'confirm', receivedCents: cents(100) } as const;
    expect(await act(ann, less)).toMatchObject({ rejection: { code: 'duplicate-id' }, ...review });
    expect(await fixture.cash(customerId)).toBe(1_000);
    const rejected = await act(ann, { action: 'reject' });
    expect(rejected).toMatchObject({ transaction: { status: 'rejected' } });
  });
});
