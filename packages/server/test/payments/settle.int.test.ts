import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { actOnDeposit } from '#features/payments/deposits/act-on-deposit.ts';
import { beginAttempt } from '#features/payments/deposits/begin-attempt.ts';
import { settleDeposit, type Settlement } from '#features/payments/deposits/settle-deposit.ts';
import type { Transaction, TransactionStatus } from '#features/payments/transaction.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

let references = 0;

function settlementOf(transaction: Transaction, change: Partial<Settlement> = {}): Settlement {
  references += 1;
  return {
    transactionId: transaction.id,
    provider: 'paymaxis',
    providerReference: `payment-${references}`,
    outcome: 'approved',
    amountCents: cents(25_000),
    currency: 'EUR',
    evidence: { state: 'COMPLETED' },
    ...change,
  };
}

describeOnDatabase('settling a deposit', (database) => {
  const fixture = openFixture(database);
  const settle = async (settlement: Settlement) => await settleDeposit(fixture.deps(), settlement);
  const ready = async (): Promise<{ customerId: number; deposit: Transaction }> => {
    const customerId = await fixture.customer();
    return { customerId, deposit: await fixture.deposit(customerId) };
  };

  it('credits once for twenty concurrent successes', async () => {
    const { customerId, deposit } = await ready();
    const settlement = settlementOf(deposit);
    const answers = await Promise.all(Array.from({ length: 20 }, () => settle(settlement)));
    expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'settled'));
    expect(await fixture.cash(customerId)).toBe(251);
    expect(await fixture.get(deposit.id)).toMatchObject({ status: 'approved', next: null });
    const stages = await fixture.rows(
      'select stage, actor from transaction_stages where transaction_id = $1 order by line',
      [deposit.id],
    );
    expect(stages).toEqual([
      { stage: 'deposit-waiting-for-you', actor: `customer:${customerId}` },
      { stage: 'being-booked', actor: 'provider:paymaxis' },
      { stage: 'deposit-credited', actor: 'provider:paymaxis' },
    ]);
  });

  it.each([
    ['another amount', { amountCents: cents(24_999) }, 'another amount was paid'],
    ['more than was asked for', { amountCents: cents(25_001) }, 'another amount was paid'],
    ['another currency', { currency: 'USD' }, 'it was paid in another currency'],
  ])('puts a success of %s in review and credits nothing', async (_, change, reason) => {
    const { customerId, deposit } = await ready();
    const settlement = settlementOf(deposit, change);
    expect(await settle(settlement)).toMatchObject({ kind: 'in-review', reason });
    // What fits comes too late: a person decides now.
    expect(await settle(settlementOf(deposit))).toMatchObject({ kind: 'in-review' });
    expect(await fixture.cash(customerId)).toBe(1);
    expect(await fixture.get(deposit.id)).toMatchObject({ status: 'in-review' });
    const mails = await fixture.rows(
      `select payload ->> 'subject' as subject from outbox where key like $1 order by id`,
      [`operator:transaction:${deposit.id}:%`],
    );
    expect(mails).toEqual(
      [reason, 'another payment names it'].map((why) => ({
        subject: `Look at ${deposit.id}: ${why}`,
      })),
    );
  });

  it('finds no deposit of another provider and no unknown deposit', async () => {
    const { customerId, deposit } = await ready();
    expect(await settle(settlementOf(deposit, { provider: 'ikajo' }))).toEqual({ kind: 'unknown' });
    const nobody = settlementOf(deposit, { transactionId: 'DAAAAAAAAAAAAAAAAAA' });
    expect(await settle(nobody)).toEqual({ kind: 'unknown' });
    expect(await fixture.cash(customerId)).toBe(1);
    expect((await settle(settlementOf(deposit))).kind).toBe('settled');
  });

  it('assigns one payment to one deposit', async () => {
    const first = await ready();
    const second = await ready();
    const settlement = settlementOf(first.deposit);
    expect((await settle(settlement)).kind).toBe('settled');
    const again = { ...settlement, transactionId: second.deposit.id };
    expect(await settle(again)).toMatchObject({ kind: 'in-review' });
    expect(await fixture.cash(second.customerId)).toBe(1);
  });

  it('does not credit a second payment of one deposit, and puts it in review', async () => {
    const { customerId, deposit } = await ready();
    expect((await settle(settlementOf(deposit))).kind).toBe('settled');
    const reason = 'another payment names it';
    expect(await settle(settlementOf(deposit))).toMatchObject({ kind: 'in-review', reason });
    expect(await fixture.cash(customerId)).toBe(251);
    expect((await fixture.get(deposit.id)).status).toBe('approved');
  });

  it.each(['failed', 'cancelled'] as const)(
    'credits a late success after %s once',
    async (outcome) => {
      const { customerId, deposit } = await ready();
      const settlement = settlementOf(deposit);
      await settle({ ...settlement, outcome });
      expect((await fixture.get(deposit.id)).status).toBe(outcome);
      for (const late of ['approved', 'approved', outcome] as const) {
        const settled = await settle({ ...settlement, outcome: late });
        expect(settled).toMatchObject({ kind: 'settled', transaction: { status: 'approved' } });
      }
      expect(await fixture.cash(customerId)).toBe(251);
    },
  );

  it.each(['failed', 'cancelled'] as const)(
    'puts a success after %s in review once the account is closed',
    async (outcome) => {
      const { customerId, deposit } = await ready();
      const settlement = settlementOf(deposit);
      await settle({ ...settlement, outcome });
      await fixture.rows('update customers set closed_at = now() where id = $1', [customerId]);
      const reason = 'it was paid after the account was closed';
      expect(await settle(settlement)).toMatchObject({ kind: 'in-review', reason });
      expect(await fixture.cash(customerId)).toBe(1);
      const notified = await fixture.rows(
        `select payload ->> 'subject' as subject from outbox where key like $1`,
        [`operator:transaction:${deposit.id}:%`],
      );
      expect(notified).toEqual([{ subject: `Look at ${deposit.id}: ${reason}` }]);
    },
  );

  it('treats a second refund of the same amount as separate', async () => {
    const { customerId, deposit } = await ready();
    const payment = settlementOf(deposit);
    await settle(payment);
    const refund = {
      outcome: 'refunded',
      amountCents: cents(5_000),
      returnReference: 'a',
    } as const;
    for (const times of ['once', 'again']) {
      expect(await settle({ ...payment, ...refund }), times).toMatchObject({ kind: 'settled' });
    }
    const second = await settle({ ...payment, ...refund, returnReference: 'b' });
    expect(second).toMatchObject({ kind: 'in-review', reason: 'a second refund' });
    const other = settlementOf(await fixture.deposit(customerId));
    await settle(other);
    expect(await settle({ ...other, ...refund })).toMatchObject({
      kind: 'in-review',
      reason: 'refund under the name of another payment',
    });
    expect(await fixture.cash(customerId)).toBe(451);
  });

  const limitTo = async (customerId: number, euros: number): Promise<void> => {
    const who = { customerId, kind: 'deposit', period: 'month', amountCents: cents(euros * 100) };
    await fixture.rows(
      `insert into own_limits (customer_id, kind, period, amount_cents) values ($1, $2, $3, $4)`,
      Object.values(who),
    );
  };

  it('puts late successes in review that exceed the customer’s limits', async () => {
    // Each deposit makes room for the next by a failure that the customer's browser brought.
    const unverified = await fixture.unverified();
    const limited = await fixture.customer();
    await limitTo(limited, 2_000);
    for (const [customerId, code] of [
      [unverified, 'deposit-unverified-maximum'],
      [limited, 'deposit-limit'],
    ] as const) {
      const payments: Settlement[] = [];
      for (let index = 0; index < 3; index += 1) {
        const deposit = await fixture.deposit(customerId, { amount: 900 });
        const payment = settlementOf(deposit, { amountCents: cents(90_000) });
        payments.push(payment);
        await settle({ ...payment, outcome: 'failed' });
      }
      const settled = await Promise.all(payments.map(settle));
      expect(settled.map(({ kind }) => kind).toSorted()).toEqual([
        'in-review',
        'settled',
        'settled',
      ]);
      const reason = `it was paid late, and is refused now: ${code}`;
      expect(settled).toContainEqual(expect.objectContaining({ kind: 'in-review', reason }));
      expect(await fixture.cash(customerId)).toBe(1_801);
    }
  });

  it('shows staff who review a deposit that it was paid meanwhile', async () => {
    const { customerId, deposit } = await ready();
    const payment = settlementOf(deposit);
    await bringTo('in-review', payment);
    const reason = 'the provider says that it was paid';
    expect(await settle(payment)).toMatchObject({ kind: 'in-review', reason });
    expect((await fixture.get(deposit.id)).providerReference).toBe(payment.providerReference);
    expect(await settle(payment)).toMatchObject({ kind: 'in-review', reason });
    expect(await fixture.cash(customerId)).toBe(1);
    await actOnDeposit(fixture.deps(), {
      id: deposit.id,
      action: 'confirm',
      receivedCents: cents(25_000),
      actor: 'operator:test',
      reason: 'test',
    });
    expect(await settle(payment)).toMatchObject({ kind: 'settled' });
    expect(await fixture.cash(customerId)).toBe(251);
  });

  const bringTo = async (status: string, payment: Settlement): Promise<void> => {
    const { transactionId: id, provider } = payment;
    const by = { id, actor: 'operator:test', reason: 'test' };
    if (status === 'rejected') await actOnDeposit(fixture.deps(), { ...by, action: 'reject' });
    if (status === 'in-review') await actOnDeposit(fixture.deps(), { ...by, action: 'review' });
    if (status === 'processing') {
      const { customerId } = await fixture.get(id);
      await beginAttempt(fixture.deps(), { transactionId: id, customerId, provider });
    }
    if (status === 'approved' || status === 'failed' || status === 'cancelled') {
      await settle({ ...payment, outcome: status });
    }
  };

  const OUTCOMES = ['approved', 'failed', 'cancelled'] as const;
  const TABLE: Readonly<
    Record<Exclude<TransactionStatus, 'opening'>, readonly TransactionStatus[]>
  > = {
    pending: ['approved', 'failed', 'cancelled'],
    processing: ['approved', 'failed', 'cancelled'],
    approved: ['approved', 'approved', 'approved'],
    failed: ['approved', 'failed', 'failed'],
    cancelled: ['approved', 'cancelled', 'cancelled'],
    'in-review': ['in-review', 'in-review', 'in-review'],
    rejected: ['in-review', 'rejected', 'rejected'],
  };
  it.each(
    Object.entries(TABLE).flatMap(([status, after]) =>
      OUTCOMES.map((outcome, index) => [status, outcome, after[index]] as const),
    ),
  )('leads a deposit from %s by what a provider calls %s to %s', async (status, outcome, after) => {
    const { customerId, deposit } = await ready();
    const payment = settlementOf(deposit);
    await bringTo(status, payment);
    expect((await fixture.get(deposit.id)).status).toBe(status);
    await settle({ ...payment, outcome });
    expect((await fixture.get(deposit.id)).status).toBe(after);
    expect(await fixture.cash(customerId)).toBe(after === 'approved' ? 251 : 1);
  });

  it('does not hand over a deposit that is no longer allowed', async () => {
    const { customerId, deposit } = await ready();
    const other = await fixture.deposit(customerId);
    await limitTo(customerId, 500.99);
    const attempt = { customerId, provider: 'paymaxis' };
    const first = await beginAttempt(fixture.deps(), { ...attempt, transactionId: other.id });
    expect(first).toMatchObject({ kind: 'refused', rejection: { code: 'deposit-limit' } });
    expect((await fixture.get(other.id)).status).toBe('pending');
    await settle(settlementOf(deposit, { outcome: 'cancelled' }));
    const second = await beginAttempt(fixture.deps(), { ...attempt, transactionId: other.id });
    expect(second.kind).toBe('begun');
  });

  it('hands a deposit over to its provider once', async () => {
    const { customerId, deposit } = await ready();
    const attempt = { transactionId: deposit.id, customerId, provider: 'paymaxis' };
    const begun = await Promise.all(
      Array.from({ length: 5 }, () => beginAttempt(fixture.deps(), attempt)),
    );
    expect(begun.map(({ kind }) => kind).toSorted()).toEqual([
      'begun',
      ...Array.from({ length: 4 }, () => 'begun-before'),
    ]);
    for (const wrong of [{ customerId: customerId + 1 }, { provider: 'ikajo' }]) {
      const refused = await beginAttempt(fixture.deps(), { ...attempt, ...wrong });
      expect(refused.kind).toBe('not-found');
    }
    expect((await fixture.get(deposit.id)).status).toBe('processing');
  });
});
