import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LEGAL_SLUGS } from '@halyard/contract/content';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { importContent, postCms, readPublicToken } from './cms-fixture.ts';

const SHELL =
  '<!doctype html><html lang="en"><head><meta name="description" content="x" /><title>Halyard</title></head><body></body></html>';
const SITE = 'https://trade.example';
const HOSTILE = '</title><script>alert(1)</script>"';
const ENTRIES = [
  {
    title: 'Our fees',
    title_slug: 'our-fees',
    title_de: 'Gebühren',
    title_de_slug: 'gebuehren',
    description: 'What it costs.',
    description_de: 'Was es kostet.',
    published: true,
  },
  { title: 'Draft', title_slug: 'draft', published: false },
  { title: HOSTILE, title_slug: 'hostile', description: HOSTILE, published: true },
];

let webRoot = '';
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'halyard-web-'));
  await writeFile(join(webRoot, 'index.html'), SHELL);
});
afterAll(() => rm(webRoot, { recursive: true }));

async function visit(server: TestServer, path: string) {
  const headers = { accept: 'text/html' };
  const response = await fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
  const html = await response.text();
  const find = (pattern: RegExp): string | undefined => pattern.exec(html)?.[1];
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    title: find(/<title>([^<]*)</),
    description: find(/name="description" content="([^"]*)"/),
    language: find(/<html lang="([^"]*)"/),
    canonical: find(/rel="canonical" href="([^"]*)"/),
    isFound: !html.includes('noindex'),
  };
}

describeOnDatabase('the pages that the server sends', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, webRoot, environment: { PUBLIC_URL: SITE } });
    const imported = await importContent(server, {
      collections: { pages: { entries: ENTRIES } },
    });
    expect(imported).toMatchObject({ code: 0 });
  });
  afterAll(() => server.stop());

  it('carry title, description, address and languages of their content', async () => {
    expect(await visit(server, '/our-fees')).toMatchObject({
      status: 200,
      title: 'Our fees · Halyard',
      description: 'What it costs.',
      language: 'en',
      canonical: `${SITE}/our-fees`,
      isFound: true,
    });
    const german = {
      status: 200,
      title: 'Gebühren · Halyard',
      description: 'Was es kostet.',
      language: 'de',
      canonical: `${SITE}/gebuehren?lng=de`,
    };
    for (const path of ['/our-fees?lng=de', '/gebuehren', '/gebuehren?lng=de']) {
      const found = await visit(server, path);
      expect(found).toMatchObject(german);
      expect(found.html).toContain(`hreflang="en" href="${SITE}/our-fees"`);
      expect(found.html).toContain(`hreflang="de" href="${SITE}/gebuehren?lng=de"`);
      expect(found.html).toContain(`hreflang="x-default" href="${SITE}/our-fees"`);
    }
    expect(await visit(server, '/our-fees?lng=it')).toMatchObject({
      language: 'it',
      title: 'Our fees · Halyard',
      canonical: `${SITE}/our-fees`,
    });
    expect(await visit(server, '/our-fees?lng="><x>')).toMatchObject({ language: 'en' });
  });

  it.each([
    ['/', '/', 200],
    ['/index', '/', 200],
    ['/about', '/about', 200],
    ['/about/', '/about', 200],
    ['/terms-conditions', '/terms-conditions', 200],
    ['/contact-us', '/contact-us', 200],
    ['/contact', '/contact-us', 200],
    ['/login', '/login', 200],
    ['/login?ref=abc', '/login', 200],
    ['/register', '/register', 200],
    ['/platform/BTCUSD', undefined, 200],
    ['/autoLogin/secret', undefined, 200],
    ['/draft', undefined, 404],
    ['/nothing', undefined, 404],
    ['/404', undefined, 404],
    ['/no/such/place', undefined, 404],
    ['/__proto__', undefined, 404],
  ])('have at %s the title %j and status %i', async (path, canonical, status) => {
    const found = await visit(server, path);
    expect(found.status).toBe(status);
    expect(found.canonical).toBe(canonical === undefined ? undefined : `${SITE}${canonical}`);
    expect(found.isFound).toBe(canonical !== undefined);
    expect(found.html).not.toContain('secret');
  });

  it('escape a title', async () => {
    const { html } = await visit(server, '/hostile');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;/title&gt;&lt;script&gt;');
  });

  it('are listed in the sitemap with their languages, without drafts', async () => {
    const robots = await fetch(`${server.url}/robots.txt`);
    expect(await robots.text()).toBe(
      `User-agent: *\nDisallow: /api/\n\nSitemap: ${SITE}/sitemap.xml\n`,
    );
    const sitemap = await fetch(`${server.url}/sitemap.xml`);
    expect(sitemap.headers.get('content-type')).toContain('application/xml');
    const xml = await sitemap.text();
    const listed = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    expect(listed).toEqual(expect.arrayContaining([`${SITE}/`, `${SITE}/about`, `${SITE}/login`]));
    expect(listed).toContain(`${SITE}/gebuehren?lng=de`);
    expect(listed).not.toContain(`${SITE}/draft`);
    expect(listed).not.toContain(`${SITE}/index`);
    expect(new Set(listed).size).toBe(listed.length);
    for (const url of listed) {
      const path = url?.slice(SITE.length) ?? '';
      expect(await visit(server, path), path).toMatchObject({ status: 200, canonical: url });
    }
  });

  it('are removed from the sitemap when unpublished', async () => {
    await server.operator('content', 'unpublish', 'about');
    expect((await visit(server, '/about')).status).toBe(404);
    await server.operator('content', 'publish', 'about');
    expect((await visit(server, '/about')).status).toBe(200);
  });
});

describeOnDatabase('a site that is the platform alone', (database) => {
  it('redirects home to the platform and serves only the legal pages, without referrals', async () => {
    const environment = { PLATFORM_ONLY: 'on', REGISTRATION: 'off' };
    const server = await startServer({ database, webRoot, environment });
    expect(await visit(server, '/')).toMatchObject({ status: 302, location: '/platform/BTCUSD' });
    for (const path of ['/about', '/account-levels', '/referrals', '/register']) {
      expect((await visit(server, path)).status, path).toBe(404);
    }
    expect((await visit(server, '/login')).status).toBe(200);
    for (const slug of LEGAL_SLUGS) {
      expect((await visit(server, `/${slug}`)).status, slug).toBe(200);
    }
    const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
    expect(sitemap).not.toContain('/about');
    expect(sitemap).toContain('/terms-conditions');
    const query = { token: await readPublicToken(server), simple: 1 };
    const { body } = await postCms(server, '/api/collections/get/pages', query);
    const slugs = (body as { title_slug: string }[]).map(({ title_slug }) => title_slug);
    expect(slugs.toSorted()).toEqual([...LEGAL_SLUGS].toSorted());
    await server.stop();
    const open = await startServer({ database, webRoot, environment: { PLATFORM_ONLY: 'on' } });
    const { access_token: token } = await signUp(open, 'alone@example.com');
    expect(await open.post('/api/accounts/referrals', {}, { token })).toMatchObject({
      status: 404,
    });
    await open.stop();
  });
});
