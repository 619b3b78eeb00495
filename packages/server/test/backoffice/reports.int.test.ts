import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const BASE = '/api/backoffice/reports';

type Shown = {
  readonly notes: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly more: number;
};

describeOnDatabase('a report in the back office', (database) => {
  let server: TestServer;
  let admin: string;
  let customerId: number;

  beforeAll(async () => {
    server = await startServer({ database });
    admin = (await signInStaff(server, 'admin@staff.example', 'admin')).token;
    customerId = (await signUp(server, 'reported@example.com')).user.id;
  }, 120_000);
  afterAll(() => server.stop());

  const show = async (path: string) => await server.get<Shown>(`${BASE}/${path}`, { token: admin });
  const codeOf = async (path: string, token = admin): Promise<string> => {
    const { envelope } = await server.get(`${BASE}/${path}`, { token });
    return envelope.status === 'error' ? envelope.code : 'success';
  };
  const take = async (path: string): Promise<Response> =>
    await fetch(`${server.url}${BASE}/${path}`, { headers: { authorization: `Bearer ${admin}` } });

  it('is shown, and its reading is recorded', async () => {
    const today = new Date(Date.now() + server.offsetMs()).toISOString().slice(0, 10);
    const daily = dataOf((await show(`daily?from=${today}&until=${today}`)).envelope);
    expect(daily.rows).toHaveLength(1);
    expect(daily.rows[0]?.slice(0, 2)).toEqual([today, '1']);
    expect(dataOf((await show('losing-accounts')).envelope).notes[0]).toMatch(/^No retail account/);
    expect(dataOf((await show(`costs?customer=${customerId}`)).envelope).more).toBe(0);
    expect(dataOf((await show('execution')).envelope).rows).toEqual([]);
    const events = await server.query(
      `select subject, after from audit_events where action = 'report.read' order by id`,
    );
    expect(events).toMatchObject([
      {
        subject: 'installation',
        after: { report: 'daily', days: 1, from: today, until: today, file: false },
      },
      { subject: 'installation', after: { report: 'losing-accounts', days: 365 } },
      { subject: `customer:${customerId}`, after: { report: 'costs', days: 30 } },
      { subject: 'installation', after: { report: 'execution' } },
    ]);
  });

  it('is exported completely as a file, with a recorded reason', async () => {
    const response = await take('audit.csv?reason=the+auditor+asks');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-/);
    const lines = (await response.text()).split('\r\n');
    const shown = dataOf((await show('audit')).envelope);
    expect(lines[0]).toBe(shown.columns.join(','));
    expect(lines.length).toBeGreaterThan(5);
    const header = encodeURIComponent(JSON.stringify({ [shown.columns[0] ?? '']: 'Prüfung' }));
    const labelled = await take(`audit.csv?reason=the+auditor+asks&header=${header}`);
    const [first, ...others] = (await labelled.text()).split('\r\n')[0]?.split(',') ?? [];
    expect([first?.replace('\ufeff', ''), others]).toEqual(['Prüfung', shown.columns.slice(1)]);
    const [event] = await server.query(
      `select reason, ip, after ->> 'file' as file from audit_events
        where action = 'report.read' and reason is not null`,
    );
    expect(event).toEqual({ reason: 'the auditor asks', ip: '127.0.0.1', file: 'true' });
    expect(await codeOf('audit.csv')).toBe('invalid');
    const workbook = await take('audit.xlsx?reason=the+auditor+asks');
    const files = unzipSync(new Uint8Array(await workbook.arrayBuffer()));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? expect.fail('no sheet'));
    expect(sheet.split('<row>').length).toBeGreaterThan(5);
    expect(await codeOf('audit.xlsx')).toBe('invalid');
  });

  it.each([
    ['daily?from=2026-02-02&until=2026-02-01', 'invalid'],
    ['daily?from=2024-01-01&until=2026-01-01', 'invalid'],
    ['daily?from=2026-02-30', 'invalid'],
    ['losing-accounts?until=2026-01-01', 'invalid'],
    ['losing-accounts?from=2020-01-01', 'invalid'],
    ['costs', 'invalid'],
    ['costs?customer=99999999', 'not-found'],
    ['nothing', 'not-found'],
  ])('refuses %s', async (path, code) => {
    expect(await codeOf(path)).toBe(code);
  });
});
