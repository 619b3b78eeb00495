import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestHttp } from '../support/http-server.ts';

let docsRoot = '';
beforeAll(async () => {
  docsRoot = await mkdtemp(join(tmpdir(), 'halyard-docs-'));
  await mkdir(join(docsRoot, 'operate'));
  await mkdir(join(docsRoot, 'assets'));
  await writeFile(join(docsRoot, 'index.html'), 'contents');
  await writeFile(join(docsRoot, 'operate/install.html'), 'installing');
  await writeFile(join(docsRoot, 'assets/app.1a2b3c.js'), '1');
});
afterAll(() => rm(docsRoot, { recursive: true }));

it('serves the documentation at /docs, and nothing outside its folder', async () => {
  const server = await startTestHttp({ routes: [], docsRoot });
  const get = async (path: string): Promise<Response> => await fetch(`${server.url}${path}`);
  try {
    const home = await get('/docs');
    expect([home.url, await home.text()]).toEqual([`${server.url}/docs/`, 'contents']);
    const page = await get('/docs/operate/install.html');
    expect(await page.text()).toBe('installing');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const script = await get('/docs/assets/app.1a2b3c.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect((await get('/docs/none.html')).status).toBe(404);
    expect((await get('/docs/..%2f..%2fetc/passwd')).status).toBeGreaterThanOrEqual(400);
  } finally {
    await server.http.close();
  }
});

it('has no documentation unless it is switched on', async () => {
  const server = await startTestHttp({ routes: [] });
  expect((await fetch(`${server.url}/docs/`)).status).toBe(404);
  await server.http.close();
});
