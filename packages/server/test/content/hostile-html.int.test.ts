import type { Popup } from '@halyard/contract/popups';
import { MINUTE_MS } from '@halyard/core/time';
import { HOSTILE_ADDRESSES, HOSTILE_HTML } from '@halyard/testkit';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { callCms, importContent, postCms, readPublicToken } from './cms-fixture.ts';
import { findActingTags, findHostile } from './harmless-html.ts';

/** A page's layout: every vector in every setting that holds HTML, at the top and nested. */
function toComponents(html: string): object {
  return {
    component: 'section',
    settings: { text: html, style: html, class: html, id: html },
    columns: [
      { settings: { style: html }, children: [{ component: 'text', settings: { text: html } }] },
    ],
    children: [
      { component: 'html', settings: { html } },
      { component: html, settings: { content: html, slides: [{ text: html, inner: { html } }] } },
    ],
  };
}

/** Several pages: one holds only so many components. */
const PER_PAGE = 40;
const PAGES = Array.from({ length: Math.ceil(HOSTILE_HTML.length / PER_PAGE) }, (_, at) => {
  const vectors = HOSTILE_HTML.slice(at * PER_PAGE, (at + 1) * PER_PAGE);
  const components = vectors.map(toComponents);
  const body = vectors.join('\n');
  return {
    title_slug: `hostile-${at}`,
    title: body,
    published: true,
    components,
    components_de: components,
    body,
    body_de: body,
  };
});
const ADDRESSES = {
  title_slug: 'addresses',
  title: 'Addresses',
  published: true,
  components: HOSTILE_ADDRESSES.flatMap((address) => [
    { component: 'button', settings: { text: 'Go', url: address } },
    { component: 'image', settings: { image: { path: address } } },
    { component: 'gallery', settings: { gallery: [{ path: address, meta: { title: address } }] } },
  ]),
};
const FIELDS = [
  { name: 'title', localize: true, options: { slug: true } },
  { name: 'published', type: 'boolean' },
  { name: 'components', type: 'layout', localize: true },
  { name: 'body', type: 'html', localize: true },
];
const NOTES = Object.fromEntries(
  HOSTILE_HTML.map((html, at): [string, unknown] => [String(at), { html, url: html }]),
);
const SINGLETON = {
  fields: [
    { name: 'body', type: 'html', localize: true },
    { name: 'notes', type: 'object' },
  ],
  data: { body: HOSTILE_HTML.join('\n'), body_de: HOSTILE_HTML.join('\n'), notes: NOTES },
};

describeOnDatabase('every place that stores HTML', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer({ database });
    token = await readPublicToken(server);
    const imported = await importContent(server, {
      collections: { hostile: { fields: FIELDS, entries: [...PAGES, ADDRESSES] } },
      singletons: { hostile: SINGLETON },
    });
    expect(imported).toMatchObject({ code: 0 });
  });
  afterAll(() => server.stop());

  async function readAll(): Promise<unknown[]> {
    const read = async (lang: object) =>
      (await postCms(server, `/api/collections/get/hostile?token=${token}`, { simple: 1, ...lang }))
        .body;
    const singleton = await callCms(server, `/api/singletons/get/hostile?token=${token}`);
    return [await read({}), await read({ lang: 'de' }), singleton.body];
  }

  /** As a list with a gap would have stored it: nothing of it was sanitised. */
  async function storeRaw(): Promise<void> {
    for (const { title_slug: slug, ...page } of [...PAGES, ADDRESSES]) {
      await server.query(
        `update content_entries set data = $1 where model = 'hostile' and data->>'title_slug' = $2`,
        [JSON.stringify({ title_slug: slug, ...page }), slug],
      );
    }
    await server.query(
      `update content_entries set data = $1 where model = 'hostile' and kind = 'singleton'`,
      [JSON.stringify(SINGLETON.data)],
    );
    server.advance(MINUTE_MS);
  }

  it('has more than a hundred test cases', () => {
    expect(new Set(HOSTILE_HTML).size).toBeGreaterThanOrEqual(100);
    for (const html of HOSTILE_HTML) expect(html).not.toBe('');
  });

  it('returns pages and singletons without active content', async () => {
    const [pages] = await readAll();
    expect(pages).toHaveLength(PAGES.length + 1);
    expect(findHostile(await readAll())).toEqual([]);
  });

  it('returns no active content from earlier stored HTML', async () => {
    await storeRaw();
    expect(
      await server.query(`select 1 from content_entries where data::text like '%onerror=%'`),
    ).not.toHaveLength(0);
    expect(findHostile(await readAll())).toEqual([]);
  });

  it('shows pop-ups without active content, stored now or earlier', async () => {
    const { access_token: session } = await signUp(server, 'hostile@example.com');
    const shown = async (): Promise<readonly Popup[]> =>
      dataOf((await server.post<Popup[]>('/api/accounts/popups', {}, { token: session })).envelope);
    const content = HOSTILE_HTML.join('\n').slice(0, 19_000);
    await writeFile(join(server.dataDir, 'popup.html'), content);
    const made = await server.operator('popup', 'create', 'Hello', '@popup.html');
    expect(made).toMatchObject({ code: 0 });
    for (const popup of await shown()) expect(findActingTags(popup.content)).toEqual([]);
    await server.query(`update popups set content = $1`, [HOSTILE_HTML.join('\n')]);
    const popups = await shown();
    expect(popups).toHaveLength(1);
    for (const popup of popups) expect(findActingTags(popup.content)).toEqual([]);
  });
});
