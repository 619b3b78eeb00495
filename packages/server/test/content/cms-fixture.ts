// Content as the reference has it, and calls without our envelope.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from '../support/start-server.ts';

export const ANN = 'afa8c0b1333336372b000274';
const BEN = 'afa8c0b1333336372b000275';
const settings = { id: '', class: '', style: '' };

export const ABOUT_US = {
  title: 'About us',
  title_slug: 'about-us',
  title_de: 'Ueber uns',
  title_de_slug: 'ueber-uns',
  published: true,
  components: [
    {
      component: 'section',
      settings,
      children: [
        { component: 'heading', settings: { ...settings, text: 'About', tag: 'h1' } },
        {
          component: 'grid',
          settings,
          columns: [
            {
              settings,
              children: [{ component: 'text', settings: { ...settings, text: '<p>Hi</p>' } }],
            },
          ],
        },
      ],
    },
  ],
  author: { _id: ANN, link: 'authors', display: 'Ann' },
};

export const CONTENT = {
  collections: {
    authors: {
      fields: [{ name: 'name' }, { name: 'published', type: 'boolean' }],
      entries: [
        { _id: ANN, name: 'Ann', published: true },
        { _id: BEN, name: 'Ben', published: false },
      ],
    },
    posts: {
      fields: [
        { name: 'title', localize: true, options: { slug: true } },
        { name: 'published', type: 'boolean' },
        { name: 'components', type: 'layout' },
        { name: 'author', type: 'collectionlink', options: { link: 'authors' } },
      ],
      entries: [
        ABOUT_US,
        {
          title: 'Draft',
          title_slug: 'draft',
          published: false,
          author: { _id: BEN, link: 'authors', display: 'Ben' },
        },
        {
          title: 'Team',
          title_slug: 'team',
          published: true,
          author: { _id: BEN, link: 'authors', display: 'Ben' },
        },
      ],
    },
    menu: {
      sortable: true,
      fields: [{ name: 'name' }],
      entries: [
        { _id: 'aaaaaaaaaaaaaaaaaaaaaaaa', name: 'Top', _o: 0 },
        { name: 'Below', _o: 0, _pid: 'aaaaaaaaaaaaaaaaaaaaaaaa' },
      ],
    },
  },
  singletons: {
    main: {
      fields: [
        { name: 'brand', localize: true },
        { name: 'logo', type: 'image' },
      ],
      data: {
        brand: 'Acme',
        brand_de: 'Acme DE',
        logo: { path: '/storage/uploads/logo.png', meta: { title: 'Logo' } },
      },
    },
    blank: { fields: [{ name: 'x' }] },
    empty: { fields: [] },
  },
};

/** Puts a file of content into the server; what the command printed. */
export async function importContent(server: TestServer, content: object = CONTENT) {
  const path = join(server.dataDir, 'content.json');
  await writeFile(path, JSON.stringify(content));
  return await server.operator('content', 'import', path);
}

/** What readers of the API get: no envelope. */
export async function callCms(server: TestServer, path: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  // The edge names the charset of what is text.
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  const body: unknown = type.includes('json') && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, type, body, headers: response.headers };
}

export async function postCms(
  server: TestServer,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
) {
  return await callCms(server, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export async function readPublicToken(server: TestServer): Promise<string> {
  const { envelope } = await server.get<{ content_token: string }>('/api/config');
  return envelope.data?.content_token ?? '';
}
