import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codesOf } from '@halyard/contract/v1/operation';
import { OPERATIONS } from '@halyard/contract/v1/operations';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDeveloperSite } from './developer-site.ts';
import { SITE_PAGES, SITE_ROOT } from './site-pages.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
/** Addresses outside the site that the program serves. */
const ELSEWHERE = new Set(['/security', '/api/v1/openapi.json', '/api/v1/asyncapi.json']);

describe('the developer site', () => {
  const { rawRoutes } = createDeveloperSite({ root: ROOT, webRoot: undefined });
  const pages = new Map<string, string>();
  beforeAll(async () => {
    const call = { method: 'GET', params: {}, query: new URLSearchParams(), headers: {} };
    const rest = { contentType: '', body: Buffer.alloc(0), ip: '127.0.0.1', requestId: 'request' };
    for (const { path, handler } of rawRoutes) {
      const { status, body } = await handler({ ...call, ...rest });
      expect(status).toBe(200);
      pages.set(path, String(body));
    }
  });

  it('has no broken link and no inline script', () => {
    expect(pages.size).toBe(SITE_PAGES.length + 1);
    let count = 0;
    for (const [path, html] of pages) {
      if (path.endsWith('.json')) continue;
      expect(html).not.toMatch(/<script|<[^>]+ on\w+=/);
      for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
        if (href.startsWith('https://') || ELSEWHERE.has(href)) continue;
        count += 1;
        const [target = '', anchor] = href.split('#');
        const found = pages.get(target === '' ? path : target);
        expect([path, href, found === undefined]).toEqual([path, href, false]);
        if (anchor !== undefined) expect(`${path} ${href} ${found}`).toContain(` id="${anchor}"`);
      }
    }
    expect(count).toBeGreaterThan(200);
  });

  it('documents every operation and every error code', () => {
    for (const operation of OPERATIONS) {
      expect(pages.get(`${SITE_ROOT}/reference`)).toContain(` id="${operation.id}"`);
      for (const code of codesOf(operation)) {
        expect(pages.get(`${SITE_ROOT}/errors`)).toContain(` id="${code}"`);
      }
    }
    expect(pages.get(`${SITE_ROOT}/stream-reference`)).toContain('id="message-AccountUpdateFrame"');
  });

  it('shows the request of each operation, and describes it to the form that sends it', () => {
    const html = pages.get(`${SITE_ROOT}/reference`) ?? '';
    expect(html.split('curl ')).toHaveLength(OPERATIONS.length + 1);
    const forms = [...html.matchAll(/ data-request="([^"]*)"/g)].map(
      ([, text = '']) => JSON.parse(text.replaceAll('&quot;', '"')) as { readonly path: string },
    );
    expect(forms).toHaveLength(OPERATIONS.filter(({ liveOnly }) => liveOnly !== true).length);
    expect(forms).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/api/v1/accounts/{account_id}/orders',
        body: expect.not.objectContaining({ stop_loss: expect.anything() }) as unknown,
      }),
    );
  });

  it('shows each request in every language, with the methods that the SDKs have', async () => {
    const html = pages.get(`${SITE_ROOT}/reference`) ?? '';
    const read = async (path: string) => await readFile(join(ROOT, path), 'utf8');
    for (const [sample, file, method] of [
      ['TypeScript', 'sdk/typescript/src/generated/api.ts', (name: string) => `async ${name}(`],
      ['Python', 'sdk/python/halyard/api.py', (name: string) => `async def ${name}(`],
    ] as const) {
      const sdk = await read(file);
      const blocks = [...html.matchAll(new RegExp(`data-sample="${sample}">(.*?)</pre>`, 'gs'))];
      expect(blocks).toHaveLength(OPERATIONS.length);
      for (const [, block = ''] of blocks) {
        const code = block.replaceAll(/<[^>]+>/g, '');
        const name = /await halyard\.(\w+)\(/.exec(code)?.[1] ?? code;
        expect(sdk).toContain(method(name));
        expect(code).not.toMatch(/undefined|\[object/);
      }
    }
    expect(html).toContain('<span class="name">&quot;next_cursor&quot;</span>');
  });

  it('offers a Postman collection of every operation', () => {
    const collection = JSON.parse(pages.get(`${SITE_ROOT}/postman.json`) ?? '') as {
      readonly item: readonly { readonly item: readonly { readonly request: object }[] }[];
    };
    const requests = collection.item.flatMap(({ item }) => item);
    expect(requests).toHaveLength(OPERATIONS.length);
    expect(JSON.stringify(requests)).toContain('{{baseUrl}}/api/v1/accounts/:account_id/orders');
  });
});
