import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import {
  HOSTILE_ADDRESSES,
  HOSTILE_HTML,
  startCockpitServer,
  type CockpitContent,
  type CockpitServer,
} from '@halyard/testkit';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { describeReading } from './cms-conformance.ts';
import { callCms, CONTENT, postCms, readPublicToken } from './cms-fixture.ts';
import { findHostile } from './harmless-html.ts';

const TOKEN = 'a-key-of-cockpit';
const FORM = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
const KEPT: CockpitContent = { ...CONTENT, forms: ['contact'] };

describeOnDatabase('content that a Cockpit keeps', (database) => {
  let cockpit: CockpitServer;
  let server: TestServer;
  let token: string;
  let visitor = 0;
  beforeAll(async () => {
    cockpit = await startCockpitServer({ token: TOKEN, content: KEPT });
    server = await startServer({
      database,
      environment: {
        TRUST_PROXY: '127.0.0.1',
        CMS_URL: cockpit.url,
        CMS_TOKEN: TOKEN,
        CMS_COLLECTIONS: 'authors,posts,menu',
        CMS_SINGLETONS: 'main,blank,empty',
      },
    });
    token = await readPublicToken(server);
  });
  afterAll(async () => {
    await server.stop();
    await cockpit.close();
  });

  describeReading(() => server);

  async function read(query: object = {}): Promise<{ status: number; body: unknown }> {
    return await postCms(server, '/api/collections/get/posts', { token, simple: 1, ...query });
  }

  async function submit(form: object) {
    visitor += 1;
    const headers = { 'x-forwarded-for': `198.51.100.${visitor}` };
    return await postCms(server, `/api/forms/submit/contact?token=${token}`, { form }, headers);
  }

  it('is read completely, once a minute, without a visitor’s filter, and its token is not sent on', async () => {
    server.advance(2 * MINUTE_MS);
    const before = cockpit.requests.length;
    for (const title of ['Team', 'x', '$where'])
      await read({ filter: { title }, sort: { title: 1 } });
    const asked = cockpit.requests.slice(before);
    expect(asked.map(({ path }) => path).toSorted()).toEqual([
      '/api/collections/get/authors',
      '/api/collections/get/menu',
      '/api/collections/get/posts',
      '/api/singletons/get/blank',
      '/api/singletons/get/empty',
      '/api/singletons/get/main',
    ]);
    for (const { query, body, headers } of asked) {
      expect({ query, body }).toEqual({ query: '', body: {} });
      expect(headers['cockpit-token']).toBe(TOKEN);
    }
    const config = await (await fetch(`${server.url}/api/config`)).text();
    expect(config + server.log.join('\n')).not.toContain(TOKEN);
  });

  it('receives a valid form, whose accepted data is echoed [c-cms-form]', async () => {
    expect(await submit({ ...FORM, extra: 'x' })).toMatchObject({
      status: 200,
      body: { ...FORM, status: 'success' },
    });
    expect(cockpit.submissions).toEqual([{ form: 'contact', data: FORM }]);
    expect((await submit({ ...FORM, email: 'nobody' })).status).toBe(422);
    expect((await submit({ ...FORM, website: 'https://spam.example' })).status).toBe(200);
    expect(cockpit.submissions).toHaveLength(1);
    cockpit.misbehave((response) => response.writeHead(500).end());
    expect((await submit(FORM)).status).toBe(503);
    cockpit.misbehave((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"error":"no mail","data":{}}');
    });
    expect((await submit(FORM)).status).toBe(503);
    cockpit.misbehave();
  });

  it('is changed in the Cockpit, not by the operator’s command', async () => {
    const { code, printed } = await server.operator('content', 'publish', 'about');
    expect({ code, printed }).toEqual({
      code: 1,
      printed: ['The content is kept in the Cockpit of CMS_URL: change it there.'],
    });
  });

  it('is shown as written in the Cockpit, at most a minute later', async () => {
    const posts = KEPT.collections['posts'];
    if (posts === undefined) throw new Error('posts are kept');
    const entries = [{ title: 'New', title_slug: 'new', published: true }];
    cockpit.set({ ...KEPT, collections: { ...KEPT.collections, posts: { ...posts, entries } } });
    server.advance(MINUTE_MS + 5_000);
    expect((await read()).body).toMatchObject([{ title: 'New' }]);
    cockpit.set(KEPT);
    server.advance(MINUTE_MS + 5_000);
    expect((await read()).body).toMatchObject([{ title: 'About us' }, { title: 'Team' }]);
  });

  describe('while it does not answer as it should', () => {
    afterEach(() => {
      cockpit.misbehave();
      server.advance(MINUTE_MS + 5_000);
    });

    const chunk = 'x'.repeat(1024 * 1024);
    it.each<[string, Parameters<CockpitServer['misbehave']>[0]]>([
      ['an error', (response) => void response.writeHead(500).end('{}')],
      ['not found everywhere', (response) => void response.writeHead(404).end()],
      ['that the token is wrong', (response) => void response.writeHead(401).end('{}')],
      [
        'HTML',
        (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x</p>'),
      ],
      [
        'broken JSON',
        (response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end('{"entries":['),
      ],
      [
        'nonsense',
        (response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end('"x"'),
      ],
      [
        'without end',
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          for (let time = 0; time < 10; time += 1) response.write(chunk);
        },
      ],
      [
        'too much',
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ entries: [], fields: {}, long: 'x'.repeat(4_000_000) }));
        },
      ],
      ['with a broken connection', (response) => void response.destroy()],
    ])('and says %s, shows what it said last', async (_case, misbehave) => {
      expect((await read()).status).toBe(200);
      cockpit.misbehave(misbehave);
      server.advance(MINUTE_MS + 5_000);
      const { status, body } = await read();
      expect(status).toBe(200);
      expect(body).toMatchObject([{ title: 'About us' }, { title: 'Team' }]);
    });

    it('follows no redirect', async () => {
      let visits = 0;
      const elsewhere = createServer((_request, response) => {
        visits += 1;
        response.end('{}');
      });
      await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
      const { port } = elsewhere.address() as AddressInfo;
      cockpit.misbehave((response) => {
        response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
      });
      server.advance(MINUTE_MS + 5_000);
      expect((await read()).status).toBe(200);
      expect(visits).toBe(0);
      await new Promise((resolve) => elsewhere.close(resolve));
    });

    it('retries after ten seconds, and answers 503 after a day', async () => {
      cockpit.misbehave((response) => void response.writeHead(500).end());
      server.advance(MINUTE_MS + 5_000);
      await read();
      const before = cockpit.requests.length;
      await read();
      expect(cockpit.requests).toHaveLength(before);
      server.advance(11_000);
      await read();
      expect(cockpit.requests.length).toBeGreaterThan(before);
      server.advance(DAY_MS);
      expect((await read()).status).toBe(503);
      cockpit.misbehave();
      server.advance(11_000);
      expect((await read()).status).toBe(200);
    });
  });

  it('is sanitised, whatever is in it', async () => {
    const vectors = HOSTILE_HTML.map((html) => ({
      component: 'section',
      settings: { text: html, style: html, id: html },
      children: [
        { component: 'html', settings: { html } },
        { component: html, settings: { content: html, slides: [{ text: html }], url: html } },
      ],
    }));
    const half = Math.ceil(vectors.length / 2);
    const fields = [
      { name: 'published', type: 'boolean' },
      { name: 'components', type: 'layout', localize: true },
      { name: 'body', type: 'wysiwyg', localize: true },
    ];
    const addresses = HOSTILE_ADDRESSES.map((url) => ({ component: 'button', settings: { url } }));
    const body = HOSTILE_HTML.join('\n');
    const entries = [vectors.slice(0, half), vectors.slice(half), addresses].map((components) => ({
      published: true,
      components,
      components_de: components,
      body,
      body_de: body,
    }));
    cockpit.set({
      ...KEPT,
      collections: { ...KEPT.collections, posts: { fields, entries } },
      singletons: { main: { fields, data: { body, body_de: body, notes: { html: body } } } },
    });
    server.advance(MINUTE_MS + 5_000);
    for (const lang of [{}, { lang: 'de' }]) {
      const { body: shown } = await read(lang);
      expect(shown).toHaveLength(3);
      expect(findHostile(shown)).toEqual([]);
    }
    const singleton = await callCms(server, `/api/singletons/get/main?token=${token}`);
    expect(singleton.status).toBe(200);
    expect(findHostile(singleton.body)).toEqual([]);
  });
});
