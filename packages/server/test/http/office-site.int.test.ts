import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startForgingProvider } from '@halyard/testkit';
import type { ForgingProvider } from '@halyard/testkit';
import { signInStaff } from '../support/staff.ts';
import { signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const OFFICE = 'office.example';
const SITE = 'trade.example';

type Sent = {
  readonly method?: string;
  readonly host: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
};
type Got = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

/** Sends a path as it is, with a host of its own. */
async function send(
  url: string,
  { method = 'GET', host, path, headers, body }: Sent,
): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<Got>();
  const { hostname, port } = new URL(url);
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = { hostname, port, method, path, headers: { host, ...json, ...headers } };
  const request = httpRequest(sent, (response) => {
    let text = '';
    response.on('data', (part: Buffer) => (text += part.toString()));
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
    );
  });
  request.on('error', reject);
  request.end(body === undefined ? undefined : JSON.stringify(body));
  return await promise;
}

describeOnDatabase('a back office on a host of its own', (database) => {
  let server: TestServer;
  let provider: ForgingProvider;
  let webRoot = '';
  beforeAll(async () => {
    provider = await startForgingProvider({ clientId: 'halyard', claims: {} });
    webRoot = await mkdtemp(join(tmpdir(), 'halyard-web-'));
    await mkdir(join(webRoot, 'backoffice', 'assets'), { recursive: true });
    await writeFile(join(webRoot, 'index.html'), '<html><head></head>customers</html>');
    await writeFile(join(webRoot, 'backoffice.html'), '<html><head></head>office</html>');
    await writeFile(join(webRoot, 'backoffice', 'assets', 'main.js'), '1');
    await writeFile(join(webRoot, 'boot.js'), '1');
    server = await startServer({
      database,
      webRoot,
      environment: {
        PUBLIC_URL: `https://${SITE}`,
        BACKOFFICE_URL: `https://${OFFICE}`,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'halyard',
        OIDC_CLIENT_SECRET: 'a secret',
        OIDC_ROLES: 'admins=admin',
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await provider.close();
    await rm(webRoot, { recursive: true });
  });
  const get = async (host: string, path: string): Promise<Got> =>
    await send(server.url, { host, path });

  it('serves its pages and files only there, in any spelling of the host', async () => {
    expect(existsSync(join(webRoot, 'backoffice.html'))).toBe(true);
    for (const path of [
      '/backoffice',
      '/backoffice/customers/1',
      '/backoffice.html',
      '/%62ackoffice.html',
      '//backoffice.html',
      '/x/../backoffice.html',
      '/backoffice/assets/main.js',
      '/backoffice%2fassets%2fmain.js',
      '/api/backoffice/me',
      '/api/%62ackoffice/me',
    ]) {
      for (const host of [SITE, '127.0.0.1', `${OFFICE}.evil.example`, `${SITE}:443`]) {
        const { status, text } = await get(host, path);
        expect({ host, path, status }).toEqual({ host, path, status: 404 });
        expect(text).not.toContain('office</html>');
      }
    }
    for (const path of ['/backoffice', '/backoffice/customers/1', '/backoffice/assets/main.js']) {
      expect((await get(OFFICE, path)).status, path).toBe(200);
    }
    expect((await get(OFFICE, '/backoffice')).text).toContain(
      `<meta name="customers-site" content="https://${SITE}" />`,
    );
  });

  it('serves nothing else there, and so no script of the customer app', async () => {
    const root = await get(OFFICE, '/');
    expect([root.status, root.headers['location']]).toEqual([302, '/backoffice']);
    for (const path of [
      '/index.html',
      '/platform/BTCUSD',
      '/about',
      '/%2e/index.html',
      '/api/config',
      '/api/docs',
      '/api/v1/accounts',
      '/socket.io/?EIO=4&transport=polling',
      '/sitemap.xml',
    ]) {
      const { status, text } = await get(OFFICE, path);
      expect(text, path).not.toContain('customers</html>');
      expect([403, 404], path).toContain(status);
    }
    const body = { email: 'a@example.com', password: 'password-of-a' };
    const login = { method: 'POST', host: OFFICE, path: '/api/accounts/login', body };
    expect((await send(server.url, login)).status).toBe(404);
    expect((await get(OFFICE, '/health/ready')).status).toBe(200);
    expect((await get(SITE, '/')).text).toContain('customers</html>');
  });

  it('returns from single sign-on to its own host', async () => {
    const path = '/api/backoffice/sign-on/start';
    const sent = { method: 'POST', path, body: {} };
    const { text } = await send(server.url, { ...sent, host: OFFICE });
    expect(decodeURIComponent(text)).toContain(`redirect_uri=https://${OFFICE}/backoffice/sign-on`);
    expect((await send(server.url, { ...sent, host: SITE })).status).toBe(404);
  });

  it('is the host of the passkeys of staff', async () => {
    const path = '/api/backoffice/login/passkey/begin';
    const { text } = await send(server.url, { method: 'POST', path, body: {}, host: OFFICE });
    expect(text).toContain(`"rpId":"${OFFICE}"`);
  });

  it('accepts calls only from its own pages, and forbids them other servers', async () => {
    const { token } = await signInStaffThere();
    const call = async (host: string, origin: string): Promise<number> => {
      const headers = { origin, authorization: `Bearer ${token}` };
      const sent = { method: 'POST', host, path: '/api/backoffice/logout', headers };
      return (await send(server.url, sent)).status;
    };
    expect(await call(OFFICE, `https://${SITE}`)).toBe(403);
    expect(await call(OFFICE, 'https://evil.example')).toBe(403);
    expect(await call(SITE, `https://${SITE}`)).toBe(404);
    expect(await call(OFFICE, `https://${OFFICE}`)).toBe(200);
    const { headers } = await get(OFFICE, '/backoffice');
    expect(headers['content-security-policy']).toMatch(/connect-src 'self';.*form-action 'self';/);
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    const { access_token: customers } = await signUp(server, 'cors@example.com');
    const sent = {
      method: 'POST',
      host: SITE,
      path: '/api/accounts/get',
      headers: { origin: `https://${OFFICE}`, authorization: `Bearer ${customers}` },
      body: {},
    };
    expect((await send(server.url, sent)).status).toBe(403);
  });

  /** As the helper does it, by the other host. */
  async function signInStaffThere(): Promise<{ readonly token: string }> {
    const there: TestServer = {
      ...server,
      post: async <Data>(path: string, body: object) => {
        const { status, text, headers } = await send(server.url, {
          method: 'POST',
          host: OFFICE,
          path,
          body,
        });
        const envelope = JSON.parse(text) as Awaited<
          ReturnType<typeof server.post<Data>>
        >['envelope'];
        return { status, envelope, headers: new Headers(headers as Record<string, string>) };
      },
    };
    return await signInStaff(there, 'office@example.com', 'support');
  }
});
