import type { Treasury } from '#features/backoffice/treasury/read-treasury.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUpTrader, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Row = Readonly<Record<string, unknown>>;
type Page = { readonly rows: readonly Row[] };

const REASON = 'checked with the bank';
const SANDBOX = { PAYMENTS: 'sandbox', APPROVER_AGE_DAYS: '0' };

describeOnDatabase('the money of the back office', (database) => {
  let server: TestServer;
  let finance = '';
  let second = '';
  let reader = '';
  let customer = '';
  let customerId = 0;

  beforeAll(async () => {
    server = await startServer({ database, environment: SANDBOX });
    finance = (await signInStaff(server, 'first@staff.example', 'finance')).token;
    second = (await signInStaff(server, 'second@staff.example', 'finance')).token;
    reader = (await signInStaff(server, 'reader@example.com', 'compliance')).token;
    const session = await signUpTrader(server, 'saver@example.com', '10000');
    customer = session.access_token;
    const [row] = await server.query(`select id from customers where email = 'saver@example.com'`);
    customerId = Number(row?.['id']);
    await server.query(
      `update customers set birth_date = '1980-01-31', country_id = 276, state = 'Berlin',
         city = 'Berlin', street = 'Weg 1', zip_code = '10115' where id = $1`,
      [customerId],
    );
  }, 120_000);
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  const act = async (path: string, body: object = {}, token = finance) => {
    const call = { token };
    const reply = await server.post<Row>(
      `/api/backoffice/${path}`,
      { reason: REASON, ...body },
      call,
    );
    return reply.envelope.status === 'error' ? reply.envelope.code : reply.envelope.data;
  };
  const get = async <Data = Row>(path: string, token = finance) =>
    dataOf((await server.get<Data>(`/api/backoffice/${path}`, { token })).envelope);
  const idsOf = async (path: string) => (await get<Page>(path)).rows.map(({ id }) => id);
  /** What the panel of a record's page shows. */
  const actionsOf = async (record: string) =>
    (await get<Page>(`audit?record=${record}`, reader)).rows.map(({ action }) => action);
  const ask = async (body: object) => {
    const call = { token: customer };
    const reply = await server.post<Row>('/api/transactions/create', body, call);
    return String(dataOf(reply.envelope)['transaction_id']);
  };
  const withdraw = async (euros: number) =>
    await ask({ amount: 0 - euros, method: 'withdraw', comments: 'DE00 1234' });
  const cash = async (): Promise<number> => {
    const [row] = await server.query('select cash_cents from trading_accounts where id = $1', [
      customerId,
    ]);
    return Number(row?.['cash_cents']) / 100;
  };

  it('credits a transfer with the received amount, once', async () => {
    const id = await ask({ amount: 250, method: 2 });
    expect(await idsOf('deposits?queue=to-confirm')).toEqual([id]);
    const before = await cash();
    expect(await act(`deposits/${id}/confirm`, { received: '-1' })).toBe('invalid');
    expect(await act(`deposits/${id}/confirm`, { received: '240.50' })).toEqual({
      status: 'approved',
      amount: 240.5,
      waiting: false,
    });
    expect(await act(`deposits/${id}/confirm`, { received: '240.50' })).toBe('transaction-stage');
    expect(await act(`deposits/${id}/reject`)).toBe('transaction-stage');
    expect((await cash()) - before).toBe(240.5);
    expect(await idsOf('deposits?queue=to-confirm')).toEqual([]);
    expect(await get(`deposits/${id}`)).toMatchObject({
      email: 'saver@example.com',
      type: 'Bank transfer',
      amount: 240.5,
      requested: 250,
      stages: [
        { stage: 'deposit-waiting-for-transfer', actor: `customer:${customerId}` },
        { stage: 'being-booked', note: REASON },
        { stage: 'deposit-credited', note: REASON },
      ],
    });
    const [event] = await server.query(
      `select actor, subject, reason, ip from audit_events where action = 'deposit.confirm'`,
    );
    expect(event).toMatchObject({ subject: `customer:${customerId}`, reason: REASON });
    expect(event).toMatchObject({ ip: '127.0.0.1', actor: expect.stringMatching(/^staff:\d+$/) });
    expect(await actionsOf(`deposits:${id}`)).toEqual(['deposit.confirm', 'deposit.request']);
    expect(await actionsOf(`deposits:${id.slice(0, -1)}`)).toEqual([]);
    for (const other of ['documents', 'positions', 'orders', 'shortfalls', 'linked-accounts']) {
      expect(await actionsOf(`${other}:1`), other).toEqual([]);
    }
  });

  it('puts a deposit in review, lists it, and rejects it without moving money', async () => {
    const id = await ask({ amount: 300, method: 2 });
    const before = await cash();
    expect(await act(`deposits/${id}/clear`)).toBe('transaction-stage');
    expect(await act(`deposits/${id}/review`)).toMatchObject({ status: 'in-review' });
    expect(await idsOf('deposits?queue=to-review')).toEqual([id]);
    expect(await act(`deposits/${id}/reject`)).toMatchObject({ status: 'rejected' });
    expect(await cash()).toBe(before);
    expect(await idsOf('deposits?queue=to-review')).toEqual([]);
  });

  it('requires two different people to approve a large withdrawal', async () => {
    const before = await cash();
    await server.query(
      `insert into audit_events (at, actor, action, subject)
       values (now() - interval '31 days', 'customer:1', 'customer.set-password', $1),
         (now(), 'customer:1', 'customer.set-password', $1)`,
      [`customer:${customerId}`],
    );
    const id = await withdraw(6_000);
    const path = `withdrawals/${id}`;
    expect(await idsOf('withdrawals?queue=to-approve')).toEqual([id]);
    expect(await act(`${path}/pay`, { reference: 'SEPA 1' })).toBe('transaction-stage');
    expect(await act(`${path}/approve`)).toMatchObject({ status: 'pending' });
    expect(await get(path)).toMatchObject({ approvals_given: [{ reason: REASON }] });
    // An approval no longer counts after somebody changed its approver.
    await server.query(`update staff set changed_at = now() + interval '1 day'`);
    expect(await get(path)).toMatchObject({ approvals_given: [] });
    await server.query(`update staff set changed_at = '2020-01-01'`);
    expect(await act(`${path}/approve`)).toBe('second-person');
    expect(await act(`${path}/approve`, {}, second)).toMatchObject({ status: 'processing' });
    expect(await idsOf('withdrawals?queue=to-approve')).toEqual([]);
    expect(await idsOf('withdrawals?queue=to-pay')).toEqual([id]);
    expect(await get(path)).toMatchObject({
      pay_to: 'DE00 1234',
      customer_name: 'Test Customer',
      verified: true,
      owed: 0,
      email_confirmed: true,
      profile_complete: true,
      document_states: [],
      destination: { paid: 0 },
      recent_changes: [{ change: 'set-password', actor: 'customer:1' }],
      open_positions: [],
      approvals_given: [
        { by: expect.stringMatching(/^staff:/) as string, reason: REASON },
        { by: expect.stringMatching(/^staff:/) as string, reason: REASON },
      ],
      cash_left: before - 6_000,
      sources: expect.arrayContaining([
        { type: 'Manual deposit', provider: null, count: 1, total: 10_000 },
      ]) as unknown,
    });

    expect(await act(`${path}/pay`)).toBe('invalid');
    expect(await act(`${path}/pay`, { reference: 'SEPA 1' })).toMatchObject({ status: 'approved' });
    const again = await ask({ amount: -50, method: 'withdraw', comments: 'de001234' });
    expect(await get(`withdrawals/${again}`)).toMatchObject({ destination: { paid: 1 } });
    const support = (await signInStaff(server, 'reader@staff.example', 'support')).token;
    const seen = await get(`withdrawals/${again}`, support);
    for (const hidden of ['pay_to', 'destination', 'recent_changes', 'approvals_given']) {
      expect(seen, hidden).not.toHaveProperty(hidden);
    }
    await act(`withdrawals/${again}/reject`);
    expect(await act(`${path}/pay`, { reference: 'SEPA 1' })).toBe('transaction-stage');
    expect(await act(`${path}/reject`)).toBe('transaction-stage');
    expect(before - (await cash())).toBe(6_000);
    const [event] = await server.query(
      `select reason, after from audit_events where action = 'withdrawal.pay'`,
    );
    expect(event).toMatchObject({ reason: REASON, after: { reference: 'SEPA 1' } });

    expect(await act(`${path}/bounce`)).toMatchObject({ status: 'failed' });
    expect(await actionsOf(`withdrawals:${id}`)).toContain('withdrawal.pay');
    expect(await cash()).toBe(before);
  });

  it('executes an action once if two members run it at the same time', async () => {
    const id = await withdraw(100);
    const before = await cash();
    await act(`withdrawals/${id}/approve`);
    const answers = await Promise.all([
      act(`withdrawals/${id}/reject`),
      act(`withdrawals/${id}/reject`, {}, second),
      act(`withdrawals/${id}/pay`, { reference: 'SEPA 2' }, second),
    ]);
    expect(answers.filter((answer) => answer !== 'transaction-stage')).toHaveLength(1);
    const { status } = await get(`withdrawals/${id}`);
    expect((await cash()) - before).toBe(status === 'rejected' ? 100 : 0);
  });

  it('books a bonus or credit once, and none for an unknown customer', async () => {
    const before = await cash();
    const request = {
      customer_id: customerId,
      kind: 'manual-deposit',
      amount: '12.34',
      transaction_id: 'DABCDEFGH234567890Z',
    };
    const booked = { transaction_id: request.transaction_id, waiting: false };
    expect(await act('deposits/grant', request)).toEqual(booked);
    expect(await act('deposits/grant', request)).toEqual(booked);
    expect((await cash()) - before).toBeCloseTo(12.34, 8);
    expect(await act('deposits/grant', { ...request, amount: '12.35' })).toBe('duplicate-id');
    expect(await act('deposits/grant', { ...request, amount: '0' })).toBe('invalid');
    expect(await act('deposits/grant', { ...request, customer_id: 999_999 })).toBe('not-found');
    const bonus = { customer_id: customerId, kind: 'bonus', amount: '5' };
    const granted = (await act('deposits/grant', bonus)) as Row;
    expect(await idsOf(`deposits?customer=${customerId}&limit=1`)).toEqual([
      granted['transaction_id'],
    ]);
  });

  it('finds transactions by the beginning of their id and by email', async () => {
    const [id] = await idsOf('withdrawals?limit=1');
    expect(await idsOf(`withdrawals?search=${String(id).slice(0, 12).toLowerCase()}`)).toEqual([
      id,
    ]);
    expect((await idsOf('withdrawals?search=saver@')).length).toBe(4);
    expect(await idsOf('withdrawals?search=nobody@')).toEqual([]);
  });

  it('sums the treasury to zero and to the customers’ money while trading continues', async () => {
    const expectTrue = async (): Promise<Treasury> => {
      const treasury = await get<Treasury>('treasury');
      const rows = await server.query(
        `select account, sum(amount_cents)::bigint as cents from ledger_entries
         group by account order by account collate "C"`,
      );
      expect(treasury.accounts).toEqual(
        rows.map(({ account, cents }) => ({ account, total: Number(cents) / 100 })),
      );
      expect(treasury).toMatchObject({ total: 0, agrees: true });
      return treasury;
    };
    const before = await expectTrue();
    await signUpTrader(server, 'another@example.com', '777.77');
    const after = await expectTrue();
    expect(after.balances.cash - before.balances.cash).toBeCloseTo(777.77, 8);
    expect(after.balances.credit).toBe(5);
    await server.query('update trading_accounts set cash_cents = cash_cents + 1 where id = $1', [
      customerId,
    ]);
    expect(await get<Treasury>('treasury')).toMatchObject({ total: 0, agrees: false });
    await server.query('update trading_accounts set cash_cents = cash_cents - 1 where id = $1', [
      customerId,
    ]);
  });

  it('reconciles a provider’s day with our books, with an audit entry', async () => {
    const reconcile = async (provider: string, day: string) => {
      const body = { provider, day, reason: REASON };
      const reply = await server.post<Row>('/api/backoffice/reconcile', body, { token: finance });
      return reply.envelope.status === 'error' ? reply.envelope.code : reply.envelope.data;
    };
    expect(await reconcile('paymaxis', '2026-01-31')).toMatchObject({
      provider: 'paymaxis',
      day: '2026-01-31',
      payments: 0,
      differences: [],
    });
    expect(await reconcile('paymaxis', '2026-02-31')).toBe('invalid');
    const [event] = await server.query(
      `select subject, after, reason from audit_events where action = 'payments.reconcile'`,
    );
    expect(event).toEqual({
      subject: 'provider:paymaxis',
      after: { day: '2026-01-31' },
      reason: REASON,
    });
  });
});
