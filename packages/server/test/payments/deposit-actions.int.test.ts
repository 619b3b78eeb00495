import { cents, toEuros } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { actOnDeposit, DEPOSIT_ACTIONS } from '#features/payments/deposits/act-on-deposit.ts';
import { actOnWithdrawal } from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { beginAttempt } from '#features/payments/deposits/begin-attempt.ts';
import { listFirstDeposits } from '#features/payments/deposits/first-deposit-store.ts';
import { grant } from '#features/payments/grant.ts';
import { requestWithdrawal } from '#features/payments/withdrawals/request-withdrawal.ts';
import { settleDeposit } from '#features/payments/deposits/settle-deposit.ts';
import { createTransactionId } from '#features/payments/transaction-id.ts';
import { open, TERMS } from '../engine/engine-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { fund, openFixture, withdrawalOf } from './payments-fixture.ts';

const ANN = { actor: 'operator:ann', reason: 'test' } as const;

describeOnDatabase('what staff decide about a deposit', (database) => {
  const fixture = openFixture(database);
  type Action = (typeof DEPOSIT_ACTIONS)[number];
  const act = async (id: string, action: Action, received = 260) =>
    await actOnDeposit(
      fixture.deps(),
      action === 'confirm'
        ? { id, action, receivedCents: cents(received * 100), ...ANN }
        : { id, action, ...ANN },
    );

  const LEADS: Readonly<Record<Action, Readonly<Record<string, string>>>> = {
    confirm: {
      'bank pending': 'approved',
      'bank in-review': 'approved',
      'card in-review': 'approved',
    },
    reject: {
      'bank pending': 'rejected',
      'card pending': 'rejected',
      'card processing': 'rejected',
      'bank in-review': 'rejected',
      'card in-review': 'rejected',
    },
    review: {
      'bank pending': 'in-review',
      'card pending': 'in-review',
      'card processing': 'in-review',
    },
    clear: {},
    // Only what its provider has reported: see claims.int.test.ts.
    'book-return': {},
  };
  const STATES = [
    'bank pending',
    'bank in-review',
    'bank approved',
    'bank rejected',
    'card pending',
    'card processing',
    'card in-review',
    'card rejected',
  ];
  const CASES = STATES.flatMap((state) =>
    DEPOSIT_ACTIONS.map((action) => [state, action, LEADS[action][state] ?? 'nowhere'] as const),
  );
  it.each(CASES)('leads from %s by %s to %s', async (state, action, to) => {
    const [method = '', status = ''] = state.split(' ');
    const customerId = await fixture.customer(1);
    const { id } = await fixture.deposit(customerId, { methodId: method === 'bank' ? 2 : 1 });
    if (status === 'processing') {
      const attempt = { transactionId: id, customerId, provider: 'paymaxis' };
      await beginAttempt(fixture.deps(), attempt);
    }
    if (status === 'in-review') await act(id, 'review');
    if (status === 'rejected') await act(id, 'reject');
    if (status === 'approved') await act(id, 'confirm');
    expect((await fixture.get(id)).status).toBe(status);

    const done = await act(id, action);
    expect(done.kind).toBe(to === 'nowhere' ? 'not-now' : 'done');
    const end = to === 'nowhere' ? status : to;
    expect((await fixture.get(id)).status).toBe(end);
    // What arrived is credited, whatever was asked for.
    expect(await fixture.cash(customerId)).toBe(end === 'approved' ? 261 : 1);
  });

  const settle = async (
    id: string,
    outcome: 'approved' | 'refunded' | 'charged-back',
    euros = 250,
  ) =>
    await settleDeposit(fixture.deps(), {
      transactionId: id,
      provider: 'paymaxis',
      providerReference: `payment-of-${id}`,
      outcome,
      amountCents: cents(euros * 100),
      currency: 'EUR',
      evidence: {},
    });
  const credited = async (euros: number) => {
    const customerId = await fixture.customer(euros);
    const { id } = await fixture.deposit(customerId);
    await settle(id, 'approved');
    return { customerId, id };
  };
  const standing = async (customerId: number) => [
    await fixture.cash(customerId),
    await fixture.debt(customerId),
    (await fixture.engine().account(customerId))?.terms.status,
  ];

  it('books a refund once, beside the deposit, and lets the customer go on', async () => {
    const { customerId, id } = await credited(1);
    const notified = await Promise.all(Array.from({ length: 10 }, () => settle(id, 'refunded')));
    expect(new Set(notified.map(({ kind }) => kind))).toEqual(new Set(['settled']));
    expect(await standing(customerId)).toEqual([1, 0, 'active']);
    const rows = await fixture.rows(
      `select type_id, status, amount_cents, cause from transactions where original_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      { type_id: 1, status: 'approved', amount_cents: -25_000, cause: 'refund' },
    ]);
    // A success that comes after it credits nothing.
    expect((await settle(id, 'approved')).kind).toBe('settled');
    expect(await standing(customerId)).toEqual([1, 0, 'active']);
  });

  it('books a charge-back: debits cash, books the rest as debt, and blocks openings', async () => {
    const { customerId, id } = await credited(50);
    const paid = await fixture.withdrawal(customerId, 200);
    for (const action of ['approve', 'pay'] as const) {
      await actOnWithdrawal(fixture.deps(), { id: paid.id, action, ...ANN });
    }
    await settle(id, 'charged-back');
    expect(await standing(customerId)).toEqual([0, 150, 'close-only']);
    const engine = fixture.engine();
    await fund(fixture.deps(), customerId, 500);
    const order = open(engine, customerId, { euros: 100 });
    expect(await engine.submit('after', order)).toMatchObject({
      rejection: { code: 'close-only' },
    });
  });

  it('leaves an inconsistent reversal to staff', async () => {
    const { customerId, id } = await credited(1);
    expect(await settle(id, 'refunded', 250.01)).toMatchObject({ kind: 'in-review' });
    expect((await settle(id, 'refunded', 200)).kind).toBe('in-review');
    expect(await standing(customerId)).toEqual([51, 0, 'active']);
    expect(await settle(id, 'charged-back', 100)).toMatchObject({ kind: 'in-review' });
    expect(await standing(customerId)).toEqual([51, 0, 'active']);
    expect((await fixture.get(id)).status).toBe('approved');
    expect((await act(id, 'clear')).kind).toBe('done');
    expect((await fixture.get(id)).review).toBeNull();

    const early = await fixture.deposit(customerId);
    expect(await settle(early.id, 'charged-back')).toMatchObject({ kind: 'in-review' });
    expect(await settle(early.id, 'approved')).toMatchObject({ kind: 'in-review' });
    expect(await standing(customerId)).toEqual([51, 0, 'active']);
  });

  it('names the first settled deposit of each customer', async () => {
    const customerId = await fixture.customer(1);
    const [first] = await listFirstDeposits(fixture.deps().db.kysely, [customerId]);
    expect(first).toMatchObject({ customerId, amountCents: 100 });
    const { id } = await fixture.deposit(customerId, { methodId: 2 });
    expect(await listFirstDeposits(fixture.deps().db.kysely, [customerId])).toEqual([first]);
    await act(id, 'confirm');
    expect(await listFirstDeposits(fixture.deps().db.kysely, [customerId])).toEqual([first]);
    expect(await listFirstDeposits(fixture.deps().db.kysely, [])).toEqual([]);
  });

  it('ignores a fully reversed deposit as a customer’s first deposit', async () => {
    const { customerId, id } = await credited(1);
    await fixture.rows(
      `update transactions set settled_at = settled_at + interval '1 day'
        where customer_id = $1 and id <> $2`,
      [customerId, id],
    );
    const first = async () => {
      const [named] = await listFirstDeposits(fixture.deps().db.kysely, [customerId]);
      return named?.amountCents;
    };
    expect(await first()).toBe(25_000);
    await settle(id, 'refunded', 100);
    expect(await first()).toBe(25_000);
    await settle(id, 'charged-back', 150);
    expect(await first()).toBe(100);
  });

  it('books bonuses and credits from the broker once, and never lets them be withdrawn', async () => {
    const customerId = await fixture.customer(100);
    for (const [kind, typeId] of [
      ['bonus', 4],
      ['referral-bonus', 10],
      ['credit', 5],
    ] as const) {
      const granted = {
        kind,
        customerId,
        amountCents: cents(1_000),
        transactionId: createTransactionId('D'),
        ...ANN,
      };
      for (let time = 0; time < 2; time += 1) {
        const booked = await grant(fixture.deps(), granted);
        expect(booked).toMatchObject({ kind: 'done', transaction: { typeId, status: 'approved' } });
      }
      const other = await grant(fixture.deps(), { ...granted, amountCents: cents(2_000) });
      expect(other).toMatchObject({ kind: 'refused', rejection: { code: 'duplicate-id' } });
    }
    const account = await fixture.engine().account(customerId);
    expect([account?.cashCents, account?.creditCents]).toEqual([10_000, 3_000]);
    const refused = await requestWithdrawal(fixture.deps(), withdrawalOf(customerId, 100.01));
    expect(refused).toMatchObject({
      rejection: { code: 'withdraw-maximum', facts: { maximum: 100 } },
    });
    expect(toEuros(account?.creditCents ?? cents(0))).toBe(30);
    expect(account?.terms).toEqual(TERMS);
  });
});
