import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { describeReading } from './cms-conformance.ts';
import { importContent, postCms, readPublicToken } from './cms-fixture.ts';

describeOnDatabase('the content API', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer({ database });
    expect(await importContent(server)).toMatchObject({ code: 0 });
    token = await readPublicToken(server);
  });
  afterAll(() => server.stop());

  describeReading(() => server);

  async function posts(query: object) {
    return await postCms(server, `/api/collections/get/posts?token=${token}`, query);
  }

  it('stores no active HTML, and rejects what is too deep or too large', async () => {
    const hostile = {
      title: 'Hostile',
      title_slug: 'hostile',
      published: true,
      components: [
        {
          component: 'text',
          settings: {
            id: '"><script>',
            style: 'color: red; background: url(https://evil.example)',
            text: '<p onclick="x()">Hi<script>alert(1)</script></p>',
          },
        },
        { component: 'html', settings: { html: '<iframe src="https://evil.example"></iframe>' } },
        { component: 'button', settings: { text: 'Go', url: 'javascript:alert(1)' } },
        { component: 'image', settings: { image: { path: 'https://evil.example/x.gif' } } },
      ],
    };
    const entries = [hostile];
    expect(await importContent(server, { collections: { posts: { entries } } })).toMatchObject({
      code: 0,
    });
    const query = { filter: { title_slug: 'hostile' }, simple: 1 };
    expect((await posts(query)).body).toMatchObject([
      {
        components: [
          { settings: { id: '', style: 'color: red', text: '<p>Hi</p>' } },
          { settings: { html: '' } },
          { settings: { text: 'Go', url: '' } },
          { settings: { image: { path: '' } } },
        ],
      },
    ]);
    let deep: object = { component: 'section', settings: {}, children: [] };
    for (let level = 0; level < 8; level += 1) {
      deep = { component: 'section', settings: {}, children: [deep] };
    }
    const many = Array.from({ length: 501 }, () => ({ component: 'divider', settings: {} }));
    const nested = [{ component: 'text', settings: { text: '<b>'.repeat(65) } }];
    for (const components of [[deep], many, nested]) {
      const bad = { collections: { posts: { entries: [{ ...hostile, components }] } } };
      const { code, printed } = await importContent(server, bad);
      expect(code).toBe(1);
      expect(printed.at(-1)).toBe('Nothing was changed.');
    }
    expect((await posts(query)).body).toMatchObject([{ components: { length: 4 } }]);
  });

  it('unpublishes and republishes a page without a new version', async () => {
    const before = (await server.operator('content', 'versions', 'about')).printed;
    expect(before).toHaveLength(1);
    expect(before[0]).toMatch(/^1 {2}\S+ {2}system$/);
    expect((await server.operator('content', 'unpublish', 'about')).code).toBe(0);
    const about = async () => {
      const filter = { title_slug: 'about', published: true };
      const query = { token, filter, simple: true };
      return (await postCms(server, '/api/collections/get/pages', query)).body;
    };
    expect(await about()).toEqual([]);
    await server.operator('content', 'publish', 'about');
    expect(await about()).toHaveLength(1);
    const { printed } = await server.operator('content', 'versions', 'about');
    // What is shown changes by that, not what the page says: there is nothing new to keep.
    expect(printed.map((line) => line.slice(0, 1))).toEqual(['1']);
    expect((await server.operator('content', 'publish', 'nowhere')).code).toBe(1);
  });

  it('records who received a token that reads drafts, once', async () => {
    const make = async () => await server.operator('content', 'token', 'newsletter');
    const { printed } = await make();
    expect(printed[0]).toMatch(/^newsletter has the token \S+ now\.$/);
    expect((await make()).code).toBe(1);
    const events = await server.query(
      `select actor, subject, after from audit_events
        where action = 'content.token' and after ->> 'name' = 'newsletter'`,
    );
    expect(events).toEqual([
      { actor: OPERATOR, subject: 'installation', after: { name: 'newsletter' } },
    ]);
  });
});
