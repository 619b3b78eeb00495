import { WORKBOOK_MEDIA_TYPE } from '@halyard/contract/backoffice/export-routes';
import { EXPORT_ROWS_MAX } from '@halyard/contract/backoffice/resource';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const CUSTOMERS = 137;
const BASE = '/api/backoffice/customers';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };
type Page = { readonly rows: readonly Row[]; readonly next: string | null };
type Query = Readonly<Record<string, string>>;

describeOnDatabase('a list of the back office', (database) => {
  let server: TestServer;
  let admin: string;
  let dealing: string;

  beforeAll(async () => {
    server = await startServer({ database });
    admin = (await signInStaff(server, 'admin@staff.example', 'admin')).token;
    dealing = (await signInStaff(server, 'dealing@staff.example', 'dealing')).token;
    await addCustomers(server);
  });
  afterAll(() => server.stop());

  async function page(query: Query, token = admin): Promise<Page> {
    const search = new URLSearchParams(query).toString();
    return dataOf((await server.get<Page>(`${BASE}?${search}`, { token })).envelope);
  }

  async function codeOf(path: string, token = admin): Promise<string> {
    const { envelope } = await server.get(path, { token });
    return envelope.status === 'error' ? envelope.code : 'success';
  }

  /** Every row, page by page. */
  async function walk(query: Query): Promise<readonly Row[]> {
    const rows: Row[] = [];
    let after: string | null = '';
    while (after !== null) {
      const next: Page = await page({ ...query, ...(after === '' ? {} : { after }) });
      rows.push(...next.rows);
      after = next.next;
    }
    return rows;
  }

  const ALL =
    'select c.id, c.email, lower(c.last_name) as last_name, c.created_at, a.status from customers c join trading_accounts a on a.id = c.id';

  it.each([
    ['id', 'asc', {}],
    ['id', 'desc', { status: 'blocked' }],
    ['email', 'asc', {}],
    ['email', 'desc', { verified: '1' }],
    ['last_name', 'asc', {}],
    ['last_name', 'desc', { country: 'DE' }],
    ['created_at', 'asc', {}],
    ['created_at', 'desc', { category: 'retail', created_from: '2026-01-02' }],
  ] as const)(
    'pages by %s %s, of %o, through the same rows as a single query',
    async (sort, order, filters) => {
      const rows = await walk({ sort, order, limit: '10', ...filters });
      const conditions: Record<string, string> = {
        status: "a.status = 'blocked'",
        verified: 'a.is_verified',
        country: 'c.country_id = 276',
        category: "a.client_category = 'retail'",
        created_from: "c.created_at >= '2026-01-02T00:00:00Z'",
      };
      const where = ['true', ...Object.keys(filters).map((name) => conditions[name])].join(' and ');
      const all = await server.query(`${ALL} where ${where}`);
      const keyOf = (row: Readonly<Record<string, unknown>>): string =>
        sort === 'id' ? '' : row[sort] instanceof Date ? '' : String(row[sort]);
      // The naive way: everything read at once, and sorted by bytes.
      const compare = (left: Row, right: Row): number => {
        const byText = Buffer.compare(Buffer.from(keyOf(left)), Buffer.from(keyOf(right)));
        const byTime =
          sort === 'created_at' ? Number(left['created_at']) - Number(right['created_at']) : 0;
        return [byText, byTime, left.id - right.id].find((each) => each !== 0) ?? 0;
      };
      const sorted = (all as readonly Row[]).toSorted(compare);
      const expected = order === 'asc' ? sorted : sorted.toReversed();
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.map(({ id }) => id)).toEqual(expected.map((row) => row['id']));
    },
  );

  // From here on one is gone.
  it('continues after the last row although earlier rows come and go', async () => {
    const first = await page({ sort: 'email', order: 'asc', limit: '10' });
    await server.query(`delete from trading_accounts where id = $1`, [first.rows[3]?.id]);
    const second = await page({
      sort: 'email',
      order: 'asc',
      limit: '10',
      after: first.next ?? '',
    });
    const emails = second.rows.map((row) => String(row['email']));
    expect(emails[0]).toBe('customer-0011@example.com');
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(20);
  });

  it.each([
    ['customer-000', 8],
    ['CUSTOMER-0137@', 1],
    ['mül', 5],
    ['Walter', 136],
    ['+4930555001', 10],
    ['0049 30 555-001', 10],
    ['%', 0],
    ['ustomer', 0],
    ["' or true --", 0],
  ])('finds by the beginning %s', async (search, count) => {
    const rows = await walk({ search, limit: '100' });
    expect(rows.length).toBe(count);
  });

  it('finds one by its id', async () => {
    const [row] = await server.query(
      `select id from customers where email = 'customer-0042@example.com'`,
    );
    const { rows } = await page({ search: String(row?.['id']) });
    expect(rows.map(({ id }) => id)).toContain(row?.['id']);
  });

  it('shows, filters, sorts and searches what the role may read, and nothing else', async () => {
    // One that the engine knows: the others were written behind its back.
    await signUp(server, 'newest@example.com');
    const { rows } = await page({ limit: '1' }, dealing);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      'account_state',
      'cash',
      'category',
      'country',
      'created_at',
      'id',
      'level',
      'status',
      'verified',
    ]);
    const one = dataOf(
      (await server.get<Row>(`${BASE}/${rows[0]?.id}`, { token: dealing })).envelope,
    );
    expect(one).not.toHaveProperty('email');
    expect(await codeOf(`${BASE}?sort=email`, dealing)).toBe('forbidden');
    expect(await codeOf(`${BASE}?sort=email`)).toBe('success');
    expect((await page({ search: 'customer-0042' }, dealing)).rows).toEqual([]);
    expect((await page({ search: 'customer-0042' })).rows.length).toBe(1);
    expect(await codeOf(`${BASE}.csv?reason=curious`, dealing)).toBe('forbidden');
    expect(await codeOf(`${BASE}.xlsx?reason=curious`, dealing)).toBe('forbidden');
    expect(await codeOf('/api/backoffice/audit', dealing)).toBe('forbidden');
    expect(await codeOf('/api/backoffice/staff', dealing)).toBe('forbidden');
  });

  it.each([
    'sort=cash',
    'sort=password_hash',
    'order=sideways',
    'limit=0',
    'limit=201',
    'limit=x',
    'verified=yes',
    'status=asleep',
    'unknown=1',
    'search=',
    'created_from=yesterday',
    'after=x',
    `after=${Buffer.from('["id","desc","1"]').toString('base64url')}`,
    `after=${Buffer.from('["id","desc","1; drop table customers","1"]').toString('base64url')}`,
    `after=${Buffer.from('["email","desc","a","1"]').toString('base64url')}`,
    `after=${Buffer.from('["__proto__","desc","a","1"]').toString('base64url')}`,
    'created_from=0000-01-01',
    ...['0000-01-01 00:00:00+00', '2026-02-30 00:00:00+00', '2026-01-01 99:00:00+00'].map(
      (moment) => {
        const cursor = JSON.stringify(['created_at', 'desc', moment, '1']);
        return `sort=created_at&after=${Buffer.from(cursor).toString('base64url')}`;
      },
    ),
  ])('refuses %s', async (query) => {
    expect(await codeOf(`${BASE}?${query}`)).toBe('invalid');
  });

  it('rejects other ids', async () => {
    expect(await codeOf(`${BASE}/99999999`)).toBe('not-found');
    expect(await codeOf(`${BASE}/none`)).toBe('invalid');
  });

  it('is exported as a file without spreadsheet formulas, and recorded', async () => {
    await server.query(`update customers set first_name = '=cmd()' where email = $1`, [
      'customer-0001@example.com',
    ]);
    const query = 'sort=email&order=asc&search=customer-00&reason=the+auditor+asks';
    const response = await fetch(`${server.url}${BASE}.csv?${query}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="customers-/,
    );
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toContain('id,email,first_name');
    expect(lines[1]).toContain(`customer-0001@example.com,'=cmd(),`);
    // The header, 98 that still have an account, and the end of the last line.
    expect(lines.length).toBe(1 + 98 + 1);
    const [event] = await server.query(
      `select actor, subject, reason, ip, after from audit_events where action = 'customers.export'`,
    );
    expect(event).toMatchObject({
      actor: expect.stringMatching(/^staff:\d+$/) as string,
      subject: 'customers',
      reason: 'the auditor asks',
      ip: '127.0.0.1',
      after: { searched: true, sort: 'email', order: 'asc' },
    });
    expect(EXPORT_ROWS_MAX).toBeGreaterThan(CUSTOMERS);
    const header = encodeURIComponent(JSON.stringify({ email: 'E-Mail', first_name: '=cmd()' }));
    const labelled = await fetch(`${server.url}${BASE}.csv?${query}&header=${header}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(await labelled.text()).toMatch(/^\ufeff?id,E-Mail,'=cmd\(\),/);
    for (const unfit of ['[', '[1]', '{"email":1}', '"a"']) {
      const path = `${BASE}.csv?${query}&header=${encodeURIComponent(unfit)}`;
      expect(await codeOf(path)).toBe('invalid');
    }
    expect(await codeOf(`${BASE}.csv`)).toBe('invalid');
  });

  it('is exported as a workbook of numbers, times and texts, and recorded', async () => {
    const query = 'sort=email&order=asc&search=customer-0002&reason=for+the+board';
    const response = await fetch(`${server.url}${BASE}.xlsx?${query}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(response.headers.get('content-type')).toBe(WORKBOOK_MEDIA_TYPE);
    expect(response.headers.get('content-disposition')).toMatch(/filename="customers-.*\.xlsx"/);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? expect.fail('no sheet'));
    const [heading, row, ...others] = sheet.split('<row>').slice(1);
    expect(others).toEqual([]);
    expect(heading).toContain('>email<');
    const [{ id } = expect.fail('no customer')] = (await page({ search: 'customer-0002' })).rows;
    expect(row).toContain(`<c><v>${id}</v></c>`);
    expect(row).toContain('>customer-0002@example.com<');
    expect(row).toMatch(/<c s="2"><v>4\d{4}(?:\.\d+)?<\/v><\/c>/);
    const events = await server.query(
      `select after ->> 'format' as format from audit_events
        where action = 'customers.export' and reason = 'for the board'`,
    );
    expect(events).toEqual([{ format: 'xlsx' }]);
    expect(await codeOf(`${BASE}.xlsx`)).toBe('invalid');
  });

  it('shows admins the audit log, and lets only admins set roles', async () => {
    const { id } = await signInStaff(server, 'changed@staff.example', 'support');
    const path = `/api/backoffice/staff/${id}`;
    const act = async (action: string, body: object, token = admin) => {
      const { envelope } = await server.post(`${path}/${action}`, body, { token });
      return envelope.status === 'error' ? envelope.code : 'success';
    };
    const reason = 'moved to another desk';
    expect(await act('set-roles', { roles: ['finance'], request_id: 'one' })).toBe('invalid');
    expect(await act('set-roles', { roles: ['finance'], request_id: 'one', reason }, dealing)).toBe(
      'forbidden',
    );
    expect(await act('set-roles', { roles: ['finance'], request_id: 'one', reason })).toBe(
      'success',
    );
    expect(dataOf((await server.get<Row>(path, { token: admin })).envelope)).toMatchObject({
      roles: ['finance'],
      second_factor: true,
    });
    const audit = `/api/backoffice/audit?subject=staff:${id}&limit=1`;
    const { rows } = dataOf((await server.get<Page>(audit, { token: admin })).envelope);
    expect(rows[0]).toMatchObject({ action: 'staff.set-roles', reason, ip: '127.0.0.1' });
    const event = await server.get<Row>(`/api/backoffice/audit/${rows[0]?.id}`, { token: admin });
    expect(dataOf(event.envelope)).toMatchObject({
      before: { roles: ['support'] },
      after: { roles: ['finance'] },
    });
    expect(await act('disable', { reason })).toBe('success');
  });

  it('forbids changing one’s own roles and locking oneself out', async () => {
    const me = dataOf((await server.get<Row>('/api/backoffice/me', { token: admin })).envelope);
    for (const action of ['disable', 'reset-password', 'reset-second-factor']) {
      const path = `/api/backoffice/staff/${me.id}/${action}`;
      const reply = await server.post(path, { reason: 'on my own' }, { token: admin });
      expect(reply.envelope).toMatchObject({ code: 'own-account' });
    }
  });
});

async function addCustomers(server: TestServer): Promise<void> {
  await server.query(
    `insert into customers (email, password_hash, first_name, last_name, phone, country_id, uniqid,
       terms_version, terms_accepted_at, created_at, account_added_at)
     select 'customer-' || lpad(n::text, 4, '0') || '@example.com', 'x', 'Walter',
       case when n % 30 = 1 then 'Müller' when n % 3 = 0 then 'ärgerlich' else 'Smith' || n % 7 end,
       '+4930555' || lpad(n::text, 4, '0'), case when n % 2 = 0 then 276 end, 'list-' || n,
       '1', now(), timestamptz '2026-01-01 00:00:00.000001Z' + (n / 4) * interval '0.9 hour'
         + (n % 4) * interval '1 microsecond', now()
     from generate_series(1, $1::int) n`,
    [CUSTOMERS],
  );
  await server.query(
    `insert into trading_accounts (id, status, is_verified, client_category, is_protected,
       permitted_categories, leverage_indexes)
     select id, case when id % 5 = 0 then 'blocked' else 'active' end, id % 3 = 0, 'retail', false,
       '[]', '{}'
     from customers`,
  );
}
