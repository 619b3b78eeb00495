// What staff write, and what they read of visitors: each action as the operator's command does it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importContent } from '../content/cms-fixture.ts';
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
  let content: string;

  beforeAll(async () => {
    server = await startServer({ database });
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

  it('publishes a page, keeps later changes as a draft, and unpublishes it', async () => {
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
    expect(await rows('pages?draft=1')).toMatchObject([
      { id, version: 2, online_version: 1, draft: true },
    ]);
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
    expect(await open(path)).toMatchObject({ draft: false });
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

  it('rejects saving over an unseen version, and restores earlier versions', async () => {
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

  it('reads no large body from a caller without the permission', async () => {
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

  it('previews a document and reports its problems', async () => {
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

  it('replaces a draft by the operator’s file', async () => {
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

  it('shows an announcement to its audience until it is withdrawn', async () => {
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
});
