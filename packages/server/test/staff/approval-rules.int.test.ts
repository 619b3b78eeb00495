// Tests every rule of the table on one person with every role: alone they approve nothing above the
// limit, and each attempt is recorded.
import {
  APPROVAL_ACTIONS,
  type ApprovalAction,
} from '@halyard/contract/backoffice/desk/approval-actions';
import { ROLES } from '@halyard/contract/backoffice/roles';
import { POSITIONS_NAMESPACE } from '@halyard/contract/live';
import { PRACTICE_POSITIONS_NAMESPACE } from '@halyard/contract/practice/practice-paths';
import { createTransactionId } from '#features/payments/payments.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextCodeOf, signInStaff, type SignedIn } from '../support/staff.ts';
import { dataOf, signUp } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, type Trader } from '../support/trader.ts';

type Row = Readonly<Record<string, unknown>>;
type Call = readonly [path: string, body?: object | undefined];

const REASON = 'seen at the bank';
const FUNDS = '1000';
/** What the trader was credited uses up the limit of bookings. */
const LIMITS = {
  BOOKING_FOUR_EYES: FUNDS,
  WITHDRAWAL_FOUR_EYES: '100',
  APPROVER_AGE_DAYS: '0',
};

/** Ids from here on are nobody's position. */
const NO_POSITION = 1_000_000;

describeOnDatabase('one person with every role', (database) => {
  const floor = openFloor(database, LIMITS);
  let alone: SignedIn;
  let who: Trader;
  let positionId = 0;
  beforeAll(async () => {
    alone = await signInStaff(floor.server(), 'alone@staff.example', ...ROLES);
    await signInStaff(floor.server(), 'absent@staff.example', 'admin');
    who = await floor.trader(FUNDS);
    ({ id: positionId } = await who.open({ ...BUY, amount: '600.00' }));
    await floor.server().query(
      `update customers set birth_date = '1980-01-31', country_id = 276, state = 'Berlin',
         city = 'Berlin', street = 'Weg 1', zip_code = '10115' where id = $1`,
      [who.session.user.id],
    );
  }, 120_000);
  // What these tests only wrote into tables has no bookings, which the audit at the end would miss.
  afterAll(async () => {
    await floor.server().query('delete from shortfalls');
    await floor.server().query('delete from payment_claims');
    await floor.server().query('delete from provider_payments');
    await floor.server().query(`update transactions set provider = null, review = null
      where provider = 'paymaxis'`);
  });

  const call = (path: string, body?: object): Promise<Call> => Promise.resolve([path, body]);
  const act = async (path: string, body: object = {}) => {
    const { token } = alone;
    const all = { reason: REASON, ...body };
    const { envelope } = await floor.server().post<Row>(`/api/backoffice/${path}`, all, { token });
    return envelope.status === 'error' ? envelope.code : envelope.data;
  };
  const requestOf = async (body: object): Promise<string> => {
    const { token } = who;
    const reply = await floor.server().post<Row>('/api/transactions/create', body, { token });
    return String(dataOf(reply.envelope)['transaction_id']);
  };
  const withdrawal = async (euros: number) =>
    await requestOf({ amount: -euros, method: 'withdraw', comments: 'DE00 1234' });
  const seen = async (path: string): Promise<Row> => {
    const call = { token: alone.token };
    return dataOf((await floor.server().get<Row>(`/api/backoffice/${path}`, call)).envelope);
  };
  const waitingOf = async (action: ApprovalAction): Promise<readonly Row[]> => {
    const path = `/api/backoffice/approvals?status=waiting&action=${action}`;
    const page = await floor.server().get<{ rows: Row[] }>(path, { token: alone.token });
    return dataOf(page.envelope).rows;
  };
  const refusedOf = async (action: string): Promise<readonly unknown[]> => {
    const rows = await floor.server().query(
      `select after->>'code' as code from audit_events
       where action = 'approval.refused' and actor = $1 and after->>'action' = $2`,
      [`staff:${alone.id}`, action],
    );
    return rows.map(({ code }) => code);
  };

  const profileSeen = async (): Promise<object> => {
    const path = `/api/backoffice/customers/${who.session.user.id}`;
    const page = await floor.server().get<Row>(path, { token: alone.token });
    const { profile_version } = dataOf(page.envelope);
    return { profile_version };
  };
  const grant = (kind: string) => async (): Promise<Call> => {
    const about = { customer_id: who.session.user.id, amount: '50', kind };
    return await call('deposits/grant', { ...about, transaction_id: createTransactionId('D') });
  };
  /** The deposit of the trader, as a card payment that its provider says was charged back. */
  const claimed = async (): Promise<string> => {
    const [row] = await floor.server().query(
      `update transactions set provider = 'paymaxis', review = 'reported'
       where customer_id = $1 and amount_cents = $2 returning id`,
      [who.session.user.id, Number(FUNDS) * 100],
    );
    const id = String(row?.['id']);
    await floor.server().query(
      `insert into provider_payments (transaction_id, provider, state, details, started_at)
       values ($1, 'paymaxis', 'started', '{}', now()) on conflict do nothing`,
      [id],
    );
    await floor.server().query(
      `insert into payment_claims
         (transaction_id, outcome, is_signed, claimed_at, provider_reference, details)
       values ($1, 'charged-back', true, now(), '', '{}') on conflict do nothing`,
      [id],
    );
    return id;
  };
  /** Somebody's debt, by the position that left it. */
  const owed = async () => {
    const { user } = await signUp(floor.server(), `${crypto.randomUUID()}@example.com`);
    const id = NO_POSITION + user.id;
    await floor.server().query(
      `insert into shortfalls (position_id, customer_id, amount_cents, occurred_at)
       values ($1, $2, 500000, now())`,
      [id, user.id],
    );
    return { id, customerId: user.id };
  };
  /** A debt that another account can cover a part of. */
  const shared = async (): Promise<number> => {
    const other = await floor.trader('10');
    const { id, customerId } = await owed();
    await floor.server().query(
      `insert into account_links (first_id, second_id, score, hedges, was_protected, evidence,
         found_at, updated_at, status, decided_by, decided_at, note, decided_score)
       values ($1, $2, 80, 1, false, '{"shared":[],"hedges":[]}', now(), now(), 'confirmed',
         'staff:1', now(), 'one passport', 80)`,
      [other.session.user.id, customerId],
    );
    return id;
  };

  /** What makes each action wait for a second person. */
  const calls: Readonly<Record<ApprovalAction, () => Promise<Call>>> = {
    withdrawal: async () => [`withdrawals/${await withdrawal(200)}/approve`],
    'withdrawal-return': async () => {
      const path = `withdrawals/${await withdrawal(50)}`;
      expect(await act(`${path}/approve`)).toMatchObject({ status: 'processing' });
      expect(await act(`${path}/pay`, { reference: 'SEPA 1' })).toMatchObject({
        status: 'approved',
      });
      return [`${path}/bounce`];
    },
    'deposit-confirmation': async () => [
      `deposits/${await requestOf({ amount: 250, method: 2 })}/confirm`,
      { received: '250' },
    ],
    'deposit-return': async () => [`deposits/${await claimed()}/book-return`],
    'return-dismissal': async () => [`deposits/${await claimed()}/clear`],
    'manual-deposit': grant('manual-deposit'),
    bonus: grant('bonus'),
    'referral-bonus': grant('referral-bonus'),
    credit: grant('credit'),
    correction: () => call(`positions/${positionId}/correct`, { amount: '1', request_id: 'one' }),
    dividend: async () => {
      await act('symbols/BTCUSD/halt');
      return ['symbols/BTCUSD/dividend', { dividend_rate: 38_000, request_id: 'one' }];
    },
    split: async () => {
      await act('symbols/BTCUSD/halt');
      return ['symbols/BTCUSD/split', { new_units: 3, old_units: 1, request_id: 'one' }];
    },
    'shortfall-cover': async () => [`shortfalls/${await shared()}/cover`],
    'shortfall-payment': async () => [`shortfalls/${(await owed()).id}/pay`],
    'staff-create': () =>
      call('staff/create', {
        email: 'own@staff.example',
        name: 'Own',
        roles: ['finance'],
        request_id: 'one',
      }),
    'staff-roles': async () => {
      const { id } = await signInStaff(floor.server(), 'other@staff.example', 'support');
      return [`staff/${id}/set-roles`, { roles: ['admin'], request_id: 'one' }];
    },
    'profile-edit': async () => [
      `customers/${who.session.user.id}/edit-profile`,
      { ...(await profileSeen()), last_name: 'Other', verification: 'keep', request_id: 'one' },
    ],
  };

  it.each(APPROVAL_ACTIONS)('never approves a %s above the limit', async (action) => {
    const [path, body] = await calls[action]();
    expect(await act(path, body)).toMatchObject({ waiting: true });
    expect(await act(path, body)).toBe('second-person');
    const waiting = await waitingOf(action);
    expect(waiting).toMatchObject([{ first_by: `staff:${alone.id}` }]);
    expect(await act(`approvals/${String(waiting[0]?.['id'])}/approve`)).toBe('second-person');
    expect(await refusedOf(action)).toEqual(['second-person', 'second-person']);
    expect(await waitingOf(action)).toEqual(waiting);
  });

  it('follow a return that a provider reported, which stops the payouts of the customer', async () => {
    // The one that waits for a second person.
    const [waiting] = await floor
      .server()
      .query(`select id from transactions where type_id = 6 and status = 'pending'`);
    const payout = String(waiting?.['id']);
    expect(await seen(`deposits/${await claimed()}`)).toMatchObject({
      reported_return: { outcome: 'charged-back', amount: Number(FUNDS) },
    });
    expect(await seen(`withdrawals/${payout}`)).toMatchObject({
      status: 'pending',
      may_approve: false,
      stopped_by: 'return-reported',
    });
    expect(await act(`withdrawals/${payout}/approve`)).toBe('return-reported');
  });

  it('are not asked to approve a bonus of a closed account', async () => {
    const [waiting] = await waitingOf('bonus');
    const path = `approvals/${String(waiting?.['id'])}`;
    const { rows } = await seen(`audit?record=approvals:${String(waiting?.['id'])}`);
    expect(rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'approval.refused' })]),
    );
    await floor.server().query(`update approvals set first_by = 'staff:99' where action = 'bonus'`);
    for (const isClosed of [true, false]) {
      const closed_at = isClosed ? new Date() : null;
      const close = 'update customers set closed_at = $2 where id = $1';
      await floor.server().query(close, [who.session.user.id, closed_at]);
      expect(await seen(path)).toMatchObject({ may_approve: !isClosed });
    }
  });

  it('counts a person once, also with the operator’s command', async () => {
    const [path, body] = await calls['manual-deposit']();
    const { transaction_id: id } = body as { readonly transaction_id: string };
    expect(await act(path, body)).toMatchObject({ waiting: true });
    const words = ['credit', who.session.user.email, '50', `--id=${id}`, REASON];
    const { printed } = await floor.server().operator(...words);
    expect(printed[0]).toContain('waits for a second person');
    const code = nextCodeOf(floor.server(), alone.secret);
    const own = { email: alone.email, password: alone.password, code };
    const before = await refusedOf('manual-deposit');
    const asked = await floor.server().operatorAs(own, ...words);
    expect(asked.code).toBe(1);
    expect(asked.printed.join()).toContain('Another person must approve it too.');
    expect(await refusedOf('manual-deposit')).toEqual([...before, 'second-person']);
  });

  it('changes no profile with the operator’s command and the own name', async () => {
    const { profile_version: version } = (await profileSeen()) as Row;
    const words = [
      'edit-profile',
      who.session.user.email,
      'first_name=Other',
      '--verification=keep',
      `--profile=${String(version)}`,
      '--id=command',
      REASON,
    ];
    const asked = await floor.server().operator(...words);
    expect(asked.printed.join()).toContain('waits for two members of staff');
    const code = nextCodeOf(floor.server(), alone.secret);
    const own = { email: alone.email, password: alone.password, code };
    const first = await floor.server().operatorAs(own, ...words);
    expect(first.printed.join()).toContain('waits for a second person');
    const repeated = await floor.server().operator(...words);
    expect(repeated.printed.join()).toContain('waits for a second person');
    const [waiting] = (await waitingOf('profile-edit')).filter(
      ({ target }) => target === `customer:${who.session.user.id}:command`,
    );
    expect(await act(`approvals/${String(waiting?.['id'])}/approve`)).toBe('second-person');
    const rows = await floor
      .server()
      .query('select first_name from customers where id = $1', [who.session.user.id]);
    expect(rows).not.toMatchObject([{ first_name: 'Other' }]);
  });

  it.each([POSITIONS_NAMESPACE, PRACTICE_POSITIONS_NAMESPACE])(
    'reaches nothing over the socket %s, which takes no session of staff',
    async (namespace) => {
      await expect(floor.server().connect(namespace, alone.token)).rejects.toThrow('forbidden');
    },
  );

  it('shows the limit of every action only to roles that approve', async () => {
    const path = '/api/backoffice/approval-rules';
    const shown = await floor.server().get<{ rules: Row[] }>(path, { token: alone.token });
    const { rules } = dataOf(shown.envelope);
    expect(rules.map((rule) => rule['action'])).toEqual([...APPROVAL_ACTIONS]);
    expect(rules[0]).toEqual({
      action: 'withdrawal',
      limit: 100,
      sum: 'paid-out',
      roles: ['finance', 'admin'],
      people: 2,
    });
    const { token } = await signInStaff(floor.server(), 'author@staff.example', 'content');
    const denied = await floor.server().get<Row>(path, { token });
    expect(denied.envelope).toMatchObject({ code: 'forbidden' });
  });
});
