// What readers of the content API get, whoever keeps the content: the cases of the reference.
import { describe, beforeAll, expect, it } from 'vitest';
import { signUp, type TestServer } from '../support/start-server.ts';
import { ABOUT_US, ANN, callCms, postCms, readPublicToken } from './cms-fixture.ts';

const UNAUTHORIZED = { error: 'Unauthorized' };

/** The server is started before, and has the content of `cms-stand.ts`. */
export function describeReading(findServer: () => TestServer): void {
  describe('its readers', () => {
    let server: TestServer;
    let token: string;
    let draftToken: string;
    beforeAll(async () => {
      server = findServer();
      token = await readPublicToken(server);
      const { printed } = await server.operator('content', 'token', 'preview');
      draftToken = /token (\S+) now/.exec(printed[0] ?? '')?.[1] ?? '';
    });

    async function posts(query: object, own = token) {
      return await postCms(server, `/api/collections/get/posts?token=${own}`, query);
    }

    async function slugs(query: object, own = token) {
      const { body } = await posts({ simple: 1, ...query }, own);
      return (body as { title_slug: string }[]).map(({ title_slug: slug }) => slug);
    }

    it('wants a token that reads content, in any place of Cockpit’s [c-cms-singleton]', async () => {
      const path = '/api/singletons/get/main';
      const { access_token: session } = await signUp(server, 'reader@example.com');
      for (const wrong of ['', '?token=', '?token=wrong', `?token=${session}`]) {
        const refused = await callCms(server, `${path}${wrong}`);
        expect(refused).toMatchObject({
          status: 401,
          type: 'application/json',
          body: UNAUTHORIZED,
        });
      }
      expect((await callCms(server, `${path}?token=${token}`)).status).toBe(200);
      for (const headers of [{ 'cockpit-token': token }, { authorization: `Bearer ${token}` }]) {
        expect((await callCms(server, path, { headers })).status).toBe(200);
      }
      expect((await postCms(server, path, { token })).status).toBe(200);
      const form = { method: 'POST', body: new URLSearchParams({ token }) };
      expect((await callCms(server, path, form)).status).toBe(200);
      const asCustomer = await server.post('/api/accounts/get', {}, { token });
      expect(asCustomer.status).toBe(401);
    });

    it.each([
      [
        'POST',
        '/api/collections/get/nowhere',
        412,
        'application/json',
        { error: 'Collection not found' },
      ],
      [
        'POST',
        '/api/collections/get',
        412,
        'application/json',
        { error: 'Missing collection name' },
      ],
      ['GET', '/api/singletons/get/nowhere', 404, 'text/html', ''],
      ['GET', '/api/singletons/get/', 404, 'text/html', ''],
      ['GET', '/api/singletons/get/empty', 404, 'text/html', ''],
      ['POST', '/api/forms/submit/nowhere', 404, 'text/html', ''],
      ['POST', '/api/forms/submit/contact', 404, 'text/html', ''],
      ['POST', '/api/collections/zzz/posts', 404, 'application/json', ''],
      ['GET', '/api/singletons/get/blank', 200, 'application/json', { x: null }],
      ['GET', '/api/singletons/get/main/brand', 200, 'text/plain', 'Acme'],
      [
        'GET',
        '/api/singletons/get/main/logo',
        200,
        'application/json',
        { path: '/storage/uploads/logo.png', meta: { title: 'Logo' } },
      ],
    ])('answers %s %s with %i, %s and %j', async (method, path, status, type, body) => {
      expect(await callCms(server, `${path}?token=${token}`, { method })).toMatchObject({
        status,
        type,
        body,
      });
    });

    it('answers a question of what is allowed before the token, and lets other sites read', async () => {
      const asked = await callCms(server, '/api/collections/get/posts', { method: 'OPTIONS' });
      expect(asked).toMatchObject({ status: 200, body: '' });
      const { headers } = await posts({});
      for (const answered of [asked.headers, headers]) {
        expect(answered.get('access-control-allow-origin')).toBe('*');
        expect(answered.get('access-control-allow-headers')).toContain('Cockpit-Token');
      }
    });

    it('gives a singleton as it is, or in a language [c-cms-singleton]', async () => {
      const get = async (query: string) =>
        (await callCms(server, `/api/singletons/get/main?token=${token}${query}`)).body;
      expect(await get('')).toMatchObject({ brand: 'Acme', brand_de: 'Acme DE' });
      const german = await get('&lang=de');
      expect(german).toMatchObject({ brand: 'Acme DE', logo: { meta: { title: 'Logo' } } });
      expect(german).not.toHaveProperty('brand_de');
      expect(await get('&lang=es')).toMatchObject({ brand: 'Acme' });
      expect(await get('&lang=es&ignoreDefaultFallback=1')).toMatchObject({ brand: null });
    });

    it('gives the page of the golden case [c-cms-collection] [c-cms-collection-options] [e-cms-page] [e-cms-component]', async () => {
      const filter = { title_slug: 'about-us', published: true };
      const { status, body } = await posts({ filter, populate: 1, simple: 1 });
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          ...ABOUT_US,
          author: {
            name: 'Ann',
            published: true,
            _modified: expect.any(Number) as number,
            _created: expect.any(Number) as number,
            _id: ANN,
            _link: 'authors',
          },
          _modified: expect.any(Number) as number,
          _created: expect.any(Number) as number,
          _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        },
      ]);
    });

    it('gives entries with fields and a total, or bare [c-cms-collection-options]', async () => {
      expect((await posts({})).body).toMatchObject({
        fields: {
          title: { name: 'title', type: 'text', localize: true, options: { slug: true } },
        },
        entries: [{ title: 'About us', author: { display: 'Ann' } }, { title: 'Team' }],
        total: 2,
      });
      expect((await posts({ limit: 1 })).body).toMatchObject({ total: 2 });
      expect((await posts({ skip: 1 })).body).toMatchObject({
        entries: [{ title: 'Team' }],
        total: 2,
      });
      expect((await posts({ filter: { title: 'x' } })).body).toMatchObject({
        entries: [],
        total: 0,
      });
      expect((await posts({ filter: { title: 'x' }, simple: 1 })).body).toEqual([]);
      expect(await slugs({ sort: { title: -1 } })).toEqual(['team', 'about-us']);
      const [picked] = (await posts({ simple: 1, fields: { title: 1 } })).body as object[];
      expect(Object.keys(picked ?? {}).toSorted()).toEqual(['_id', 'title']);
      const [left] = (await posts({ simple: 1, fields: { components: 0 } })).body as object[];
      expect(left).not.toHaveProperty('components');
      expect(left).toHaveProperty('title');
    });

    it('gives pages in a language, and finds them by the slug of that language [c-cms-collection-options]', async () => {
      const filter = { title_de_slug: 'ueber-uns' };
      const [german] = (await posts({ filter, lang: 'de', simple: 1 })).body as object[];
      expect(german).toMatchObject({ title: 'Ueber uns', title_slug: 'ueber-uns' });
      expect(german).not.toHaveProperty('title_de');
      expect(german).not.toHaveProperty('title_de_slug');
      expect(await slugs({ filter: { title_slug: 'ueber-uns' }, lang: 'de' })).toEqual([]);
      const [english] = (await posts({ lang: 'en', simple: 1 })).body as object[];
      expect(english).toMatchObject({ title: 'About us', title_slug: 'about-us' });
      expect(english).not.toHaveProperty('title_de');
      const team = { filter: { title_slug: 'team' }, lang: 'de', simple: 1 };
      expect((await posts(team)).body).toMatchObject([{ title: 'Team' }]);
      const strict = await posts({ ...team, ignoreDefaultFallback: ['title'] });
      expect(strict.body).toMatchObject([{ title: null }]);
    });

    it('shows drafts to the operator’s own tokens alone, not even through a link', async () => {
      expect(await slugs({})).toEqual(['about-us', 'team']);
      expect(await slugs({ filter: { published: false } })).toEqual([]);
      expect(await slugs({ filter: { $or: [{ published: false }, { published: true }] } })).toEqual(
        ['about-us', 'team'],
      );
      expect(await slugs({}, draftToken)).toEqual(['about-us', 'draft', 'team']);
      const linked = { filter: { title_slug: 'team' }, populate: 1, simple: 1 };
      expect((await posts(linked)).body).toMatchObject([{ author: { _link: 'authors' } }]);
      const [{ author } = { author: {} }] = (await posts(linked)).body as { author: object }[];
      expect(author).toEqual({ _link: 'authors' });
      expect((await posts(linked, draftToken)).body).toMatchObject([{ author: { name: 'Ben' } }]);
    });

    it('gives a sorted collection as a tree', async () => {
      const path = `/api/collections/get/menu?token=${token}`;
      expect((await postCms(server, path, { simple: 1 })).body).toMatchObject([
        { name: 'Top', children: [{ name: 'Below', children: [] }] },
      ]);
      const flat = (await postCms(server, path, { simple: 1, filter: { name: 'Below' } })).body;
      expect(flat).toMatchObject([{ name: 'Below' }]);
      expect((flat as object[])[0]).not.toHaveProperty('children');
    });

    it('reads parameters of a query string and of forms', async () => {
      const path = `/api/collections/get/posts?token=${token}`;
      const query = '&filter[published]=true&filter[title_slug]=team&simple=1&limit=5';
      expect((await callCms(server, `${path}${query}`)).body).toMatchObject([{ title: 'Team' }]);
      const body = new URLSearchParams({ 'filter[title_slug]': 'team', simple: '1' });
      const sent = await callCms(server, path, { method: 'POST', body });
      expect(sent.body).toMatchObject([{ title: 'Team' }]);
    });

    it('refuses what it cannot read with 400, and what it cannot ask with 406', async () => {
      const path = `/api/collections/get/posts?token=${token}`;
      for (const body of [
        '{"filter":',
        '[1',
        `{"filter":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`,
      ]) {
        const headers = { 'content-type': 'application/json' };
        const refused = await callCms(server, path, { method: 'POST', headers, body });
        expect(refused).toMatchObject({ status: 400, body: { error: /cannot be read/ } });
      }
      for (const filter of [
        { $where: 'while(true){}' },
        { title: { $regex: '(a+)+$' } },
        'title',
      ]) {
        expect(await posts({ filter })).toMatchObject({
          status: 406,
          body: { error: true, message: 'Oooops, something went wrong.' },
        });
      }
    });
  });
}
