import { expect, it } from 'vitest';
import { actOnWithdrawal, type WithdrawalAction } from '#features/payments/act-on-withdrawal.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openStand } from './payments-stand.ts';

type Person = { readonly actor: string; readonly reason: string };
const ANN: Person = { actor: 'operator:ann', reason: 'test' };

describeOnDatabase('the approval of a withdrawal', (database) => {
  const stand = openStand(database);
  const act = async (id: string, action: WithdrawalAction, by = ANN) =>
    await actOnWithdrawal(stand.deps(), { id, action, ...by });

  const member = async (): Promise<Person> => ({ ...ANN, actor: await stand.approver() });

  it('above the limit takes two different people', async () => {
    const customerId = await stand.customer(20_000);
    const [ann, ben] = [await member(), await member()];
    const { id } = await stand.withdrawal(customerId, 5_000.01);
    expect(await act(id, 'approve')).toMatchObject({ refusal: { code: 'approver-unknown' } });
    expect(await act(id, 'approve', ann)).toMatchObject({
      kind: 'done',
      transaction: { status: 'pending', approvedBy: ann.actor },
    });
    expect(await act(id, 'approve', ann)).toMatchObject({ refusal: { code: 'second-person' } });
    expect((await act(id, 'pay')).kind).toBe('not-now');
    expect(await act(id, 'approve', ben)).toMatchObject({
      transaction: { status: 'processing', approvedBy: `${ann.actor}, ${ben.actor}` },
    });
    expect((await act(id, 'pay')).kind).toBe('done');
    const stages = await stand.rows(
      'select stage, actor from transaction_stages where transaction_id = $1 order by line',
      [id],
    );
    expect(stages.map(({ stage, actor }) => `${String(stage)} ${String(actor)}`)).toEqual([
      `withdrawal-waiting-for-us customer:${customerId}`,
      `withdrawal-waiting-for-second ${ann.actor}`,
      `withdrawal-being-paid ${ben.actor}`,
      'being-booked operator:ann',
      'withdrawal-paid operator:ann',
    ]);
  });

  it('counts all that was approved for the customer within 24 hours, not each alone', async () => {
    const customerId = await stand.customer(20_000);
    const ids: string[] = [];
    for (const euros of [3_000, 2_000, 0.01]) {
      ids.push((await stand.withdrawal(customerId, euros)).id);
    }
    const [first = '', second = '', third = ''] = ids;
    expect(await act(first, 'approve')).toMatchObject({ transaction: { status: 'processing' } });
    expect(await act(second, 'approve')).toMatchObject({ transaction: { status: 'processing' } });
    expect(await act(third, 'approve')).toMatchObject({ refusal: { code: 'approver-unknown' } });
    // What is rejected is not paid out, and counts no more.
    expect((await act(second, 'reject')).kind).toBe('done');
    expect(await act(third, 'approve')).toMatchObject({ transaction: { status: 'processing' } });
  });
});
