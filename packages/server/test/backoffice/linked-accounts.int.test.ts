import type { Role } from '@halyard/contract/backoffice/roles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Row = Readonly<Record<string, unknown>>;
type Page = { readonly rows: readonly Row[] };

const REASON = 'compared their documents';
const EVIDENCE = {
  shared: [{ kind: 'network', label: '203.0.113.7', accounts: 2, points: 10 }],
  hedges: [
    {
      symbol: 'EURUSD',
      seconds_apart: 2.5,
      match_percent: 98,
      first: {
        position_id: 7,
        direction: 'buy',
        exposure: 30_000,
        opened_at: '2026-11-02T10:00:00.000Z',
        closed_at: null,
      },
      second: {
        position_id: 8,
        direction: 'sell',
        exposure: 29_500,
        opened_at: '2026-11-02T10:00:02.500Z',
        closed_at: '2026-11-02T11:00:00.000Z',
      },
    },
  ],
};

describeOnDatabase('linked accounts in the back office', (database) => {
  let server: TestServer;
  const tokens = new Map<Role, string>();
  const ids: number[] = [];

  beforeAll(async () => {
    server = await startServer({ database, environment: { SHARED_PROTECTION: 'on' } });
    for (const role of ['compliance', 'dealing', 'finance', 'support'] as const) {
      tokens.set(role, (await signInStaff(server, `${role}@staff.example`, role)).token);
    }
    for (const name of ['one', 'two', 'three']) {
      ids.push((await signUp(server, `${name}@example.com`)).user.id);
    }
    const [one, two, three] = ids;
    for (const [first, second, score, hedges] of [
      [one, two, 80, 1],
      [one, three, 45, 0],
    ]) {
      await server.query(
        `insert into account_links (first_id, second_id, score, hedges, was_protected, evidence,
           found_at, updated_at)
         values ($1, $2, $3, $4, true, $5, now(), now())`,
        [first, second, score, hedges, JSON.stringify(EVIDENCE)],
      );
    }
  });
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  const get = async <Data = Row>(path: string, role: Role = 'compliance') => {
    const token = tokens.get(role);
    const { envelope } = await server.get<Data>(`/api/backoffice/linked-accounts${path}`, {
      token,
    });
    return envelope;
  };
  const scoresOf = async (path: string) =>
    dataOf(await get<Page>(path)).rows.map(({ score }) => score);
  const act = async (id: unknown, action: string, role: Role = 'compliance') => {
    const path = `/api/backoffice/linked-accounts/${String(id)}/${action}`;
    const call = { token: tokens.get(role) };
    const { envelope } = await server.post<Row>(path, { reason: REASON }, call);
    return envelope.status === 'error' ? envelope.code : envelope.data;
  };
  const sharing = async () =>
    (await server.query('select id from trading_accounts where shares_protection order by id')).map(
      ({ id }) => id,
    );

  it('lists links by score, status, customer and opposite trades', async () => {
    expect(await scoresOf('?sort=score&order=desc')).toEqual([80, 45]);
    expect(await scoresOf('?sort=score&order=asc&limit=1')).toEqual([45]);
    expect(await scoresOf('?hedging=1')).toEqual([80]);
    expect(await scoresOf('?hedging=0')).toEqual([45]);
    expect(await scoresOf(`?customer=${ids[2]}`)).toEqual([45]);
    expect(await scoresOf('?status=confirmed')).toEqual([]);
    expect(await get('', 'support')).toMatchObject({ code: 'forbidden' });
  });

  it('shows the evidence of one link', async () => {
    const [row] = dataOf(await get<Page>('?hedging=1')).rows;
    expect(dataOf(await get(`/${String(row?.['id'])}`, 'finance'))).toMatchObject({
      first_customer_id: ids[0],
      second_customer_id: ids[1],
      protection_paid: true,
      shared: EVIDENCE.shared,
      opposite_trades: EVIDENCE.hedges,
    });
  });

  it('lists a customer’s linked accounts with reasons, and names only for permitted roles', async () => {
    const related = async (id: number | undefined, role: Role) => {
      const token = tokens.get(role);
      const path = `/api/backoffice/customers/${String(id)}/related`;
      return (await server.get<{ accounts: Row[] }>(path, { token })).envelope;
    };
    const { accounts } = dataOf(await related(ids[0], 'compliance'));
    expect(accounts).toMatchObject([
      {
        customer_id: ids[1],
        email: 'two@example.com',
        score: 80,
        hedges: 1,
        protection_paid: true,
        status: 'open',
        shared: EVIDENCE.shared,
      },
      { customer_id: ids[2], email: 'three@example.com', score: 45, hedges: 0 },
    ]);
    const [own] = dataOf(await related(ids[2], 'dealing')).accounts;
    expect(own).toMatchObject({ customer_id: ids[0], score: 45 });
    expect(own).not.toHaveProperty('name');
    expect(own).not.toHaveProperty('email');
    expect(await related(ids[0], 'support')).toMatchObject({ code: 'forbidden' });
    expect(await related(99_999_999, 'compliance')).toMatchObject({ code: 'not-found' });
  });

  it('records who decided and why, and applies shared protection to confirmed links', async () => {
    const [row] = dataOf(await get<Page>('?hedging=1')).rows;
    const id = row?.['id'];
    expect(await act(id, 'link', 'dealing')).toBe('forbidden');
    expect(await act(id, 'review', 'finance')).toBe('forbidden');
    expect(await act(id, 'review', 'dealing')).toEqual({ changed: true });
    expect(await sharing()).toEqual([]);
    expect(await act(id, 'link')).toEqual({ changed: true });
    expect(await act(id, 'link')).toEqual({ changed: false });
    expect(await sharing()).toEqual([ids[0], ids[1]]);
    const decided = dataOf(await get(`/${String(id)}`));
    expect(decided).toMatchObject({ status: 'confirmed', note: REASON });
    expect(decided['decided_by']).toMatch(/^staff:\d+$/);
    expect(await act(id, 'dismiss')).toEqual({ changed: true });
    expect(await sharing()).toEqual([]);
    const audit = await server.query(
      `select action, reason, ip from audit_events
       where subject = $1 and action like 'linked-accounts.%' and actor like 'staff:%' order by id`,
      [`customer:${ids[1]}`],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'linked-accounts.review',
      'linked-accounts.confirm',
      'linked-accounts.dismiss',
    ]);
    expect(audit[0]).toMatchObject({ reason: REASON, ip: '127.0.0.1' });
    expect(await act(999_999, 'link')).toBe('not-found');
  });
});
