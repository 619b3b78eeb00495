import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { callCms, postCms, readPublicToken } from './cms-fixture.ts';

const SLUGS = [
  'index',
  'about',
  'terms-conditions',
  'cookies-policy',
  'aml-policy',
  'kyc-policy',
  'privacy-policy',
  'account-levels',
  'contact',
];

describeOnDatabase('the content of a new installation', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer({
      database,
      environment: {
        OPERATOR_NAME: 'Fjord & Sons',
        OPERATOR_ADDRESS: 'Example Street 1, 10115 Berlin',
        LOSING_ACCOUNTS_PERCENT: '81',
      },
    });
    token = await readPublicToken(server);
  });
  afterAll(() => server.stop());

  async function page(slug: string, lang: string): Promise<string> {
    const filter = { title_slug: slug, published: true };
    const path = `/api/collections/get/pages?token=${token}`;
    const { body } = await postCms(server, path, { filter, lang, simple: 1 });
    expect(body, slug).toHaveLength(1);
    return JSON.stringify(body);
  }

  it('has every page of the site in English and German, without placeholders', async () => {
    for (const slug of SLUGS) {
      const english = await page(slug, 'en');
      const german = await page(slug, 'de');
      expect(english).not.toBe(german);
      for (const text of [english, german]) {
        expect(text).not.toContain('{{');
        expect(text.length).toBeGreaterThan(400);
      }
    }
  });

  it('names the operator, and shows the risk warning with the operator’s own figure', async () => {
    expect(await page('about', 'en')).toContain('Fjord &amp; Sons');
    expect(await page('about', 'de')).toContain('Example Street 1, 10115 Berlin');
    expect(await page('index', 'en')).toContain(
      '81% of retail investor accounts lose money when trading CFDs with this provider.',
    );
    expect(await page('terms-conditions', 'de')).toContain('81 % der Kleinanlegerkonten');
    const config = await server.get<{ riskWarning: { de: string } }>('/api/config');
    expect(config.envelope.data?.riskWarning.de).toContain('81 %');
  });

  it('has the footer’s links, and the copyright in the settings [o-footer-copyright]', async () => {
    const get = async (name: string) =>
      (await callCms(server, `/api/singletons/get/${name}?token=${token}&lang=de`)).body;
    const year = new Date().getUTCFullYear();
    expect(await get('settings')).toMatchObject({
      brand: 'Fjord & Sons',
      copyright: `© ${year} Fjord & Sons. Alle Rechte vorbehalten.`,
    });
    const {
      about,
      legal,
      risk_warning: warning,
    } = (await get('footer')) as {
      about: { url: string }[];
      legal: { url: string }[];
      risk_warning: string;
    };
    const linked = [...about, ...legal].map(({ url }) => url.slice(1));
    for (const slug of SLUGS.filter((one) => one !== 'index' && one !== 'contact')) {
      expect(linked).toContain(slug);
    }
    expect(warning).toContain('Kleinanlegerkonten');
  });
});
