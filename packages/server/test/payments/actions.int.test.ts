import { cents, toEuros } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { actOnDeposit, DEPOSIT_ACTIONS } from '#features/payments/deposits/act-on-deposit.ts';
import {
  actOnWithdrawal,
  type WithdrawalAction,
} from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { beginAttempt } from '#features/payments/deposits/begin-attempt.ts';
import { listFirstDeposits } from '#features/payments/deposits/first-deposit-store.ts';
import { grant } from '#features/payments/grant.ts';
import { requestWithdrawal } from '#features/payments/withdrawals/request-withdrawal.ts';
import { settleDeposit } from '#features/payments/deposits/settle-deposit.ts';
import type { Transaction } from '#features/payments/transaction.ts';
import { createTransactionId } from '#features/payments/transaction-id.ts';
import { close, open, openedBy, TERMS } from '../engine/engine-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { fund, openStand, withdrawalOf } from './payments-stand.ts';

const ANN = { actor: 'operator:ann', reason: 'test' } as const;
const BEN = { actor: 'operator:ben', reason: 'test' } as const;

describeOnDatabase('a withdrawal', (database) => {
  const stand = openStand(database);
  const act = async (id: string, action: WithdrawalAction, by: typeof ANN | typeof BEN = ANN) =>
    await actOnWithdrawal(stand.deps(), { id, action, ...by });

  const WAYS: Readonly<Record<string, readonly WithdrawalAction[]>> = {
    pending: [],
    processing: ['approve'],
    approved: ['approve', 'pay'],
    failed: ['approve', 'pay', 'bounce'],
    cancelled: ['cancel'],
    rejected: ['reject'],
  };
  const LEADS: Readonly<Record<WithdrawalAction, Readonly<Record<string, string>>>> = {
    cancel: { pending: 'cancelled' },
    approve: { pending: 'processing' },
    reject: { pending: 'rejected', processing: 'rejected' },
    pay: { processing: 'approved' },
    bounce: { approved: 'failed' },
  };
  /** Of € 100 set aside from € 300: cash and what is set aside in each status. */
  const MONEY: Readonly<Record<string, readonly [number, number]>> = {
    pending: [200, 100],
    processing: [200, 100],
    approved: [200, 0],
    failed: [300, 0],
    cancelled: [300, 0],
    rejected: [300, 0],
  };
  const CASES = Object.keys(WAYS).flatMap((status) =>
    Object.entries(LEADS).map(
      ([action, leads]) =>
        [status, action as WithdrawalAction, leads[status] ?? 'nowhere'] as const,
    ),
  );
  it.each(CASES)('that is %s leads by %s to %s', async (status, action, to) => {
    const customerId = await stand.customer(300);
    const { id } = await stand.withdrawal(customerId, 100);
    for (const way of WAYS[status] ?? []) expect((await act(id, way)).kind).toBe('done');
    expect((await stand.get(id)).status).toBe(status);

    const done = await act(id, action);
    expect(done.kind).toBe(to === 'nowhere' ? 'not-now' : 'done');
    const end = to === 'nowhere' ? status : to;
    expect((await stand.get(id)).status).toBe(end);
    expect([await stand.cash(customerId), await stand.held(customerId)]).toEqual(MONEY[end]);
  });

  it('is set aside once when a hundred with funds for one come at once', async () => {
    const customerId = await stand.customer(100);
    const wishes = Array.from({ length: 100 }, () =>
      requestWithdrawal(stand.deps(), withdrawalOf(customerId, 100)),
    );
    const kinds = (await Promise.all(wishes)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'created')).toHaveLength(1);
    expect([await stand.cash(customerId), await stand.held(customerId)]).toEqual([0, 100]);
    const rows = await stand.rows(
      'select status from transactions where customer_id = $1 and type_id = 6',
      [customerId],
    );
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  it('takes no money that positions need, while they open and close', async () => {
    const customerId = await stand.customer(1_000);
    const engine = stand.engine();
    const trade = async (index: number): Promise<void> => {
      const opened = await engine.submit(`open-${index}`, open(engine, customerId, { euros: 100 }));
      if (opened.kind === 'refused') return;
      await engine.submit(`close-${index}`, close(customerId, openedBy(opened)));
    };
    const work = Array.from({ length: 40 }, async (_, index) =>
      index % 2 === 0
        ? await trade(index)
        : await requestWithdrawal(stand.deps(), withdrawalOf(customerId, 90)),
    );
    await Promise.all(work);
    const [sums] = await stand.rows(
      `select coalesce(sum(profit_cents), 0)::bigint as profit, count(*) as trades from positions
       where account_id = $1 and closed_at is not null`,
      [customerId],
    );
    expect(Number(sums?.trades)).toBeGreaterThan(0);
    const held = await stand.held(customerId);
    expect(held).toBeGreaterThan(0);
    expect(held % 90).toBe(0);
    const cash = await stand.cash(customerId);
    expect(cash).toBeGreaterThanOrEqual(0);
    expect(Math.round((cash + held) * 100)).toBe(100_000 + Number(sums?.profit));
  });

  it('is paid once when two people pay it at once', async () => {
    const customerId = await stand.customer(300);
    const { id } = await stand.withdrawal(customerId, 100);
    await act(id, 'approve');
    const kinds = (await Promise.all([act(id, 'pay'), act(id, 'pay', BEN)])).map(
      ({ kind }) => kind,
    );
    expect(kinds.toSorted()).toEqual(['done', 'not-now']);
    expect([await stand.cash(customerId), await stand.held(customerId)]).toEqual([200, 0]);
  });

  it('keeps its fee apart, and gives all back but a fee that was earned', async () => {
    const customerId = await stand.customer(300);
    const deps = stand.deps({ withdrawalFeeCents: cents(250) });
    const ask = async (): Promise<Transaction> => {
      const created = await requestWithdrawal(deps, withdrawalOf(customerId, 100));
      return created.kind === 'created' ? created.transaction : expect.fail('it was refused');
    };
    const family = async (id: string) =>
      (
        await stand.rows(
          `select type_id, status, amount_cents from transactions
           where id = $1 or original_id = $1 order by number`,
          [id],
        )
      ).map((row) => Object.values(row).join(' '));

    const tooSmall = await requestWithdrawal(deps, withdrawalOf(customerId, 2.5));
    expect(tooSmall).toMatchObject({
      refusal: { code: 'amount-too-small', facts: { minimum: 2.51 } },
    });
    const rejected = await ask();
    expect(await family(rejected.id)).toEqual(['6 pending -9750', '7 pending -250']);
    await act(rejected.id, 'reject');
    expect(await family(rejected.id)).toEqual(['6 rejected -9750', '7 rejected -250']);
    expect(await stand.cash(customerId)).toBe(300);

    const paid = await ask();
    await act(paid.id, 'approve');
    await act(paid.id, 'pay');
    expect(await family(paid.id)).toEqual(['6 approved -9750', '7 approved -250']);
    const entries = await stand.rows(
      `select account, amount_cents from ledger_entries l join postings p on p.id = l.posting_id
       where p.unique_key = $1 order by line`,
      [`payout:${paid.id}`],
    );
    expect(entries.map((row) => Object.values(row).join(' '))).toEqual([
      'customer:withdrawal-hold -10000',
      'house:bank 9750',
      'house:fees 250',
    ]);
    await act(paid.id, 'bounce');
    expect(await family(paid.id)).toEqual(['6 failed -9750', '7 approved -250', '8 approved 9750']);
    expect([await stand.cash(customerId), await stand.held(customerId)]).toEqual([297.5, 0]);
  });

  it('tells the customer each turn once', async () => {
    const customerId = await stand.customer(300);
    const { id } = await stand.withdrawal(customerId, 100);
    for (const action of ['approve', 'pay', 'bounce'] as const) await act(id, action);
    const told = await stand.rows(
      `select kind from notifications where customer_id = $1 order by id`,
      [customerId],
    );
    expect(told.map(({ kind }) => kind)).toEqual([
      'deposit-approved',
      'withdrawal-requested',
      'withdrawal-approved',
      'withdrawal-paid',
      'withdrawal-returned',
    ]);
  });
});

describeOnDatabase('what staff decide about a deposit', (database) => {
  const stand = openStand(database);
  type Action = (typeof DEPOSIT_ACTIONS)[number];
  const act = async (id: string, action: Action, received = 260) =>
    await actOnDeposit(
      stand.deps(),
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
    const customerId = await stand.customer(1);
    const { id } = await stand.deposit(customerId, { methodId: method === 'bank' ? 2 : 1 });
    if (status === 'processing') {
      const attempt = { transactionId: id, customerId, provider: 'paymaxis' };
      await beginAttempt(stand.deps(), attempt);
    }
    if (status === 'in-review') await act(id, 'review');
    if (status === 'rejected') await act(id, 'reject');
    if (status === 'approved') await act(id, 'confirm');
    expect((await stand.get(id)).status).toBe(status);

    const done = await act(id, action);
    expect(done.kind).toBe(to === 'nowhere' ? 'not-now' : 'done');
    const end = to === 'nowhere' ? status : to;
    expect((await stand.get(id)).status).toBe(end);
    // What arrived is credited, whatever was asked for.
    expect(await stand.cash(customerId)).toBe(end === 'approved' ? 261 : 1);
  });

  const settle = async (
    id: string,
    outcome: 'approved' | 'refunded' | 'charged-back',
    euros = 250,
  ) =>
    await settleDeposit(stand.deps(), {
      transactionId: id,
      provider: 'paymaxis',
      providerReference: `payment-of-${id}`,
      outcome,
      amountCents: cents(euros * 100),
      currency: 'EUR',
      evidence: {},
    });
  const credited = async (euros: number) => {
    const customerId = await stand.customer(euros);
    const { id } = await stand.deposit(customerId);
    await settle(id, 'approved');
    return { customerId, id };
  };
  const standing = async (customerId: number) => [
    await stand.cash(customerId),
    await stand.debt(customerId),
    (await stand.engine().account(customerId))?.terms.status,
  ];

  it('books a refund once, beside the deposit, and lets the customer go on', async () => {
    const { customerId, id } = await credited(1);
    const told = await Promise.all(Array.from({ length: 10 }, () => settle(id, 'refunded')));
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['settled']));
    expect(await standing(customerId)).toEqual([1, 0, 'active']);
    const rows = await stand.rows(
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

  it('books a charge-back: cash pays what it can, the rest is owed, and nothing is opened', async () => {
    const { customerId, id } = await credited(50);
    const paid = await stand.withdrawal(customerId, 200);
    for (const action of ['approve', 'pay'] as const) {
      await actOnWithdrawal(stand.deps(), { id: paid.id, action, ...ANN });
    }
    await settle(id, 'charged-back');
    expect(await standing(customerId)).toEqual([0, 150, 'close-only']);
    const engine = stand.engine();
    await fund(stand.deps(), customerId, 500);
    const order = open(engine, customerId, { euros: 100 });
    expect(await engine.submit('after', order)).toMatchObject({ refusal: { code: 'close-only' } });
  });

  it('leaves what is taken back wrongly to a person', async () => {
    const { customerId, id } = await credited(1);
    expect(await settle(id, 'refunded', 250.01)).toMatchObject({ kind: 'in-review' });
    expect((await settle(id, 'refunded', 200)).kind).toBe('in-review');
    expect(await standing(customerId)).toEqual([51, 0, 'active']);
    expect(await settle(id, 'charged-back', 100)).toMatchObject({ kind: 'in-review' });
    expect(await standing(customerId)).toEqual([51, 0, 'active']);
    expect((await stand.get(id)).status).toBe('approved');
    expect((await act(id, 'clear')).kind).toBe('done');
    expect((await stand.get(id)).review).toBeNull();

    const early = await stand.deposit(customerId);
    expect(await settle(early.id, 'charged-back')).toMatchObject({ kind: 'in-review' });
    expect(await settle(early.id, 'approved')).toMatchObject({ kind: 'in-review' });
    expect(await standing(customerId)).toEqual([51, 0, 'active']);
  });

  it('names the deposit of each customer that was settled first', async () => {
    const customerId = await stand.customer(1);
    const [first] = await listFirstDeposits(stand.deps().db.kysely, [customerId]);
    expect(first).toMatchObject({ customerId, amountCents: 100 });
    const { id } = await stand.deposit(customerId, { methodId: 2 });
    expect(await listFirstDeposits(stand.deps().db.kysely, [customerId])).toEqual([first]);
    await act(id, 'confirm');
    expect(await listFirstDeposits(stand.deps().db.kysely, [customerId])).toEqual([first]);
    expect(await listFirstDeposits(stand.deps().db.kysely, [])).toEqual([]);
  });

  it('names no deposit as the first that was taken back whole', async () => {
    const { customerId, id } = await credited(1);
    await stand.rows(
      `update transactions set settled_at = settled_at + interval '1 day'
        where customer_id = $1 and id <> $2`,
      [customerId, id],
    );
    const first = async () => {
      const [named] = await listFirstDeposits(stand.deps().db.kysely, [customerId]);
      return named?.amountCents;
    };
    expect(await first()).toBe(25_000);
    await settle(id, 'refunded', 100);
    expect(await first()).toBe(25_000);
    await settle(id, 'charged-back', 150);
    expect(await first()).toBe(100);
  });

  it('lends bonuses and credits from the house, once, and never lets them be withdrawn', async () => {
    const customerId = await stand.customer(100);
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
        const booked = await grant(stand.deps(), granted);
        expect(booked).toMatchObject({ kind: 'done', transaction: { typeId, status: 'approved' } });
      }
      const other = await grant(stand.deps(), { ...granted, amountCents: cents(2_000) });
      expect(other).toMatchObject({ kind: 'refused', refusal: { code: 'duplicate-id' } });
    }
    const account = await stand.engine().account(customerId);
    expect([account?.cashCents, account?.creditCents]).toEqual([10_000, 3_000]);
    const refused = await requestWithdrawal(stand.deps(), withdrawalOf(customerId, 100.01));
    expect(refused).toMatchObject({
      refusal: { code: 'withdraw-maximum', facts: { maximum: 100 } },
    });
    expect(toEuros(account?.creditCents ?? cents(0))).toBe(30);
    expect(account?.terms).toEqual(TERMS);
  });
});
