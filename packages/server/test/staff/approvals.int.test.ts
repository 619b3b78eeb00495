// Tests who must approve money actions of staff, with every role and concurrently.
import type { Role } from '@halyard/contract/backoffice/roles';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { createTransactionId } from '#features/payments/payments.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAgain, signInStaff, type SignedIn } from '../support/staff.ts';
import {
  dataOf,
  signUp,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Row = Readonly<Record<string, unknown>>;
const REASON = 'seen at the bank';
const LIMITS = { BOOKING_FOUR_EYES: '5000' };
const transactionId = () => createTransactionId('D');

describeOnDatabase('two people', (database) => {
  let server: TestServer;
  let admin: SignedIn;
  let first: SignedIn;
  let second: SignedIn;
  const others: Partial<Record<Role, SignedIn>> = {};
  beforeAll(async () => {
    server = await startServer({ database, environment: LIMITS });
    admin = await signInStaff(server, 'admin@staff.example', 'admin');
    first = await signInStaff(server, 'first@staff.example', 'finance');
    second = await signInStaff(server, 'second@staff.example', 'finance');
    for (const role of ['support', 'compliance', 'dealing', 'content'] as const) {
      others[role] = await signInStaff(server, `${role}@staff.example`, role);
    }
    await server.query(`update staff set changed_at = changed_at - interval '30 days'`);
  }, 240_000);
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    expect(printed.join('\n')).toContain('everything agrees');
  });

  const act = async (by: SignedIn, path: string, body: object = {}) => {
    const call = { token: by.token };
    const all = { reason: REASON, ...body };
    const { envelope } = await server.post<Row>(`/api/backoffice/${path}`, all, call);
    return envelope.status === 'error' ? envelope.code : envelope.data;
  };
  const trader = async (euros = '4000') => {
    const email = `${crypto.randomUUID()}@example.com`;
    const session = await signUpTrader(server, email, euros);
    return { id: session.user.id, email, token: session.access_token };
  };
  const grantTo = async (by: SignedIn, customerId: number, amount: string, more: object = {}) =>
    await act(by, 'deposits/grant', {
      customer_id: customerId,
      kind: 'bonus',
      amount,
      transaction_id: transactionId(),
      ...more,
    });
  const creditOf = async (customerId: number) => {
    const [row] = await server.query(
      `select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries
       where customer_id = $1 and account = 'customer:credit'`,
      [customerId],
    );
    return Number(row?.['cents']) / 100;
  };
  const waitingOf = async (customerId: number): Promise<readonly Row[]> => {
    const path = `/api/backoffice/approvals?status=waiting&customer=${customerId}`;
    const page = await server.get<{ rows: Row[] }>(path, { token: first.token });
    return dataOf(page.envelope).rows;
  };
  const mayApprove = async (by: SignedIn, approvalId: unknown) => {
    const path = `/api/backoffice/approvals/${String(approvalId)}`;
    return dataOf((await server.get<Row>(path, { token: by.token })).envelope)['may_approve'];
  };

  it.each(['bonus', 'referral-bonus', 'credit', 'manual-deposit'])(
    'are needed for a %s above the limit, and execute it once',
    async (kind) => {
      const { id, email } = await trader();
      const transaction_id = transactionId();
      const request = { kind, transaction_id };
      expect(await grantTo(first, id, '6000', request)).toMatchObject({ waiting: true });
      expect(await grantTo(first, id, '6000', request)).toBe('second-person');
      expect(await grantTo(second, id, '6001', request)).toBe('duplicate-id');
      const [waiting] = await waitingOf(id);
      expect(waiting).toMatchObject({ action: kind, amount: 6000, first_by: `staff:${first.id}` });
      const customer = `Test Customer · ${email}`;
      expect(waiting).toMatchObject({ customer, concerns: transaction_id });
      expect(await mayApprove(first, waiting?.['id'])).toBe(false);
      expect(await mayApprove(second, waiting?.['id'])).toBe(true);
      expect(await act(first, `approvals/${String(waiting?.['id'])}/approve`)).toBe(
        'second-person',
      );
      for (const role of ['support', 'compliance', 'content'] as const) {
        const by = others[role] ?? expect.fail(role);
        expect(await act(by, `approvals/${String(waiting?.['id'])}/approve`)).toBe('forbidden');
      }
      const dealer = others.dealing ?? expect.fail('a dealer');
      expect(await act(dealer, `approvals/${String(waiting?.['id'])}/approve`)).toBe('forbidden');
      const answers = await Promise.all([
        act(second, `approvals/${String(waiting?.['id'])}/approve`),
        act(second, `approvals/${String(waiting?.['id'])}/approve`),
        grantTo(second, id, '6000', request),
      ]);
      expect(answers.filter((answer) => typeof answer !== 'string').length).toBeGreaterThan(0);
      const [booked] = await server.query(
        `select count(*)::int as rows, sum(amount_cents)::bigint as cents from transactions
         where customer_id = $1 and id = $2`,
        [id, transaction_id],
      );
      expect(booked).toMatchObject({ rows: 1, cents: 600_000 });
      expect(await waitingOf(id)).toEqual([]);
      expect(await mayApprove(second, waiting?.['id'])).toBe(false);
    },
  );

  it('are needed once a day’s sum exceeds the limit, across members and kinds', async () => {
    const { id } = await trader('1000');
    expect(await grantTo(first, id, '2000')).toMatchObject({ waiting: false });
    expect(await grantTo(second, id, '2000', { kind: 'credit' })).toMatchObject({ waiting: false });
    expect(await grantTo(second, id, '0.01')).toMatchObject({ waiting: true });
    expect(await grantTo(first, id, '0.01', { kind: 'manual-deposit' })).toMatchObject({
      waiting: true,
    });
    expect(await creditOf(id)).toBe(4000);
  });

  it('can’t be bypassed by one id for two customers at the same time', async () => {
    const [one, other] = [await trader('1'), await trader('1')];
    for (let round = 0; round < 4; round += 1) {
      const request = { transaction_id: transactionId() };
      const answers = await Promise.all([
        grantTo(first, one.id, '4999', request),
        grantTo(first, other.id, '5001', request),
      ]);
      expect(answers).toContain('duplicate-id');
    }
    expect(await creditOf(one.id)).toBeLessThanOrEqual(4999);
    expect(await creditOf(other.id)).toBe(0);
  });

  it('can’t be bypassed by concurrent single bookings', async () => {
    const { id } = await trader('1000');
    const answers = await Promise.all(
      [first, second, first, second].map(async (by) => await grantTo(by, id, '1500')),
    );
    const isWaiting = (answer: unknown) => (answer as Row)['waiting'] === true;
    expect(answers.filter(isWaiting)).toHaveLength(2);
    expect(await creditOf(id)).toBe(3000);
  });

  it('are never one person who approves twice at the same time', async () => {
    const { id } = await trader();
    const transaction_id = transactionId();
    const tries = Array.from({ length: 6 }, () => grantTo(first, id, '6000', { transaction_id }));
    const answers = await Promise.all(tries);
    expect(answers.filter((answer) => answer === 'second-person')).toHaveLength(5);
    expect(await creditOf(id)).toBe(0);
  });

  it('reject a bonus for an unverified customer, and are needed above the deposit limit', async () => {
    const { user } = await signUp(server, 'unverified@example.com');
    expect(await grantTo(first, user.id, '1')).toBe('not-verified');
    expect(await grantTo(admin, user.id, '1000000', { kind: 'credit' })).toBe('not-verified');
    const request = { kind: 'manual-deposit', transaction_id: transactionId() };
    const small = { kind: 'manual-deposit' };
    expect(await grantTo(first, user.id, '2000', small)).toMatchObject({ waiting: false });
    expect(await grantTo(first, user.id, '0.01', request)).toMatchObject({ waiting: true });
    expect(await grantTo(second, user.id, '0.01', request)).toMatchObject({ waiting: false });
  });

  it('confirm a large deposit that was received', async () => {
    const { id, token } = await trader();
    await server.query(
      `update customers set birth_date = '1980-01-31', country_id = 276, state = 'Berlin',
         city = 'Berlin', street = 'Weg 1', zip_code = '10115' where id = $1`,
      [id],
    );
    const body = { amount: 250, method: 2 };
    const reply = await server.post<Row>('/api/transactions/create', body, { token });
    const deposit = String(dataOf(reply.envelope)['transaction_id']);
    const path = `deposits/${deposit}/confirm`;
    expect(await act(first, path, { received: '1000000' })).toMatchObject({
      status: 'pending',
      waiting: true,
    });
    expect(await act(first, path, { received: '1000000' })).toBe('second-person');
    expect(await act(second, path, { received: '250' })).toBe('duplicate-id');
    const [waiting] = await waitingOf(id);
    expect(await act(second, `approvals/${String(waiting?.['id'])}/withdraw`)).toEqual({});
    expect(await act(second, `approvals/${String(waiting?.['id'])}/approve`)).toBe(
      'transaction-stage',
    );
    expect(await act(first, path, { received: '6000' })).toMatchObject({ waiting: true });
    expect(await act(second, path, { received: '6000' })).toMatchObject({
      status: 'approved',
      waiting: false,
    });
  });

  it('are needed to credit a large returned payout', async () => {
    const { id: customerId, token } = await trader();
    const given = {
      customer_id: customerId,
      kind: 'manual-deposit',
      amount: '7000',
      transaction_id: transactionId(),
    };
    for (const by of [first, second]) await act(by, 'deposits/grant', given);
    const body = { amount: -6000, method: 'withdraw', comments: 'DE00 1234' };
    const reply = await server.post<Row>('/api/transactions/create', body, { token });
    const path = `withdrawals/${String(dataOf(reply.envelope)['transaction_id'])}`;
    expect(await act(first, `${path}/approve`)).toMatchObject({ waiting: true });
    expect(await act(second, `${path}/approve`)).toMatchObject({ waiting: false });
    await act(first, `${path}/pay`, { reference: 'SEPA 1' });
    expect(await act(first, `${path}/bounce`)).toMatchObject({ status: 'approved', waiting: true });
    const [waiting] = await waitingOf(customerId);
    expect(waiting).toMatchObject({ action: 'withdrawal-return', amount: 6000 });
    const approve = `approvals/${String(waiting?.['id'])}/approve`;
    expect(await act(first, approve)).toBe('second-person');
    expect(await act(second, approve)).toEqual({});
    const found = await server.get<Row>(`/api/backoffice/${path}`, { token: first.token });
    expect(dataOf(found.envelope)).toMatchObject({ status: 'failed' });
  });

  it('are needed again once the first has withdrawn the approval', async () => {
    const { id: customerId, token } = await trader();
    const request = { customer_id: customerId, kind: 'manual-deposit', amount: '7000' };
    const given = { ...request, transaction_id: transactionId() };
    for (const by of [first, second]) await act(by, 'deposits/grant', given);
    const body = { amount: -6000, method: 'withdraw', comments: 'DE00 1234' };
    const reply = await server.post<Row>('/api/transactions/create', body, { token });
    const path = `withdrawals/${String(dataOf(reply.envelope)['transaction_id'])}`;
    expect(await act(first, `${path}/approve`)).toMatchObject({ waiting: true });
    const [waiting] = await waitingOf(customerId);
    expect(await act(first, `approvals/${String(waiting?.['id'])}/withdraw`)).toEqual({});
    const found = await server.get<Row>(`/api/backoffice/${path}`, { token: first.token });
    expect(dataOf(found.envelope)).toMatchObject({ approved_by: null });
    expect(await act(second, `${path}/approve`)).toMatchObject({ waiting: true });
    expect(await act(first, `${path}/approve`)).toMatchObject({ waiting: false });
  });

  it('can’t be blocked by a member without the permission', async () => {
    const { id: customerId } = await trader();
    const request = { kind: 'bonus', transaction_id: transactionId() };
    await grantTo(first, customerId, '9000', request);
    const [waiting] = await waitingOf(customerId);
    const dealer = others.dealing ?? expect.fail('a dealer');
    expect(await act(dealer, `approvals/${String(waiting?.['id'])}/withdraw`)).toBe('forbidden');
    expect(await waitingOf(customerId)).toEqual([waiting]);
    expect(await grantTo(second, customerId, '9000', request)).toMatchObject({ waiting: false });
  });

  it('exclude a member whom an admin has just added, changed or helped', async () => {
    const { id } = await trader();
    const request = { kind: 'bonus', transaction_id: transactionId() };
    expect(await grantTo(admin, id, '9000', request)).toMatchObject({ waiting: true });
    const puppet = await signInStaff(server, 'puppet@staff.example', 'finance');
    expect(await grantTo(puppet, id, '9000', request)).toBe('approver-too-new');
    // Nor two of them with one another.
    const twin = await signInStaff(server, 'twin@staff.example', 'finance');
    const pair = { transaction_id: transactionId() };
    expect(await grantTo(twin, id, '9000', pair)).toBe('approver-too-new');
    expect(await grantTo(puppet, id, '9000', pair)).toBe('approver-too-new');

    const changes: readonly (readonly [string, object])[] = [
      ['set-roles', { roles: ['finance', 'support'], request_id: 'one' }],
      ['enable', {}],
    ];
    for (const [action, input] of changes) {
      await server.query(`update staff set changed_at = '2020-01-01' where id = $1`, [second.id]);
      const reply = action === 'enable' ? {} : { waiting: false };
      expect(await act(admin, `staff/${second.id}/${action}`, input)).toEqual(reply);
      if (action === 'enable') second = await signInAgain(server, second);
      expect(await grantTo(second, id, '9000', request)).toBe('approver-too-new');
    }
    // A password that an admin knows.
    await server.query(`update staff set changed_at = '2020-01-01' where id = $1`, [second.id]);
    const reset = (await act(admin, `staff/${second.id}/reset-password`)) as Row;
    const handed = await signInAgain(server, { ...second, password: String(reset['password']) });
    expect(await grantTo(handed, id, '9000', request)).toBe('forbidden');
    const password = 'a password of their own';
    const own = { new_password: password, confirm_password: password };
    const body = { current_password: handed.password, ...own };
    await server.post('/api/backoffice/password', body, { token: handed.token });
    const taken = { ...handed, password };
    expect(await grantTo(taken, id, '9000', request)).toBe('approver-too-new');
    // Their own change of it is no sign of another person.
    await server.query(`update staff set changed_at = '2020-01-01' where id = $1`, [second.id]);
    second = taken;
    expect(await grantTo(second, id, '9000', request)).toMatchObject({ waiting: false });
    expect(await creditOf(id)).toBe(9000);
  });

  it('exclude the operator', async () => {
    const { id, email } = await trader('1000');
    const booked = await server.operator('credit', email, '6000', REASON);
    expect(booked.printed[0]).toContain('waits for two members of staff');
    const request = { kind: 'manual-deposit', transaction_id: transactionId() };
    expect(await grantTo(first, id, '6000', request)).toMatchObject({ waiting: true });
    const option = `--id=${request.transaction_id}`;
    const joined = await server.operator('credit', email, '6000', option, REASON);
    expect(joined.printed[0]).toContain('waits for a second person');
    expect((await server.operator('customer', 'show', email)).printed.join('\n')).toMatch(
      /cash +€ 1,000\.00/,
    );
  });

  it('are needed for eighteen withdrawals of € 5,000 like for one of € 90,000', async () => {
    const { id: customerId, token } = await trader();
    const big = { customer_id: customerId, kind: 'manual-deposit', amount: '91000' };
    const given = { ...big, transaction_id: transactionId() };
    expect(await act(first, 'deposits/grant', given)).toMatchObject({ waiting: true });
    expect(await act(second, 'deposits/grant', given)).toMatchObject({ waiting: false });
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const body = { amount: -5000, method: 'withdraw', comments: 'DE00 1234' };
      const reply = await server.post<Row>('/api/transactions/create', body, { token });
      ids.push(String(dataOf(reply.envelope)['transaction_id']));
    }
    const statuses = [];
    for (const id of ids) statuses.push(await act(first, `withdrawals/${id}/approve`));
    expect(statuses).toMatchObject([
      { status: 'processing' },
      { status: 'pending' },
      { status: 'pending' },
      { status: 'pending' },
    ]);
    expect(await act(first, `withdrawals/${ids[1]}/approve`)).toBe('second-person');
    expect(await act(second, `withdrawals/${ids[1]}/approve`)).toMatchObject({
      status: 'processing',
      approved_by: `staff:${first.id}, staff:${second.id}`,
    });
    // A day later one person is enough again, for € 5,000.
    server.advance(DAY_MS + HOUR_MS);
    first = await signInAgain(server, first);
    second = await signInAgain(server, second);
    expect(await act(second, `withdrawals/${ids[2]}/approve`)).toMatchObject({
      status: 'processing',
    });
    expect(await act(second, `withdrawals/${ids[3]}/approve`)).toMatchObject({
      status: 'processing',
      approved_by: `staff:${first.id}, staff:${second.id}`,
    });
  });
});
