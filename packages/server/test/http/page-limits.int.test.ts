import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestHttp } from '../support/http-server.ts';
import type { TestHttp } from '../support/http-server.ts';

const BURST = 3;
const SLOW = { perSecond: 1 / 3_600, burst: BURST };

let server: TestHttp;
beforeEach(async () => {
  server = await startTestHttp({
    routes: [],
    rates: { ordinary: SLOW, credential: SLOW },
    pages: {
      find: async () => ({ kind: 'redirect', to: '/' }),
      files: new Map([['/sitemap.xml', async () => ({ mediaType: 'text/plain', text: 'all' })]]),
    },
  });
});
afterEach(() => server.http.close());

it.each(['/api/docs/json', '/api/docs/yaml', '/api/docs/', '/sitemap.xml', '/no-page'])(
  'limits how often a network requests %s',
  async (path) => {
    const statuses: number[] = [];
    for (let call = 0; call <= BURST; call += 1) {
      const response = await fetch(`${server.url}${path}`);
      statuses.push(response.status);
      if (call === BURST) expect(response.headers.get('retry-after')).toBe('3600');
    }
    expect(statuses.slice(0, BURST)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  },
);
