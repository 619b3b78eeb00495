import { createServer, type ServerResponse } from 'node:http';

import type { IpInfo } from '@halyard/contract/config';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { dataOf, SIGN_UP, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const ROME = { country_code: 'it', city: 'Roma', extra: { deep: [1] } };

type Answer = (response: ServerResponse) => void;

/** An IP information service of the test's own making. */
async function startIpService() {
  const asked: string[] = [];
  let answer: Answer = () => undefined;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/json/{ip}?key=k`,
    asked,
    answers: (next: Answer) => {
      answer = next;
      asked.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function json(body: unknown): Answer {
  return (response) => void response.end(JSON.stringify(body));
}

describeOnDatabase('an IP information service', (database) => {
  let server: TestServer;
  let service: Awaited<ReturnType<typeof startIpService>>;
  let host = 0;
  beforeAll(async () => {
    service = await startIpService();
    const environment = {
      TRUST_PROXY: '127.0.0.1',
      IP_INFO_URL: service.url,
      COUNTRIES_BLOCKED: 'FR',
    };
    server = await startServer({ database, environment });
  });
  afterAll(async () => {
    await server.stop();
    service.close();
  });
  beforeEach(() => {
    host += 1;
  });

  async function locate(ip: string): Promise<IpInfo> {
    const headers = { 'x-forwarded-for': ip };
    return dataOf((await server.get<IpInfo>('/api/ip-info', { headers })).envelope);
  }

  it('is queried once a day per address [e-ip-lookup] [e-ip-cached]', async () => {
    service.answers(json(ROME));
    const rome = { country_short: 'IT', country_long: 'Italy', city: 'Roma' };
    const found = await Promise.all([1, 2, 3].map(async () => await locate('193.0.6.139')));
    for (const info of found) expect(info).toEqual({ ip: '193.0.6.139', ...rome });
    expect(await locate('193.0.6.139')).toMatchObject(rome);
    expect(service.asked).toEqual(['/json/193.0.6.139?key=k']);
    server.advance(DAY_MS);
    expect(await locate('193.0.6.139')).toMatchObject(rome);
    expect(service.asked).toHaveLength(2);
    expect(await locate('2001:4860:4860::8888')).toMatchObject(rome);
    expect(service.asked[2]).toBe('/json/2001%3A4860%3A4860%3A%3A8888?key=k');
  });

  it('receives no private addresses', async () => {
    service.answers(json(ROME));
    for (const ip of ['10.1.2.3', '127.0.0.1', '169.254.169.254', 'fd00::1', '@evil.example/']) {
      expect(await locate(ip)).toMatchObject({ country_short: '', country_long: '', city: '' });
    }
    expect(service.asked).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['fails', (response) => void response.writeHead(500).end('{}')],
    ['is no JSON', (response) => void response.end(`is 8.8.8.${host}`)],
    ['is no object', json([])],
    ['is too large', (response) => void response.end(JSON.stringify({ city: 'x'.repeat(70_000) }))],
    [
      'leads elsewhere',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['breaks off', (response) => response.destroy()],
  ])('is replaced by the local file for a minute when its answer %s', async (_how, answer) => {
    service.answers(answer);
    const ip = `8.8.8.${host}`;
    const local = { ip, country_short: 'US', country_long: 'United States', city: '' };
    const info = await locate(ip);
    expect(info).toEqual({ ...local, country_long: info.country_long });
    expect(info.country_long).toMatch(/^United States/);
    await locate(ip);
    expect(service.asked).toHaveLength(1);
    expect(server.log.join()).not.toContain(ip);
    service.answers(json(ROME));
    server.advance(MINUTE_MS);
    expect(await locate(ip)).toMatchObject({ country_short: 'IT', city: 'Roma' });
  });

  it('blocks a visitor whose country it reports as blocked, and nobody else', async () => {
    const register = async (email: string) =>
      await server.post(
        '/api/accounts/register',
        { ...SIGN_UP, email },
        { headers: { 'x-forwarded-for': `8.8.5.${host}` } },
      );
    service.answers(json({ country_code: 'FR' }));
    expect((await register('french@example.com')).envelope).toMatchObject({
      code: 'registration-closed',
    });
    server.advance(DAY_MS);
    service.answers(json(ROME));
    expect((await register('roman@example.com')).status).toBe(201);
  });

  it('is used only for country and city', async () => {
    service.answers(
      json({ country_code: '<b>', country: 'FR', city: `\u0000${'x'.repeat(300)}`, ip: '1.1.1.1' }),
    );
    expect(await locate(`8.8.4.${host}`)).toEqual({
      ip: `8.8.4.${host}`,
      country_short: 'FR',
      country_long: 'France',
      city: 'x'.repeat(100),
    });
    service.answers(json({ country_code: 'ZZ', city: 7 }));
    expect(await locate(`8.8.9.${host}`)).toMatchObject({ country_short: '', city: '' });
  });
});
