import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import {
  actOnWithdrawal,
  type WithdrawalAction,
} from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { requestWithdrawal } from '#features/payments/withdrawals/request-withdrawal.ts';
import type { Transaction } from '#features/payments/transaction.ts';
import { close, open, openedBy } from '../engine/engine-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture, withdrawalOf } from './payments-fixture.ts';

const ANN = { actor: 'operator:ann', reason: 'test' } as const;
const BEN = { actor: 'operator:ben', reason: 'test' } as const;

describeOnDatabase('a withdrawal', (database) => {
  const fixture = openFixture(database);
  const act = async (id: string, action: WithdrawalAction, by: typeof ANN | typeof BEN = ANN) =>
    await actOnWithdrawal(fixture.deps(), { id, action, ...by });

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
    const customerId = await fixture.customer(300);
    const { id } = await fixture.withdrawal(customerId, 100);
    for (const way of WAYS[status] ?? []) expect((await act(id, way)).kind).toBe('done');
    expect((await fixture.get(id)).status).toBe(status);

    const done = await act(id, action);
    expect(done.kind).toBe(to === 'nowhere' ? 'not-now' : 'done');
    const end = to === 'nowhere' ? status : to;
    expect((await fixture.get(id)).status).toBe(end);
    expect([await fixture.cash(customerId), await fixture.held(customerId)]).toEqual(MONEY[end]);
  });

  it('holds funds once when a hundred concurrent requests have funds for one', async () => {
    const customerId = await fixture.customer(100);
    const requests = Array.from({ length: 100 }, () =>
      requestWithdrawal(fixture.deps(), withdrawalOf(customerId, 100)),
    );
    const kinds = (await Promise.all(requests)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'created')).toHaveLength(1);
    expect([await fixture.cash(customerId), await fixture.held(customerId)]).toEqual([0, 100]);
    const rows = await fixture.rows(
      'select status from transactions where customer_id = $1 and type_id = 6',
      [customerId],
    );
    expect(rows).toEqual([{ status: 'pending' }]);
  });

  it('takes no money that positions need while they open and close', async () => {
    const customerId = await fixture.customer(1_000);
    const engine = fixture.engine();
    const trade = async (index: number): Promise<void> => {
      const opened = await engine.submit(`open-${index}`, open(engine, customerId, { euros: 100 }));
      if (opened.kind === 'refused') return;
      await engine.submit(`close-${index}`, close(customerId, openedBy(opened)));
    };
    const work = Array.from({ length: 40 }, async (_, index) =>
      index % 2 === 0
        ? await trade(index)
        : await requestWithdrawal(fixture.deps(), withdrawalOf(customerId, 90)),
    );
    await Promise.all(work);
    const [sums] = await fixture.rows(
      `select coalesce(sum(profit_cents), 0)::bigint as profit, count(*) as trades from positions
       where account_id = $1 and closed_at is not null`,
      [customerId],
    );
    expect(Number(sums?.trades)).toBeGreaterThan(0);
    const held = await fixture.held(customerId);
    expect(held).toBeGreaterThan(0);
    expect(held % 90).toBe(0);
    const cash = await fixture.cash(customerId);
    expect(cash).toBeGreaterThanOrEqual(0);
    expect(Math.round((cash + held) * 100)).toBe(100_000 + Number(sums?.profit));
  });

  it('is paid once when two people pay it at the same time', async () => {
    const customerId = await fixture.customer(300);
    const { id } = await fixture.withdrawal(customerId, 100);
    await act(id, 'approve');
    const kinds = (await Promise.all([act(id, 'pay'), act(id, 'pay', BEN)])).map(
      ({ kind }) => kind,
    );
    expect(kinds.toSorted()).toEqual(['done', 'not-now']);
    expect([await fixture.cash(customerId), await fixture.held(customerId)]).toEqual([200, 0]);
  });

  it('books its fee separately, and returns all but a charged fee', async () => {
    const customerId = await fixture.customer(300);
    const deps = fixture.deps({ withdrawalFeeCents: cents(250) });
    const ask = async (): Promise<Transaction> => {
      const created = await requestWithdrawal(deps, withdrawalOf(customerId, 100));
      return created.kind === 'created' ? created.transaction : expect.fail('it was refused');
    };
    const family = async (id: string) =>
      (
        await fixture.rows(
          `select type_id, status, amount_cents from transactions
           where id = $1 or original_id = $1 order by number`,
          [id],
        )
      ).map((row) => Object.values(row).join(' '));

    const tooSmall = await requestWithdrawal(deps, withdrawalOf(customerId, 2.5));
    expect(tooSmall).toMatchObject({
      rejection: { code: 'amount-too-small', facts: { minimum: 2.51 } },
    });
    const rejected = await ask();
    expect(await family(rejected.id)).toEqual(['6 pending -9750', '7 pending -250']);
    await act(rejected.id, 'reject');
    expect(await family(rejected.id)).toEqual(['6 rejected -9750', '7 rejected -250']);
    expect(await fixture.cash(customerId)).toBe(300);

    const paid = await ask();
    await act(paid.id, 'approve');
    await act(paid.id, 'pay');
    expect(await family(paid.id)).toEqual(['6 approved -9750', '7 approved -250']);
    const entries = await fixture.rows(
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
    expect([await fixture.cash(customerId), await fixture.held(customerId)]).toEqual([297.5, 0]);
  });

  it('notifies the customer of each status once', async () => {
    const customerId = await fixture.customer(300);
    const { id } = await fixture.withdrawal(customerId, 100);
    for (const action of ['approve', 'pay', 'bounce'] as const) await act(id, action);
    const notified = await fixture.rows(
      `select kind from notifications where customer_id = $1 order by id`,
      [customerId],
    );
    expect(notified.map(({ kind }) => kind)).toEqual([
      'deposit-approved',
      'withdrawal-requested',
      'withdrawal-approved',
      'withdrawal-paid',
      'withdrawal-returned',
    ]);
  });
});
