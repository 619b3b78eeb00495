// What staff write, and what they read of visitors: each action as the operator's command does it.
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importContent } from '../content/cms-stand.ts';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { html, many, manyTexts, nested } from './large-content.ts';

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
  /** As every browser reads it. */
  const online = async (slug: string): Promise<readonly unknown[]> => {
    const config = await server.get<{ content_token: string }>('/api/config');
    const token = dataOf(config.envelope).content_token;
    const response = await fetch(`${server.url}/api/collections/get/pages?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filter: { title_slug: slug } }),
    });
    return ((await response.json()) as { readonly entries: readonly unknown[] }).entries;
  };

  const singleton = async (name: string): Promise<unknown> => {
    const config = await server.get<{ content_token: string }>('/api/config');
    const token = dataOf(config.envelope).content_token;
    return await (await fetch(`${server.url}/api/singletons/get/${name}?token=${token}`)).json();
  };
  const show = async (path: string, body: object): Promise<Row> =>
    dataOf((await server.post<Row>(`${BASE}/${path}`, body, { token: content })).envelope);

  it('puts a page online, keeps what is saved after it a draft, and takes it back', async () => {
    const data = {
      title: 'Opening hours',
      title_slug: 'opening-hours',
      title_de: 'Öffnungszeiten',
      components: [
        { component: 'text', settings: { text: '<p onclick="x()">Always</p><script>1</script>' } },
      ],
    };
    const { id } = await act('pages/create', { data });
    expect(await online('opening-hours')).toEqual([]);
    const path = `pages/${String(id)}`;
    expect(await act(`${path}/publish`, { version: 1 })).toEqual({ changed: true });
    expect(await act(`${path}/publish`, { version: 1 })).toEqual({ changed: false });
    expect(await online('opening-hours')).toMatchObject([{ title: 'Opening hours' }]);
    const next = { ...data, title: 'New hours' };
    expect(await act(`${path}/save`, { data: next, version: 1 })).toEqual({ version: 2 });
    expect(await online('opening-hours')).toMatchObject([{ title: 'Opening hours' }]);
    expect(await rows('pages?draft=1')).toMatchObject([{ id, version: 2, online_version: 1 }]);
    expect(await open(path)).toMatchObject({
      slug: 'opening-hours',
      title: 'Opening hours',
      languages: ['en', 'de'],
      published: true,
      data: { title: 'New hours', components: [{ settings: { text: '<p>Always</p>' } }] },
      versions: [
        { version: 2 },
        { version: 1, saved_by: expect.stringMatching(/^staff:\d+$/), saved_by_name: 'Test Staff' },
      ],
    });
    expect(await open(`${path}/versions/1`)).toMatchObject({ data: { title: 'Opening hours' } });
    expect(await post(`${path}/publish`, { version: 1 })).toMatchObject({
      code: 'content-changed',
    });
    expect(await act(`${path}/publish`, { version: 2 })).toEqual({ changed: true });
    expect(await online('opening-hours')).toMatchObject([{ title: 'New hours' }]);
    expect(await rows('pages?draft=1')).toEqual([]);
    await act(`${path}/save`, { data, version: 2 });
    expect(await act(`${path}/unpublish`)).toEqual({ changed: true });
    expect(await act(`${path}/unpublish`)).toEqual({ changed: false });
    expect(await online('opening-hours')).toEqual([]);
    expect(await open(path)).toMatchObject({ published: false, version: 3, online_version: null });
    const events = await server.query(
      `select action, reason from audit_events where subject = $1 order by id`,
      [`content:${String(id)}`],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'content.save',
      'content.publish',
      'content.save',
      'content.publish',
      'content.save',
      'content.unpublish',
    ]);
    expect(events.every(({ reason }) => reason === REASON)).toBe(true);
  });

  it('saves over no version that the editor has not seen, and brings earlier ones back', async () => {
    const { id } = await act('pages/create', {
      data: { title: 'First', title_slug: 'versions' },
    });
    const path = `pages/${String(id)}`;
    const data = { title: 'Second', title_slug: 'versions' };
    await act(`${path}/publish`, { version: 1 });
    expect(await act(`${path}/save`, { data, version: 1 })).toEqual({ version: 2 });
    expect(await post(`${path}/save`, { data, version: 1 })).toMatchObject({
      code: 'content-changed',
    });
    expect(await act(`${path}/restore`, { restored: 1, version: 2 })).toEqual({ version: 3 });
    expect(await open(path)).toMatchObject({ data: { title: 'First' }, online_version: 1 });
    expect(await post(`${path}/restore`, { restored: 9, version: 3 })).toMatchObject({
      code: 'not-found',
    });
    const together = await Promise.all(
      ['Third', 'Fourth'].map(
        async (title) => await post(`${path}/save`, { data: { ...data, title }, version: 3 }),
      ),
    );
    expect(together.map(({ status }) => status).toSorted()).toEqual(['error', 'success']);
  });

  it.each([
    ['no title', { title_slug: 'untitled' }, 'data.title'],
    ['a slug that is none', { title: 'x', title_slug: '../x' }, 'data.title_slug'],
    ['another page’s slug', { title: 'x', title_slug: 'privacy-policy' }, 'data.title_slug'],
    ['layouts too deep', { title: 'x', components: nested(10) }, 'data.components'],
    ['a layout that is none', { title: 'x', components_de: 'x' }, 'data.components_de'],
    ['too much text', { title: 'x', description: 'x'.repeat(300_000) }, 'data.description'],
    ['too much text in all', { title: 'x', ...manyTexts() }, 'data'],
    [
      'HTML nested too deep',
      { title: 'x', components: html('<b>'.repeat(80_000)) },
      'data.components',
    ],
    [
      'too many HTML tags',
      { title: 'x', components: html('<br>'.repeat(50_000)) },
      'data.components',
    ],
    ['too many values', { title: 'x', components: [{ settings: { a: many(30_000) } }] }, 'data'],
    ['a word on being online', { title: 'x', published: true }, 'data.published'],
  ])('refuses a page with %s at its place, and changes nothing', async (_what, data, field) => {
    const taken = { title: 'Privacy', title_slug: 'privacy-policy' };
    await post('pages/create', { data: taken });
    const before = await server.query('select count(*) from content_versions');
    expect(await post('pages/create', { data })).toMatchObject({
      code: 'invalid',
      errors: { [field]: expect.any(String) },
    });
    expect(await server.query('select count(*) from content_versions')).toEqual(before);
  });

  it('reads no large body of somebody who may not write', async () => {
    const body = { data: { title: 'x', description: 'x'.repeat(900_000) }, reason: REASON };
    const stranger = await server.post(`${BASE}/pages/create`, body, { token: 'nobody' });
    expect(stranger.status).toBe(401);
    const huge = { data: { title: 'x'.repeat(1_100_000) }, reason: REASON };
    expect((await server.post(`${BASE}/pages/create`, huge, { token: content })).status).toBe(413);
  });

  it('finds pages by slug, title, language and whether they are online', async () => {
    expect(await rows('pages?search=opening')).toHaveLength(1);
    expect(await rows('pages?search=OPENING+H')).toMatchObject([{ title: 'Opening hours' }]);
    expect(await rows('pages?language=it')).toEqual([]);
    const shown = await rows('pages?published=1&sort=modified_at&order=desc');
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every(({ published }) => published === true)).toBe(true);
  });

  it('keeps singletons, each with its versions', async () => {
    expect((await rows('singletons')).map(({ id }) => id)).toEqual(['footer', 'settings']);
    const { version, data } = await open('singletons/footer');
    const changed = { ...(data as Row), legal: [{ html: '<b>us</b><iframe></iframe>' }] };
    const next = Number(version) + 1;
    expect(await act('singletons/footer/save', { data: changed, version })).toEqual({
      version: next,
    });
    expect(await open('singletons/footer')).toMatchObject({
      version: next,
      online_version: version,
      data: { legal: [{ html: '<b>us</b>' }] },
    });
    expect(await singleton('footer')).not.toMatchObject({ legal: [{ html: '<b>us</b>' }] });
    await act('singletons/footer/publish', { version: next });
    expect(await singleton('footer')).toMatchObject({ legal: [{ html: '<b>us</b>' }] });
    await act('singletons/footer/restore', { restored: version, version: next });
    expect(await open('singletons/footer')).toMatchObject({ data, online_version: next });
    const missing = { data: {}, version: 0 };
    expect(await post('singletons/nothing/save', missing)).toMatchObject({ code: 'not-found' });
  });

  it('shows what readers would get of a document, and what is wrong with it', async () => {
    const text = '<p onclick="x()">In {{year}}</p><script>1</script>';
    const data = {
      title: 'Team',
      title_de: 'Das Team',
      title_de_slug: 'Das Team',
      components: [
        { component: 'text', settings: { text } },
        { component: 'button', settings: { text: 'Go', url: 'javascript:alert(1)' } },
      ],
    };
    const before = await server.query('select count(*) from content_versions');
    const made = await show('pages/preview', { data, language: 'de' });
    expect(made).toMatchObject({
      problems: [{ field: 'title_de_slug', text: expect.any(String) }],
      notes: [
        { field: 'components.0.settings.text' },
        { field: 'components.1.settings.url', text: expect.stringContaining('left out') },
      ],
      shown: {
        title: 'Das Team',
        components: [
          { settings: { text: `<p>In ${new Date().getUTCFullYear()}</p>` } },
          { settings: { text: 'Go', url: '' } },
        ],
      },
    });
    expect(made['fields']).toContainEqual({
      name: 'title',
      type: 'text',
      localize: true,
      required: true,
      slug: true,
    });
    const footer = { data: { imprint: '{{operator}}' }, language: 'en' };
    expect(await show('singletons/footer/preview', footer)).toMatchObject({
      shown: { imprint: 'Halyard' },
    });
    const huge = { data: { title: 'x'.repeat(300_000) }, language: 'en' };
    expect(await show('pages/preview', huge)).toMatchObject({ shown: null });
    expect(await server.query('select count(*) from content_versions')).toEqual(before);
  });

  it('lets a file of the operator take the place of a draft', async () => {
    const { id } = await act('pages/create', { data: { title: 'A', title_slug: 'filed' } });
    const path = `pages/${String(id)}`;
    await act(`${path}/publish`, { version: 1 });
    await act(`${path}/save`, { data: { title: 'B', title_slug: 'filed' }, version: 1 });
    const entry = { _id: id, title: 'C', title_slug: 'filed', published: true };
    const file = { collections: { pages: { entries: [entry] } } };
    expect(await importContent(server, file)).toMatchObject({ code: 0 });
    expect(await open(path)).toMatchObject({ title: 'C', version: 3, online_version: 3 });
    expect(await post(`${path}/publish`, { version: 2 })).toMatchObject({
      code: 'content-changed',
    });
  });

  it('shows an announcement to whom it is for, until it is withdrawn', async () => {
    const { access_token: token } = await signUp(server, 'reads-popups@example.com');
    const popup = {
      title: 'Holiday hours',
      content: '<p>Closed</p><img src=x onerror=alert(1)>',
      language: null,
      audience: 'unverified',
      purpose: 'service',
      from: null,
      until: null,
    };
    const { id, content: kept } = await act('popups/create', popup);
    expect(kept).toBe('<p>Closed</p>');
    const seen = async (): Promise<unknown> =>
      dataOf((await server.post('/api/accounts/popups', {}, { token })).envelope);
    expect(await seen()).toEqual([{ id, title: 'Holiday hours', content: '<p>Closed</p>' }]);
    expect(await open(`popups/${String(id)}`)).toMatchObject({ content: kept, removed_at: null });
    expect(await act(`popups/${String(id)}/withdraw`)).toEqual({ changed: true });
    expect(await act(`popups/${String(id)}/withdraw`)).toEqual({ changed: false });
    expect(await seen()).toEqual([]);
    expect(await rows('popups?removed=1')).toMatchObject([{ id }]);
    for (const unfit of [{ content: '<script>1</script>' }, { until: '2020-01-01T00:00:00Z' }]) {
      expect(await post('popups/create', { ...popup, ...unfit })).toMatchObject({
        code: 'invalid',
      });
    }
  });

  it('keeps the calendar: events added, changed, removed and taken from a file', async () => {
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

  it('marks what visitors wrote as dealt with', async () => {
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
  });

  it('adds an affiliate, whose sign-ups it shows, and ends their sessions', async () => {
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
