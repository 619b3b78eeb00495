import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { actOnDeposit } from '#features/payments/deposits/act-on-deposit.ts';
import {
  actOnWithdrawal,
  type WithdrawalAction,
} from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { insertClaim } from '#features/payments/claim-store.ts';
import { grant } from '#features/payments/grant.ts';
import { settleDeposit } from '#features/payments/deposits/settle-deposit.ts';
import { createTransactionId } from '#features/payments/transaction-id.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

type Person = { readonly actor: string; readonly reason: string };
/** The operator's request is nobody's approval. */
const REQUESTED = { kind: 'waiting', step: 'request', missing: 2 };
const ANN: Person = { actor: 'operator:ann', reason: 'test' };

describeOnDatabase('the approval of a withdrawal', (database) => {
  const fixture = openFixture(database);
  const act = async (id: string, action: WithdrawalAction, by = ANN) =>
    await actOnWithdrawal(fixture.deps(), { id, action, ...by });

  const member = async (): Promise<Person> => ({ ...ANN, actor: await fixture.approver() });

  it('requires two different people above the limit', async () => {
    const customerId = await fixture.customer(20_000);
    const [ann, ben] = [await member(), await member()];
    const { id } = await fixture.withdrawal(customerId, 5_000.01);
    expect(await act(id, 'approve')).toMatchObject(REQUESTED);
    expect(await act(id, 'approve', ann)).toMatchObject({
      kind: 'done',
      transaction: { status: 'pending', approvedBy: ann.actor },
    });
    expect(await act(id, 'approve', ann)).toMatchObject({ rejection: { code: 'second-person' } });
    expect((await act(id, 'pay')).kind).toBe('not-now');
    expect(await act(id, 'approve', ben)).toMatchObject({
      transaction: { status: 'processing', approvedBy: `${ann.actor}, ${ben.actor}` },
    });
    expect((await act(id, 'pay')).kind).toBe('done');
    const stages = await fixture.rows(
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

  it('sums all approvals for the customer within 24 hours', async () => {
    const customerId = await fixture.customer(20_000);
    const ids: string[] = [];
    for (const euros of [3_000, 2_000, 0.01]) {
      ids.push((await fixture.withdrawal(customerId, euros)).id);
    }
    const [first = '', second = '', third = ''] = ids;
    expect(await act(first, 'approve')).toMatchObject({ transaction: { status: 'processing' } });
    expect(await act(second, 'approve')).toMatchObject({ transaction: { status: 'processing' } });
    expect(await act(third, 'approve')).toMatchObject(REQUESTED);
    // What is rejected is not paid out, and counts no more.
    expect((await act(second, 'reject')).kind).toBe('done');
    expect(await act(third, 'approve')).toMatchObject({ transaction: { status: 'processing' } });
  });
});

describeOnDatabase('money that staff return', (database) => {
  const fixture = openFixture(database);
  const member = async (): Promise<Person> => ({ ...ANN, actor: await fixture.approver() });
  const auditOf = async (customerId: number) =>
    await fixture.rows(
      `select action, after -> 'approvedBy' as "approvedBy" from audit_events
       where subject = $1 and action <> 'approval.refused' order by id desc limit 2`,
      [`customer:${customerId}`],
    );
  /** A payout, which the bank may send back. */
  const paid = async (customerId: number, euros: number): Promise<string> => {
    const { id } = await fixture.withdrawal(customerId, euros);
    for (const by of [await member(), await member()]) {
      await actOnWithdrawal(fixture.deps(), { id, action: 'approve', ...by });
    }
    await actOnWithdrawal(fixture.deps(), { id, action: 'pay', ...ANN });
    return id;
  };
  const bounce = async (id: string, by: Person) =>
    await actOnWithdrawal(fixture.deps(), { id, action: 'bounce', ...by });
  /** A credited card deposit that its provider says was charged back. */
  const claimed = async (customerId: number, amount: number): Promise<string> => {
    const { id } = await fixture.deposit(customerId, { amount });
    await settleDeposit(fixture.deps(), {
      transactionId: id,
      outcome: 'approved',
      amountCents: cents(amount * 100),
      currency: 'EUR',
      provider: 'paymaxis',
      providerReference: `payment-of-${id}`,
      evidence: {},
    });
    await fixture.rows(
      `insert into provider_payments (transaction_id, provider, state, details, started_at)
       values ($1, 'paymaxis', 'started', '{}', now())`,
      [id],
    );
    const claim = { outcome: 'charged-back', providerReference: undefined, details: {} } as const;
    const when = { isSigned: true, claimedAtMs: Date.now() };
    await insertClaim(fixture.deps().db.kysely, { transactionId: id, ...claim, ...when });
    return id;
  };
  const bookReturn = async (id: string, by: Person) =>
    await actOnDeposit(fixture.deps(), { id, action: 'book-return', ...by });

  it('requires two people above the daily limit for a returned payout', async () => {
    const customerId = await fixture.customer(10_000);
    const ids = [await paid(customerId, 3_000), await paid(customerId, 2_000.01)];
    const [first = '', second = ''] = ids;
    const [ann, ben] = [await member(), await member()];
    expect(await bounce(first, ANN)).toMatchObject({ transaction: { status: 'failed' } });
    expect(await bounce(second, ANN)).toMatchObject(REQUESTED);
    expect(await bounce(second, ann)).toMatchObject({
      kind: 'waiting',
      transaction: { status: 'approved' },
    });
    expect(await fixture.cash(customerId)).toBe(7_999.99);
    expect(await bounce(second, ann)).toMatchObject({ rejection: { code: 'second-person' } });
    expect(await bounce(second, ben)).toMatchObject({ transaction: { status: 'failed' } });
    expect(await fixture.cash(customerId)).toBe(10_000);
    expect(await auditOf(customerId)).toEqual([
      { action: 'withdrawal.bounce', approvedBy: [ann.actor, ben.actor] },
      { action: 'withdrawal.bounce-first', approvedBy: null },
    ]);
    // What came back counts with all else that staff book to the customer.
    const granted = { kind: 'bonus', customerId, amountCents: cents(100), ...ANN } as const;
    const booked = await grant(fixture.deps(), {
      ...granted,
      transactionId: createTransactionId('D'),
    });
    expect(booked).toMatchObject(REQUESTED);
  });

  it('requires two people above the daily limit to book a reported return', async () => {
    const customerId = await fixture.customer(100);
    const [first, second] = [await claimed(customerId, 3_000), await claimed(customerId, 2_500)];
    const [ann, ben] = [await member(), await member()];
    expect(await bookReturn(first, ANN)).toMatchObject({ kind: 'done' });
    expect(await bookReturn(second, ANN)).toMatchObject(REQUESTED);
    expect(await bookReturn(second, ann)).toMatchObject({ kind: 'waiting' });
    expect(await bookReturn(second, ann)).toMatchObject({ rejection: { code: 'second-person' } });
    expect(await fixture.cash(customerId)).toBe(2_600);
    expect(await bookReturn(second, ben)).toMatchObject({ kind: 'done' });
    expect(await fixture.cash(customerId)).toBe(100);
    expect(await bookReturn(second, ben)).toMatchObject({ kind: 'not-now' });
  });

  it('requires two people to confirm a deposit above the limit for unverified customers', async () => {
    const customerId = await fixture.unverified();
    const { id } = await fixture.deposit(customerId, { methodId: 2, provider: undefined });
    const confirm = async (by: Person) =>
      await actOnDeposit(fixture.deps(), {
        id,
        action: 'confirm',
        receivedCents: cents(200_001),
        ...by,
      });
    const [ann, ben] = [await member(), await member()];
    const before = await fixture.cash(customerId);
    expect(await confirm(ann)).toMatchObject({ kind: 'waiting' });
    expect(await fixture.cash(customerId)).toBe(before);
    expect(await confirm(ben)).toMatchObject({ kind: 'done' });
    expect(await fixture.cash(customerId)).toBeCloseTo(before + 2_000.01, 2);
  });

  it('ends the wait for a second person once the report is settled', async () => {
    const customerId = await fixture.customer(100);
    const id = await claimed(customerId, 6_000);
    const [ann, ben] = [await member(), await member()];
    expect(await bookReturn(id, ann)).toMatchObject({ kind: 'waiting' });
    const { db } = fixture.deps();
    await db.query(`update transactions set review = 'reported' where id = $1`, [id]);
    const clear = async (by: Person) =>
      await actOnDeposit(fixture.deps(), { id, action: 'clear', ...by });
    // To dismiss a report above the limit leaves € 6,000 with the customer: that takes two as well.
    expect(await clear(ben)).toMatchObject({ kind: 'waiting' });
    expect(await clear(ben)).toMatchObject({ rejection: { code: 'second-person' } });
    expect(await clear(ann)).toMatchObject({ kind: 'done' });
    expect(
      await fixture.rows(
        'select action, status from approvals where customer_id = $1 order by action',
        [customerId],
      ),
    ).toEqual([
      { action: 'deposit-return', status: 'withdrawn' },
      { action: 'return-dismissal', status: 'approved' },
    ]);
  });
});
