// What staff do with the calendar, with what visitors wrote, and with affiliates.
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const BASE = '/api/backoffice';
const REASON = 'the editor asks for it';

type Row = Readonly<Record<string, unknown>>;
type Page = { readonly rows: readonly Row[] };

describeOnDatabase('content in the back office', (database) => {
  let server: TestServer;
  let admin: string;
  let content: string;

  beforeAll(async () => {
    server = await startServer({ database });
    admin = (await signInStaff(server, 'admin@staff.example', 'admin')).token;
    content = (await signInStaff(server, 'editor@staff.example', 'content')).token;
  }, 120_000);
  afterAll(() => server.stop());

  const post = async (path: string, input: object, token = content) =>
    (await server.post<Row>(`${BASE}/${path}`, { ...input, reason: REASON }, { token })).envelope;
  const act = async (path: string, input: object = {}, token = content): Promise<Row> =>
    dataOf(await post(path, input, token));
  const open = async (path: string, token = content): Promise<Row> =>
    dataOf((await server.get<Row>(`${BASE}/${path}`, { token })).envelope);
  const rows = async (path: string, token = content): Promise<readonly Row[]> =>
    dataOf((await server.get<Page>(`${BASE}/${path}`, { token })).envelope).rows;

  it('adds, changes, removes and imports calendar events', async () => {
    const soon = new Date(Date.now() + DAY_MS).toISOString().slice(0, 16);
    const figures = { importance: 1, actual: null, forecast: '2.1 %', previous: null };
    const event = { time: `${soon}Z`, currency: 'USD', title: 'CPI y/y', ...figures };
    await act('calendar-events/create', event);
    const [row] = await rows('calendar-events?search=cpi&currency=USD&importance=1');
    expect(row).toMatchObject({ at: `${soon}:00.000Z`, forecast: '2.1 %', actual: null });
    await act(`calendar-events/${String(row?.['id'])}/change`, { ...figures, actual: '2.3 %' });
    expect(await open(`calendar-events/${String(row?.['id'])}`)).toMatchObject({
      title: 'CPI y/y',
      actual: '2.3 %',
    });
    await act(`calendar-events/${String(row?.['id'])}/remove`);
    expect(await rows('calendar-events')).toEqual([]);
    const csv = `time,currency,importance,title\n${soon}Z,EUR,0,Retail sales\n${soon}Z,EUR,1,PMI\n`;
    expect(await act('calendar-events/import', { csv })).toEqual({ events: 2 });
    const unfit = await post('calendar-events/import', { csv: `${csv}x,y,z,w\n` });
    expect(unfit).toMatchObject({
      code: 'invalid',
      errors: { csv: expect.stringMatching('Line 4') },
    });
    expect(await rows('calendar-events?sort=at&order=asc')).toHaveLength(2);
    const february = { ...event, time: '2027-02-30T10:00Z' };
    expect(await post('calendar-events/create', february)).toMatchObject({ code: 'invalid' });
  });

  it('marks visitors’ messages as done', async () => {
    await server.post('/api/contact', {
      first_name: 'Wanda',
      last_name: 'Visitor',
      email: 'wanda@example.com',
      phone: '+493023125000',
      message: 'Two\nlines',
    });
    await server.query(
      `insert into content_submissions (form, data, created_at) values ('contact', $1, now())`,
      [JSON.stringify({ name: 'Wim', message: 'Hello' })],
    );
    const [message] = await rows('contact-messages?done=0&search=wanda', admin);
    const [entry] = await rows('form-entries?done=0&form=contact', admin);
    const messagePath = `contact-messages/${String(message?.['id'])}`;
    const entryPath = `form-entries/${String(entry?.['id'])}`;
    expect(await open(messagePath, admin)).toMatchObject({ message: 'Two\nlines', done_at: null });
    expect(await open(entryPath, admin)).toMatchObject({ data: { name: 'Wim' } });
    for (const path of [messagePath, entryPath]) {
      expect(await act(`${path}/done`, {}, admin)).toEqual({ changed: true });
      expect(await act(`${path}/done`, {}, admin)).toEqual({ changed: false });
    }
    expect(await rows('contact-messages?done=0', admin)).toEqual([]);
    expect(await rows('form-entries?done=1', admin)).toMatchObject([
      { done_by: expect.stringMatching(/^staff:\d+$/) },
    ]);
    expect(await post(`${messagePath}/done`, {})).toMatchObject({ code: 'forbidden' });
    const ids = [String(entry?.['id'])];
    expect(await act('form-entries/done', { ids }, admin)).toEqual({
      done: 0,
      rows: [{ id: ids[0], outcome: 'unchanged', why: null }],
    });
    expect(await post('form-entries/done', { ids })).toMatchObject({ code: 'forbidden' });
    for (const path of [messagePath, entryPath]) {
      expect(await act(`${path}/reopen`, {}, admin)).toEqual({ changed: true });
      expect(await act(`${path}/reopen`, {}, admin)).toEqual({ changed: false });
      expect(await open(path, admin)).toMatchObject({ done_at: null, done_by: null });
    }
    const [{ actions } = {}] = await server.query(
      `select array_agg(action order by id) as actions from audit_events
       where action in ('contact.reopen', 'form.reopen')`,
    );
    expect(actions).toEqual(['contact.reopen', 'form.reopen']);
  });

  it('adds an affiliate, shows their sign-ups, and ends their sessions', async () => {
    const made = await act(
      'affiliates/create',
      { email: 'Partner@example.com', name: 'A Partner', code: 'partner-1' },
      admin,
    );
    expect(made).toMatchObject({ code: 'partner-1', password: expect.stringMatching(/^.{20}$/) });
    const { code } = await act(`affiliates/${String(made['id'])}/add-code`, { code: null }, admin);
    const again = { email: 'partner@example.com', name: 'Another', code: null };
    expect(await post('affiliates/create', again, admin)).toMatchObject({ code: 'email-taken' });
    const taken = { email: 'another@example.com', name: 'Another', code: 'partner-1' };
    expect(await post('affiliates/create', taken, admin)).toMatchObject({ code: 'code-taken' });
    const { user } = await signUp(server, 'referred@example.com');
    await server.query('update customers set referred_by = $1 where id = $2', [code, user.id]);
    const path = `affiliates/${String(made['id'])}`;
    expect(await open(path, admin)).toMatchObject({
      email: 'partner@example.com',
      blocked: false,
      codes: expect.arrayContaining([
        { code: 'partner-1', path: '/?ref=partner-1', sign_ups: 0 },
        { code, path: `/?ref=${String(code)}`, sign_ups: 1 },
      ]),
      sign_ups: [{ customer_id: user.id, email: 'referred@example.com', transaction: null }],
      conversions: [],
    });
    const login = async (password: unknown): Promise<number> => {
      const form = { email: 'partner@example.com', password };
      return (await server.post('/api/affiliate/login', form)).status;
    };
    expect(await login(made['password'])).toBe(200);
    const { password } = await act(`${path}/reset-password`, {}, admin);
    expect(await login(made['password'])).toBe(401);
    expect(await login(password)).toBe(200);
    await act(`${path}/block`, {}, admin);
    expect(await login(password)).toBe(403);
    expect(await rows('affiliates?blocked=1&search=partner', admin)).toHaveLength(1);
    await act(`${path}/unblock`, {}, admin);
    expect(await login(password)).toBe(200);
    const log =
      JSON.stringify(await server.query('select * from audit_events')) + server.log.join();
    expect(log).not.toContain(String(password));
  });
});
