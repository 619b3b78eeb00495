import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { BalanceData } from '@halyard/contract/trading';
import type { Transaction } from '@halyard/contract/transactions';
import { MINUTE_MS } from '@halyard/core/time';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dataOf,
  OPERATOR,
  signUp,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { codeInOutbox } from '../support/sign-in-link.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';

type Answer = { readonly status: string; readonly transaction_id: string };

describeOnDatabase('asking for a withdrawal', (database) => {
  let server: TestServer;
  /** Of the demo customer, who has € 10,000. */
  let token = '';
  beforeAll(async () => {
    server = await startServer({ database, environment: { DEMO: '1' } });
    const { customer } = JSON.parse(
      readFileSync(join(server.dataDir, 'first-run.json'), 'utf8'),
    ) as { customer: { email: string; password: string } };
    await server.operator('customer', 'confirm-email', customer.email);
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
  const ask = async (euros: number, comments = 'DE00 1234') =>
    dataOf(await create({ amount: 0 - euros, method: 'withdraw', comments })).transaction_id;
  const list = async (by = token): Promise<readonly Transaction[]> =>
    dataOf(
      (await server.get<Transaction[]>(`/api/transactions/get/${by}?tab=withdrawals`)).envelope,
    );
  const balance = async (by = token): Promise<BalanceData> =>
    dataOf(
      (await server.post<BalanceData>('/api/accounts/getBalance', {}, { token: by })).envelope,
    );
  const cancel = async (id: string, by = token) =>
    (await server.post('/api/transactions/cancel', { transaction_id: id }, { token: by })).envelope;
  const halyard = async (...words: readonly string[]) => await server.operator(...words);

  it('holds the amount at once and leaves the decision to staff [e-withdraw-negative] [e-withdraw-method] [e-withdraw-comments] [s-withdraw-request] [p-customer-withdrawals]', async () => {
    const before = await balance();
    const answer = dataOf(
      await create({ amount: '-100.50', method: 'withdraw', comments: 'To my bank', token }),
    );
    expect(answer).toEqual({
      status: 'success',
      transaction_id: expect.stringMatching(/^W[0-9A-Z]{18}$/),
    });
    const after = await balance();
    expect(before.balance - after.balance).toBeCloseTo(100.5, 8);
    expect((await list())[0]).toMatchObject({
      transaction_id: answer.transaction_id,
      transaction_type: 'Withdrawal',
      transaction_type_id: 6,
      transaction_status: 'Pending',
      amount: -100.5,
      method_id: 6,
      stage: 'withdrawal-waiting-for-us',
    });
    const shown = (await halyard('withdrawal', 'show', answer.transaction_id)).printed.join('\n');
    expect(shown).toMatch(/pay to\s+To my bank/);
    expect(shown).toContain('Manual deposit: 1, € 10,000.00');
    const queue = (await halyard('withdrawal', 'list', 'pending')).printed;
    expect(queue.some((line) => line.startsWith(answer.transaction_id))).toBe(true);
    const stranger = await server.post('/api/transactions/create', {
      amount: -1,
      method: 'withdraw',
      comments: 'x',
    });
    expect(stranger.status).toBe(401);
  });

  it('requires a negative amount and comments [v-withdraw-amount] [v-withdraw-comments] [e-withdraw-negative]', async () => {
    const before = await balance();
    const whole = { amount: -5, method: 'withdraw', comments: 'x' };
    for (const [change, field] of [
      [{ amount: undefined }, 'amount'],
      [{ amount: 5 }, 'amount'],
      [{ amount: '-5.001' }, 'amount'],
      [{ comments: undefined }, 'comments'],
      [{ comments: '  ' }, 'comments'],
      [{ comments: 'x'.repeat(1001) }, 'comments'],
    ] as const) {
      const refused = rejectionOf(await create({ ...whole, ...change }));
      expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual(['invalid', [field]]);
    }
    expect(rejectionOf(await create({ ...whole, amount: '-0' }))).toMatchObject({
      code: 'amount-too-small',
    });
    expect((await balance()).balance).toBe(before.balance);
  });

  it('allows at most the withdrawable amount, to the cent [v-withdraw-max]', async () => {
    const { withdrawable, free_margin: free } = await balance();
    expect(withdrawable).toBe(free);
    const refused = rejectionOf(
      await create({
        amount: -(Math.round(withdrawable * 100) + 1) / 100,
        method: 6,
        comments: 'all',
      }),
    );
    expect(refused).toMatchObject({
      code: 'withdraw-maximum',
      facts: { maximum: withdrawable },
      message: `Maximum withdraw can be ${withdrawable}`,
    });
    const id = await ask(withdrawable);
    const nothing = rejectionOf(await create({ amount: -1, method: '6', comments: 'more' }));
    expect(nothing).toMatchObject({
      code: 'nothing-to-withdraw',
      message: "You don't have balance to withdraw",
    });
    expect((await cancel(id)).status).toBe('success');
    expect((await balance()).withdrawable).toBe(withdrawable);
  });

  it('lets only its customer cancel it while it is pending', async () => {
    const id = await ask(10);
    const { access_token: other } = await signUpTrader(server, 'thief@example.com', '500');
    expect(rejectionOf(await cancel(id, other)).code).toBe('not-found');
    expect(rejectionOf(await cancel('WAAAAAAAAAAAAAAAAAA')).code).toBe('not-found');
    expect((await cancel(id)).status).toBe('success');
    expect((await cancel(id)).status).toBe('success');
    expect((await list())[0]).toMatchObject({ transaction_status: 'Cancelled' });

    const approved = await ask(10);
    expect((await halyard('withdrawal', 'approve', approved)).code).toBe(0);
    expect(rejectionOf(await cancel(approved))).toMatchObject({ code: 'transaction-stage' });
    expect((await halyard('withdrawal', 'reject', approved, 'mistyped')).code).toBe(0);
  });

  it('executes the same request once', async () => {
    const before = await balance();
    const body = { amount: -7, method: 'withdraw', comments: 'x', requestId: 'one' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)));
    expect(new Set(answers.map((answer) => dataOf(answer).transaction_id)).size).toBe(1);
    expect(before.balance - (await balance()).balance).toBeCloseTo(7, 8);
    for (const change of [{ amount: -8 }, { comments: 'y' }]) {
      expect(rejectionOf(await create({ ...body, ...change })).code).toBe('duplicate-id');
    }
  });

  it('requires a confirmed email', async () => {
    const { access_token: new_ } = await signUp(server, 'unconfirmed@example.com');
    await halyard('credit', 'unconfirmed@example.com', '500', 'test funds');
    const request = { amount: -5, method: 'withdraw', comments: 'x' };
    expect(rejectionOf(await create(request, new_))).toMatchObject({ code: 'email-unconfirmed' });
    expect((await balance(new_)).balance).toBe(500);
    await halyard('customer', 'confirm-email', 'unconfirmed@example.com');
    expect((await create(request, new_)).status).toBe('success');
  });

  it('requires the password after a link, and a code if a second factor is on', async () => {
    const email = 'assured@example.com';
    const { access_token: own } = await signUpTrader(server, email, '500');
    const request = { amount: -5, method: 'withdraw', comments: 'x' };
    await halyard('auto-login', email);
    const link = await codeInOutbox(server.dataDir, email);
    const byLink = await server.post<Session>(`/api/accounts/login/${link}`, {});
    const low = dataOf(byLink.envelope).access_token;
    expect(rejectionOf(await create(request, low))).toMatchObject({ code: 'password-required' });

    const begun = await server.post<{ secret: string }>(
      '/api/accounts/secondFactor/enable',
      {},
      { token: own },
    );
    const { secret } = dataOf(begun.envelope);
    const codeNow = (): string =>
      TOTP.generate({
        secret: Secret.fromBase32(secret),
        timestamp: Date.now() + server.offsetMs(),
      });
    const confirm = { code: codeNow() };
    await server.post('/api/accounts/secondFactor/confirm', confirm, { token: own });
    server.advance(6 * MINUTE_MS);
    expect(rejectionOf(await create(request, own))).toMatchObject({ code: 'second-factor' });
    const wrong = { ...request, code: '000000' };
    expect(rejectionOf(await create(wrong, own))).toMatchObject({ code: 'code-invalid' });
    expect((await balance(own)).balance).toBe(500);
    expect((await create({ ...request, code: codeNow() }, own)).status).toBe('success');
    expect((await balance(own)).balance).toBe(495);
  });

  it('is completed by the next start after a crash', async () => {
    const id = await ask(11);
    const before = await balance();
    await server.stop();
    const db = await database.open();
    await db.query(
      `update transactions set step = 'release',
         step_data = '{"to": "rejected", "actor": "operator:ann", "note": "cut short"}' where id = $1`,
      [id],
    );
    await db.close();
    const offsetMs = server.offsetMs();
    server = await startServer({ database, environment: { DEMO: '1' }, offsetMs });
    expect((await list())[0]).toMatchObject({
      transaction_id: id,
      transaction_status: 'Rejected',
      stage: 'withdrawal-rejected',
    });
    expect((await balance()).balance - before.balance).toBeCloseTo(11, 8);
  });

  it('is paid by staff, and credited again when the bank returns it, each with a reason', async () => {
    const before = await balance();
    const id = await ask(40);
    const steps = [
      [['pay', id, 'SEPA-1'], 1, 'so this action is not possible'],
      [['approve', id], 0, 'is approved and waits to be paid'],
      [['approve', id], 1, 'so this action is not possible'],
      [['pay', id], 2, 'Usage'],
      [['pay', id, 'SEPA-1'], 0, '€ 40.00 is paid'],
      [['bounce', id, 'account', 'closed'], 0, 'returned by the bank'],
      [['bounce', id, 'again'], 1, 'so this action is not possible'],
      [['reject', 'W1', 'x'], 1, 'There is no withdrawal'],
    ] as const;
    for (const [words, code, said] of steps) {
      const done = await halyard('withdrawal', ...words);
      expect([words, done.code]).toEqual([words, code]);
      expect(done.printed.join('\n')).toContain(said);
    }
    const [returned, failed] = await list();
    expect(returned).toMatchObject({
      transaction_type: 'Withdrawal returned',
      transaction_type_id: 8,
      transaction_status: 'Approved',
      amount: 40,
      original_id: id,
      stage: 'withdrawal-returned',
    });
    expect(failed).toMatchObject({ transaction_status: 'Failed', stage: 'withdrawal-bounced' });
    expect((await balance()).balance).toBe(before.balance);
    const story = (await halyard('withdrawal', 'show', id)).printed.join('\n');
    expect(story).toContain(`withdrawal-paid  ${OPERATOR}: SEPA-1`);
    expect(story).toContain(`withdrawal-bounced  ${OPERATOR}: account closed`);
  });

  it('is credited by staff when a transfer arrives, with a notification', async () => {
    const id = dataOf(await create({ amount: 300, method: 2 })).transaction_id;
    const before = await balance();
    const queue = (await halyard('deposit', 'list', 'pending')).printed;
    expect(queue.find((line) => line.startsWith(id))).toContain('€ 300.00');
    expect((await halyard('deposit', 'confirm', id, 'all', 'x')).code).toBe(2);
    expect((await halyard('deposit', 'confirm', id, '299.50')).code).toBe(2);
    const done = await halyard('deposit', 'confirm', id, '299.50', 'less', 'bank', 'charges');
    expect(done.printed).toEqual([`${id} over € 299.50 is approved.`]);
    expect((await balance()).balance - before.balance).toBeCloseTo(299.5, 8);
    expect((await halyard('deposit', 'confirm', id, '299.50', 'again')).code).toBe(1);
    const shown = (await halyard('deposit', 'show', id)).printed.join('\n');
    expect(shown).toMatch(/asked for\s+€ 300\.00/);
    expect(shown).toContain(`deposit-credited  ${OPERATOR}: less bank charges`);
  });

  it('removes control characters from texts for staff', async () => {
    await ask(1, 'pay \u001b[2Jme\u202e');
    const { printed } = await halyard('withdrawal', 'list');
    const [newest] = await list();
    const shown = await halyard('withdrawal', 'show', newest?.transaction_id ?? '');
    expect([...printed, ...shown.printed].join('\n')).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u);
  });

  it('finds a transaction without a ledger entry, and the reverse', async () => {
    const id = await ask(3);
    await server.stop();
    const db = await database.open();
    await db.query('update transactions set amount_cents = -200 where id = $1', [id]);
    await db.close();
    server = await startServer({ database, environment: { DEMO: '1' } });
    const { code, printed } = await halyard('audit');
    expect(code).toBe(1);
    expect(printed.join('\n')).toContain(`transaction ${id}: its fee is 0, but 100 is kept`);
    await server.stop();
    const mended = await database.open();
    await mended.query('update transactions set amount_cents = -300 where id = $1', [id]);
    await mended.close();
    server = await startServer({ database, environment: { DEMO: '1' } });
  });
});
