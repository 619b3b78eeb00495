// Content of a Cockpit that can't be read, or is too large to be shown.
import { MINUTE_MS } from '@halyard/core/time';
import { startCockpitServer } from '@halyard/testkit';
import type { CockpitContent, CockpitServer } from '@halyard/testkit';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { postCms, readPublicToken } from './cms-fixture.ts';

const TOKEN = 'a-key-of-cockpit';
const SHELL = '<!doctype html><html lang="en"><head><title>Halyard</title></head></html>';
const FIELDS = [
  { name: 'title', localize: true, options: { slug: true } },
  { name: 'published', type: 'boolean' },
  { name: 'components', type: 'layout', localize: true },
];

function contentOf(...entries: readonly Record<string, unknown>[]): CockpitContent {
  return {
    collections: { pages: { fields: FIELDS, entries } },
    singletons: {},
    forms: [],
  };
}

function pageOf(slug: string, text: string): Record<string, unknown> {
  const components = [{ component: 'text', settings: { text } }];
  return { title: slug, title_slug: slug, published: true, components };
}

describeOnDatabase('content of a Cockpit', (database) => {
  let cockpit: CockpitServer;
  let server: TestServer;
  let webRoot = '';
  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'halyard-web-'));
    await writeFile(join(webRoot, 'index.html'), SHELL);
    cockpit = await startCockpitServer({ token: TOKEN, content: contentOf() });
    cockpit.misbehave((response) => void response.writeHead(500).end());
    const environment = { CMS_URL: cockpit.url, CMS_TOKEN: TOKEN };
    server = await startServer({ database, webRoot, environment });
  });
  afterAll(async () => {
    await server.stop();
    await cockpit.close();
    await rm(webRoot, { recursive: true });
  });

  async function open(path: string) {
    const response = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  }

  async function readPages(): Promise<readonly unknown[]> {
    const token = await readPublicToken(server);
    const path = '/api/collections/get/pages';
    return (await postCms(server, path, { token, simple: 1 })).body as unknown[];
  }

  it('answers 503 for its pages while it is down after a start', async () => {
    expect(await open('/terms')).toEqual({ status: 503, retryAfter: '30' });
    expect((await open('/login')).status).toBe(200);
    expect((await open('/terms/more')).status).toBe(404);
    cockpit.misbehave();
    cockpit.set(contentOf(pageOf('terms', '<p>Terms</p>')));
    server.advance(MINUTE_MS);
    expect((await open('/terms')).status).toBe(200);
    expect((await open('/unknown')).status).toBe(404);
  });

  it.each([
    ['HTML nested too deep', '<b>'.repeat(70_000)],
    ['7 MB of HTML', '<p>text</p>'.repeat(650_000)],
  ])('replaces a page with %s by a message, and logs it once', async (_what, text) => {
    const before = server.log.filter((line) => line.includes('too large to be shown')).length;
    cockpit.set(contentOf(pageOf('large', text), pageOf('small', '<p>Small</p>')));
    server.advance(2 * MINUTE_MS);
    const pages = await readPages();
    expect(pages).toMatchObject([
      {
        title: 'large',
        components: [{ settings: { text: expect.stringContaining('again later') } }],
      },
      { title: 'small', components: [{ settings: { text: '<p>Small</p>' } }] },
    ]);
    expect((await open('/large')).status).toBe(503);
    expect((await open('/small')).status).toBe(200);
    server.advance(2 * MINUTE_MS);
    await readPages();
    const after = server.log.filter((line) => line.includes('too large to be shown'));
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toContain('pages large');
  });

  it('shows the uploads of the Cockpit from this site', async () => {
    const picture = `${cockpit.url}/storage/uploads/a.png`;
    const file = `${cockpit.url}/storage/uploads/a.pdf`;
    const html = `<p><img src="${picture}" alt="A" /> <a href="${file}">PDF</a></p>`;
    cockpit.set(contentOf(pageOf('uploads', html)));
    server.advance(2 * MINUTE_MS);
    const [page] = await readPages();
    const shown = JSON.stringify(page);
    expect(shown).toContain(String.raw`src=\"/storage/uploads/a.png\"`);
    expect(shown).toContain(String.raw`href=\"/storage/uploads/a.pdf\"`);
  });
});
