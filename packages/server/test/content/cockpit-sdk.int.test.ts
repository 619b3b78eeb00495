// The public JavaScript client of Cockpit v1, as npm gives it, reading from here.
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { importContent, readPublicToken } from './cms-fixture.ts';

/** It is CommonJS and has no types. */
type Client = {
  collectionGet(name: string, options?: object): Promise<unknown>;
  collection(
    name: string,
    options?: object,
  ): {
    readonly promise: Promise<unknown>;
    get(success: (data: unknown) => void, error: (cause: unknown) => void): void;
  };
  singletonGet(name: string, options?: object): Promise<unknown>;
  formSubmit(name: string, form: object): Promise<unknown>;
};
type ClientSettings = { host: string; accessToken: string; defaultOptions?: object };
type Module = { readonly default: new (settings: ClientSettings) => Client };

const require = createRequire(import.meta.url);
const { default: CockpitSDK } = require('cockpit-sdk') as Module;

describeOnDatabase('cockpit-sdk of npm', (database) => {
  let server: TestServer;
  let client: Client;
  let accessToken: string;
  beforeAll(async () => {
    server = await startServer({ database });
    expect(await importContent(server)).toMatchObject({ code: 0 });
    accessToken = await readPublicToken(server);
    client = new CockpitSDK({ host: server.url, accessToken });
  });
  afterAll(() => server.stop());

  it('reads the entries of a collection, complete, filtered, sorted, linked and in a language', async () => {
    expect(await client.collectionGet('posts')).toMatchObject({
      fields: { title: { name: 'title', type: 'text' } },
      entries: [{ title: 'About us' }, { title: 'Team' }],
      total: 2,
    });
    const filter = { title_slug: 'about-us', published: true };
    const options = { filter, populate: 1, lang: 'de', sort: { _created: -1 }, limit: 1 };
    expect(await client.collectionGet('posts', options)).toMatchObject({
      entries: [{ title: 'Ueber uns', author: { name: 'Ann', _link: 'authors' } }],
    });
    const published = { filter: { published: true }, simple: 1 };
    const byDefault = new CockpitSDK({
      host: server.url,
      accessToken,
      defaultOptions: published,
    });
    expect(await byDefault.collectionGet('posts')).toHaveLength(2);
  });

  it('reads them through callbacks and promises, too', async () => {
    const got = new Promise((resolve, reject) => client.collection('posts').get(resolve, reject));
    expect(await got).toMatchObject({ total: 2 });
    expect(await client.collection('posts', { simple: 1 }).promise).toHaveLength(2);
  });

  it('reads a singleton and submits a form', async () => {
    expect(await client.singletonGet('main')).toMatchObject({ brand: 'Acme' });
    const form = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
    expect(await client.formSubmit('contact', form)).toMatchObject(form);
  });

  it('receives errors', async () => {
    expect(await client.collectionGet('nowhere')).toEqual({ error: 'Collection not found' });
    const stranger = new CockpitSDK({ host: server.url, accessToken: 'wrong' });
    expect(await stranger.collectionGet('posts')).toEqual({ error: 'Unauthorized' });
  });
});
