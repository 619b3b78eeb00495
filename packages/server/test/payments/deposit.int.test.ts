import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { PublicConfig } from '@halyard/contract/config';
import type { Transaction } from '@halyard/contract/transactions';
import { assert } from '@halyard/core/assertion';
import { cents } from '@halyard/core/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnDeposit } from '#features/payments/deposits/act-on-deposit.ts';
import { cancelTransaction } from '#features/payments/cancel-transaction.ts';
import { createDeposit } from '#features/payments/deposits/create-deposit.ts';
import { viewDepositTerms } from '#features/payments/deposits/deposit-terms.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';
import { openFixture, requestOf } from './payments-fixture.ts';

type Answer = { readonly status: string; readonly transaction_id: string };
const DEPOSIT_ID = /^D[0-9A-Z]{18}$/;

describeOnDatabase('asking for a deposit', (database) => {
  let server: TestServer;
  /** Of the demo customer, whose profile is complete. */
  let token = '';
  beforeAll(async () => {
    server = await startServer({
      database,
      environment: {
        DEMO: '1',
        PAYMENTS: 'off',
        DEPOSIT_METHODS: 'bank,alternative,titan',
      },
    });
    const { customer } = JSON.parse(
      readFileSync(join(server.dataDir, 'first-run.json'), 'utf8'),
    ) as { customer: { email: string; password: string } };
    const reply = await server.post<Session>('/api/accounts/login', customer);
    token = dataOf(reply.envelope).access_token;
  });
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  const create = async (body: object, by = token) =>
    (await server.post<Answer>('/api/transactions/create', body, { token: by })).envelope;
  const list = async (query = '', by = token): Promise<readonly Transaction[]> =>
    dataOf((await server.get<Transaction[]>(`/api/transactions/get/${by}${query}`)).envelope);

  it('creates a transaction of the method and answers with its id [s-deposit-created] [c-create] [c-create-answer] [p-customer-deposits]', async () => {
    for (const [method, id, type] of [
      [2, 2, 'Bank transfer'],
      ['3', 3, 'Alternative'],
      [9, 9, 'Titan'],
    ] as const) {
      const answer = dataOf(await create({ amount: '300.50', method, token }));
      expect(answer).toEqual({
        status: 'success',
        transaction_id: expect.stringMatching(DEPOSIT_ID),
      });
      const [newest] = await list('?tab=deposits&limit=1');
      expect(newest).toEqual({
        transaction_id: answer.transaction_id,
        transaction_type: type,
        transaction_type_id: id,
        transaction_status: 'Pending',
        amount: 300.5,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        method_id: id,
        stage: 'deposit-waiting-for-transfer',
        original_id: null,
      });
    }
  });

  it('requires an amount of at least 250 euros [v-deposit-amount] [v-deposit-min]', async () => {
    const none = rejectionOf(await create({ method: 2 }));
    expect(none).toMatchObject({ code: 'invalid', errors: { amount: 'This field is required' } });
    for (const amount of [249.99, '249.99', 0, -250]) {
      const low = rejectionOf(await create({ amount, method: 2 }));
      expect(low).toMatchObject({ code: 'deposit-minimum', message: 'Minimum Deposit € 250' });
    }
    for (const amount of ['250.001', '2.5e2', 'NaN', null, [250], true]) {
      expect(rejectionOf(await create({ amount, method: 2 })).code).toBe('invalid');
    }
    expect((await create({ amount: 250, method: 2 })).status).toBe('success');
    expect(rejectionOf(await create({ amount: 10_000_000.01, method: 2 })).code).toBe(
      'amount-too-large',
    );
  });

  it('rejects other methods, and cards while none is configured [k-method-ids] [k-card-configured]', async () => {
    for (const method of [0, 4, 5, 7, 8, 10, 11, 'bank', undefined]) {
      expect(rejectionOf(await create({ amount: 250, method })).code).toBe('invalid');
    }
    expect(rejectionOf(await create({ amount: 250, method: 1 }))).toMatchObject({
      code: 'method-unavailable',
      message: 'This payment method is not available',
    });
    const config = dataOf((await server.get<PublicConfig>('/api/config')).envelope);
    expect(config.payment_methods.map(({ id }) => id)).toEqual([2, 3, 9]);
  });

  it('requires a complete profile first', async () => {
    const { access_token: incomplete } = await signUp(server, 'incomplete@example.com');
    const refused = rejectionOf(await create({ amount: 250, method: 2 }, incomplete));
    expect(refused).toMatchObject({
      code: 'profile-incomplete',
      message: 'You have to complete your account first',
    });
  });

  it('lists a customer’s own transactions, newest first and page by page [e-transaction] [c-transactions] [p-customer-transactions]', async () => {
    const all = await list();
    expect(all.at(-1)).toMatchObject({
      transaction_type: 'Manual deposit',
      transaction_type_id: 11,
      transaction_status: 'Approved',
      amount: 10_000,
      method_id: null,
      stage: 'deposit-credited',
    });
    const times = all.map(({ created_at: at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const pages: Transaction[] = [];
    for (let page = await list('?limit=2'); page.length > 0;) {
      pages.push(...page);
      page = await list(`?limit=2&before=${page.at(-1)?.transaction_id}`);
    }
    expect(pages).toEqual(all);
    expect(await list('?tab=withdrawals')).toEqual([]);

    const { access_token: other } = await signUp(server, 'other@example.com');
    expect(await list('', other)).toEqual([]);
    expect(await list(`?before=${all[0]?.transaction_id}`, other)).toEqual([]);
    const visitor = await server.get('/api/transactions/get/no-such-token');
    expect(visitor.status).toBe(401);
    for (const query of ['?limit=0', '?limit=201', '?limit=1e2', '?tab=all', '?before=5']) {
      const refused = await server.get(`/api/transactions/get/${token}${query}`);
      expect([query, refused.status]).toEqual([query, 422]);
    }
    const stranger = await server.post('/api/transactions/create', { amount: 250, method: 2 });
    expect(stranger.status).toBe(401);
  });

  it('executes a request once, and rejects its id with other content', async () => {
    const before = (await list()).length;
    const body = { amount: 255, method: 2, requestId: 'once' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)));
    const ids = new Set(answers.map((answer) => dataOf(answer).transaction_id));
    expect(ids.size).toBe(1);
    expect((await list()).length).toBe(before + 1);
    for (const change of [{ amount: 256 }, { method: 3 }, { comments: 'more' }]) {
      expect(rejectionOf(await create({ ...body, ...change })).code).toBe('duplicate-id');
    }
  });

  it('allows at most twenty pending deposits per customer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => create({ amount: 250, method: 2 })),
    );
    const codes = answers.map((answer) => (answer.status === 'error' ? answer.code : 'success'));
    expect(codes).toContain('success');
    expect(codes).toContain('too-many-transactions');
    const open = (await list()).filter((one) => one.transaction_status === 'Pending');
    expect(open).toHaveLength(20);
  });
});

describeOnDatabase('a deposit with a card', (database) => {
  const fixture = openFixture(database);

  it('goes to the named provider, in any case [k-card-configured]', async () => {
    const customerId = await fixture.customer();
    const named = await fixture.deposit(customerId, { provider: 'IKajo' });
    expect(named).toMatchObject({ typeId: 1, methodId: 1, provider: 'ikajo', status: 'pending' });
    for (const [provider, code] of [
      [undefined, 'invalid'],
      ['nobody', 'method-unavailable'],
    ] as const) {
      const refused = await createDeposit(fixture.deps(), { ...requestOf(customerId), provider });
      expect(refused).toMatchObject({ kind: 'refused', rejection: { code } });
    }
    const one = { ...fixture.deps(), cardProviders: [{ id: 'ikajo', title: 'Ikajo' }] };
    const only = await createDeposit(one, { ...requestOf(customerId), provider: undefined });
    expect(only).toMatchObject({ kind: 'created', transaction: { provider: 'ikajo' } });
  });

  it('stays under the limit for unverified customers, also for concurrent deposits', async () => {
    const customerId = await fixture.unverified();
    const request = { ...requestOf(customerId), amount: 1200 };
    const both = await Promise.all([
      createDeposit(fixture.deps(), request),
      createDeposit(fixture.deps(), request),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['created', 'refused']);
    expect(both.find(({ kind }) => kind === 'refused')).toMatchObject({
      rejection: { code: 'deposit-unverified-maximum', facts: { maximum: 799 } },
    });
    const rest = await createDeposit(fixture.deps(), { ...request, amount: 799 });
    expect(rest.kind).toBe('created');
  });

  it('shows the rest of the limit, and restores it when an unpaid deposit is cancelled', async () => {
    const customerId = await fixture.unverified();
    const request = {
      ...requestOf(customerId),
      amount: 1200,
      methodId: 2 as const,
      provider: undefined,
    };
    const created = await createDeposit(fixture.deps(), request);
    assert(created.kind === 'created', 'it is under the cap');
    const { id } = created.transaction;
    expect(await viewDepositTerms(fixture.deps(), customerId)).toEqual({
      minimum: 250,
      unverified_maximum: 799,
      unpaid: 1200,
    });
    const cancel = async (by = customerId) =>
      await cancelTransaction(fixture.deps(), { id, customerId: by });
    expect(await cancel(customerId + 1)).toEqual({ code: 'not-found' });
    expect(await Promise.all([cancel(), cancel()])).toEqual([undefined, undefined]);
    expect(await fixture.get(id)).toMatchObject({ status: 'cancelled', next: null });
    expect(await viewDepositTerms(fixture.deps(), customerId)).toMatchObject({
      unverified_maximum: 1999,
      unpaid: 0,
    });
  });

  it('cancels no deposit that was credited, rejected or put in review', async () => {
    const customerId = await fixture.customer();
    for (const action of ['confirm', 'reject', 'review'] as const) {
      const { id } = await fixture.deposit(customerId, { methodId: 2, provider: undefined });
      const request = { id, actor: 'test', reason: 'a test' };
      await actOnDeposit(
        fixture.deps(),
        action === 'confirm'
          ? { ...request, action, receivedCents: cents(25_000) }
          : { ...request, action },
      );
      const before = await fixture.get(id);
      expect(await cancelTransaction(fixture.deps(), { id, customerId })).toEqual({
        code: 'transaction-stage',
      });
      expect(await fixture.get(id)).toEqual(before);
    }
  });
});
