import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageSource } from '#platform/http/http.ts';
import { startTestHttp } from '../support/http-server.ts';

const SHELL = '<!doctype html><html lang="en"><title>Halyard</title></html>';
let webRoot = '';
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'halyard-web-'));
  await writeFile(join(webRoot, 'index.html'), SHELL);
});
afterAll(() => rm(webRoot, { recursive: true }));

it('sends the shell as built if the content is unavailable', async () => {
  const pages: PageSource = {
    find: async () => {
      throw new Error('the database is away');
    },
    files: new Map(),
  };
  const server = await startTestHttp({ routes: [], webRoot, pages });
  const headers = { accept: 'text/html' };
  const known = await fetch(`${server.url}/login`, { headers });
  expect([known.status, await known.text()]).toEqual([200, SHELL]);
  const unsure = await fetch(`${server.url}/terms`, { headers });
  expect([unsure.status, unsure.headers.get('retry-after')]).toEqual([503, '30']);
  expect((await fetch(`${server.url}/nothing/at/all`, { headers })).status).toBe(404);
  expect(server.logLines.join('\n')).toContain('a page was sent without its own head');
  await server.http.close();
});
