import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { defineRoute } from '@halyard/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { bind, createHealthRoutes, ok } from '#platform/http/http.ts';
import { sendRaw, startTestHttp, type TestHttp } from '../support/http-server.ts';

const greeting = defineRoute({
  method: 'GET',
  path: '/api/test/greeting',
  summary: 'A test.',
  access: 'public',
  rate: 'ordinary',
  reply: z.object({}),
  rejections: [],
});
const SHELL = '<!doctype html><title>Halyard</title>';
const SCRIPT = 'console.log(1)';

let webRoot = '';
let isEngineReady = true;
let server: TestHttp;
let secure: TestHttp;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'halyard-web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), SHELL);
  await writeFile(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(webRoot, 'assets', 'app-1a2b3c.js'), SCRIPT);
  await writeFile(join(webRoot, 'assets', 'app-1a2b3c.css'), 'b{}');
  await writeFile(join(webRoot, 'assets', 'search.worker-1a2b3c.js'), SCRIPT);
  await writeFile(
    join(webRoot, 'assets', 'mark-1a2b3c.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  );
  await writeFile(join(webRoot, 'assets', 'app-1a2b3c.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(webRoot, '.secret'), 'secret');
  const routes = [
    bind(greeting, async () => ok({})),
    ...createHealthRoutes({ database: async () => true, engine: () => isEngineReady }),
  ];
  server = await startTestHttp({ routes, webRoot });
  secure = await startTestHttp({
    routes,
    webRoot,
    publicUrl: 'https://trade.example',
    pictureOrigins: ['https://tiles.example'],
    frameOrigins: ['https://widgets.example'],
  });
});
afterAll(async () => {
  await Promise.all([server.http.close(), secure.http.close()]);
  await rm(webRoot, { recursive: true });
});

const ADDRESSES = [
  '/',
  '/login',
  '/platform/BTCUSD',
  '/nothing',
  '/assets/nothing.js',
  '/assets/mark-1a2b3c.svg',
  '/assets/search.worker-1a2b3c.js',
  '/favicon.svg',
  '/api/test/greeting',
  '/api/nothing',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/static/swagger-ui-bundle.js',
  '/api/docs/static/swagger-initializer.js',
  '/health/live',
  '/health/ready',
  '/%E0%A4%A',
];

describe.each(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])('the headers of %s', (method) => {
  it.each(ADDRESSES)('%s protect', async (address) => {
    const { headers } = await fetch(server.url + address, { method });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
        `font-src 'self'; connect-src 'self' ${server.url.replace('http', 'ws')}; manifest-src 'self'; ` +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
    );
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('server')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
    const isKept = !/^\/(api|health)\//.test(address) || address.includes('/static/');
    if (!isKept) expect(headers.get('cache-control')).toBe('no-store');
  });
});

it.each(['/assets/app-1a2b3c.js', '/assets/app-1a2b3c.css'])(
  'sends no page headers with %s',
  async (address) => {
    for (const encoding of ['identity', 'gzip']) {
      const { status, headers } = await fetch(server.url + address, {
        headers: { 'accept-encoding': encoding },
      });
      expect(status).toBe(200);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toContain('immutable');
      expect(headers.has('etag')).toBe(true);
      expect(headers.has('content-security-policy')).toBe(false);
      expect(headers.has('permissions-policy')).toBe(false);
    }
  },
);

it('protects the reply to an invalid request', async () => {
  const answer = await sendRaw(secure.url, 'NO REQUEST\n\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('\r\nx-frame-options: DENY\r\n');
  expect(answer).toContain(
    "\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n",
  );
  expect(answer).toContain(
    '\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n',
  );
  expect(answer).toContain('\r\ncache-control: no-store\r\n');
  expect(await sendRaw(server.url, 'NO REQUEST\n\n')).not.toContain('strict-transport-security');
});

it('protects the page that stands where a script is missing', async () => {
  const accept = { accept: 'text/html' };
  const { headers } = await fetch(`${server.url}/assets/nothing.js`, { headers: accept });
  expect(headers.get('content-type')).toContain('text/html');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('requires https if the public address is https', async () => {
  const { headers } = await fetch(`${secure.url}/login`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' wss://trade.example;");
  expect(policy).toContain('upgrade-insecure-requests');
});

it('allows third-party images and frames only if configured', async () => {
  const { headers } = await fetch(`${secure.url}/login`);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("img-src 'self' data: https://tiles.example;");
  expect(policy).toContain('; frame-src https://widgets.example;');
});

describe('the web app', () => {
  it.each(['/', '/login', '/login?ref=abc', '/platform', '/platform/BTCUSD'])(
    'is served at %s and never from a cache',
    async (address) => {
      const response = await fetch(server.url + address);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toBe(SHELL);
    },
  );

  it.each([
    ['/', 200],
    ['/assets/', 404],
  ])('answers for the folder at %s in the same way, compressed or not', async (address, status) => {
    for (const encoding of ['identity', 'gzip, deflate, br']) {
      const headers = { accept: 'text/html', 'accept-encoding': encoding };
      const response = await fetch(server.url + address, { headers });
      expect(response.status).toBe(status);
      expect(await response.text()).toBe(SHELL);
    }
  });

  it('shows its shell with 404 for an unknown page', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const response = await fetch(`${server.url}/nothing`, { headers });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(SHELL);
    const api = await fetch(`${server.url}/api/nothing`, { headers });
    expect(await api.json()).toMatchObject({ code: 'not-found' });
    const file = await fetch(`${server.url}/assets/nothing.js`);
    expect([file.status, await file.json()]).toMatchObject([404, { code: 'not-found' }]);
  });

  it('caches hashed files permanently and others not', async () => {
    const script = await fetch(`${server.url}/assets/app-1a2b3c.js`, {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await script.text()).toBe(SCRIPT);
    const icon = await fetch(`${server.url}/favicon.svg`);
    expect(icon.headers.get('cache-control')).toBe('no-cache');
  });

  it('sends a file that was compressed by the build to a browser that reads it', async () => {
    const response = await fetch(`${server.url}/assets/app-1a2b3c.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-type')).toContain('javascript');
  });

  it.each([
    '/.secret',
    '/assets/../.secret',
    '/assets/..%2f.secret',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc/passwd',
    '/assets/',
    '/assets',
  ])('reveals nothing at %s', async (address) => {
    const response = await fetch(server.url + address);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toContain('secret"');
  });
});

describe('health', () => {
  it('is live and ready while every part is available', async () => {
    const live = await fetch(`${server.url}/health/live`);
    expect(await live.json()).toEqual({ status: 'success', data: { live: true } });
    const ready = await fetch(`${server.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'success', data: { ready: true } },
    ]);
  });

  it('is live but not ready while a part is unavailable, and names it', async () => {
    isEngineReady = false;
    const ready = await fetch(`${server.url}/health/ready`);
    const live = await fetch(`${server.url}/health/live`);
    isEngineReady = true;
    expect([ready.status, live.status]).toEqual([503, 200]);
    expect(await ready.json()).toMatchObject({ code: 'unavailable', facts: { missing: 'engine' } });
  });
});

it('describes exactly the routes that are bound', async () => {
  const document: unknown = await (await fetch(`${server.url}/api/docs/json`)).json();
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(document);
  expect(Object.keys(paths)).toEqual(['/api/test/greeting', '/health/live', '/health/ready']);
  const again: unknown = await (await fetch(`${server.url}/api/docs/yaml`)).json();
  expect(again).toEqual(document);
});

it('loads nothing from elsewhere on the page of the API', async () => {
  const page = await (await fetch(`${server.url}/api/docs/`)).text();
  const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
  expect(sources.length).toBeGreaterThan(3);
  expect(sources.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([]);
  expect(page).not.toMatch(/<script>|onclick=/);
});
