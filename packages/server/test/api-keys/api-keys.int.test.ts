// API keys as the customer manages them; what a key opens is tested with the public API.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_KEYS_MAX, type ApiKey } from '@halyard/contract/api-keys';
import type { Envelope } from '@halyard/contract/wire';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';

const KEYS = '/api/accounts/apiKeys';
const REQUEST = { name: 'Hedger', scope: 'trade', networks: [] } as const;
type Created = { readonly key: string; readonly api_key: ApiKey };

describeOnDatabase('API keys', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, environment: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(async () => {
    await server.stop();
  });

  const begin = async (name: string): Promise<string> =>
    (await signUp(server, `${name}@keys.example`)).access_token;
  const create = async (token: string, request: object = {}): Promise<Envelope<Created>> =>
    (await server.post<Created>(`${KEYS}/create`, { ...REQUEST, ...request }, { token })).envelope;
  const list = async (token: string): Promise<readonly ApiKey[]> =>
    dataOf((await server.post<ApiKey[]>(KEYS, {}, { token })).envelope);
  const revoke = async (token: string, id: number): Promise<Envelope<unknown>> =>
    (await server.post(`${KEYS}/revoke`, { id }, { token })).envelope;

  it('shows a key once and stores its hash alone', async () => {
    const token = await begin('once');
    const request = { networks: ['203.0.113.0/24', '2001:db8::/32'], until: '2099-12-31' };
    const { key, api_key: made } = dataOf(await create(token, request));
    expect(key).toMatch(/^hk_live_[\w-]{43}$/);
    expect(made).toMatchObject({
      name: 'Hedger',
      start: key.slice(0, 12),
      scopes: ['read', 'trade'],
      networks: request.networks,
      expires_at: '2100-01-01T00:00:00.000Z',
      last_used_at: null,
      last_used_ip: null,
    });
    expect(await list(token)).toEqual([made]);
    const rows = JSON.stringify(await server.query('select * from api_keys'));
    expect(rows).not.toContain(key.slice(12));
    const audit = JSON.stringify(await server.query('select * from audit_events'));
    expect(audit).toContain('key.create');
    expect(audit).not.toContain(key.slice(12));
    expect(server.log.join('\n')).not.toContain(key.slice(12));
  });

  it('notifies the customer by bell and mail of a new key, without the key', async () => {
    const token = await begin('notified');
    const { key } = dataOf(await create(token, { name: 'Grid bot' }));
    await create(token, { name: 'Grid bot' });
    const path = '/api/accounts/notifications';
    const bell = JSON.stringify((await server.post(path, {}, { token })).envelope);
    expect(bell.split('An API key was created: Grid bot')).toHaveLength(3);
    expect(bell).toContain('read your account and trade');
    expect(bell).not.toContain(key.slice(12));
    const outbox = join(server.dataDir, 'outbox');
    await eventually(() => {
      const mails = readdirSync(outbox)
        .map((file) => readFileSync(join(outbox, file), 'utf8'))
        .filter((mail) => mail.includes('notified@keys.example') && mail.includes('Grid bot'));
      expect(mails).toHaveLength(2);
      expect(mails.join('')).not.toContain(key.slice(12));
    });
  });

  it('notifies the customer by bell and mail when a key is used from a new network', async () => {
    const token = await begin('elsewhere');
    const { key } = dataOf(await create(token, { name: 'Grid bot' }));
    const use = async (ip?: string): Promise<void> => {
      const forwarded = ip === undefined ? {} : { 'x-forwarded-for': ip };
      const headers = { authorization: `Bearer ${key}`, ...forwarded };
      expect((await fetch(`${server.url}/api/v1/accounts`, { headers })).status).toBe(200);
      await list(token);
    };
    for (const ip of [undefined, '203.0.113.5', '203.0.113.9', '198.51.100.7']) await use(ip);
    await use('203.0.113.5');
    const path = '/api/accounts/notifications';
    const bell = JSON.stringify((await server.post(path, {}, { token })).envelope);
    expect(bell.split('API key used from a new network: Grid bot')).toHaveLength(3);
    expect(bell).not.toContain(key.slice(12));
    const outbox = join(server.dataDir, 'outbox');
    await eventually(() => {
      const mails = readdirSync(outbox)
        .map((file) => readFileSync(join(outbox, file), 'utf8'))
        .filter((mail) => mail.includes('elsewhere@keys.example') && mail.includes('new network'));
      expect(mails).toHaveLength(2);
      expect(mails.join('')).toContain('203.0.113.5');
      expect(mails.join('')).toContain('198.51.100.7');
      expect(mails.join('')).not.toContain(key.slice(12));
    });
  });

  it('shows and notifies that a key was used from outside its networks, once a day', async () => {
    const token = await begin('refused');
    const request = { name: 'Fixed bot', networks: ['203.0.113.0/24'] };
    const { key, api_key: made } = dataOf(await create(token, request));
    const use = async (ip: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': ip };
      return (await fetch(`${server.url}/api/v1/accounts`, { headers })).status;
    };
    const readBell = async (): Promise<string> => {
      const path = '/api/accounts/notifications';
      return JSON.stringify((await server.post(path, {}, { token })).envelope);
    };
    const written = (): readonly string[] =>
      server.log.filter(
        (line) => line.includes('from outside its networks') && line.includes(`"keyId":${made.id}`),
      );
    expect((await list(token))[0]).toMatchObject({ last_refused_at: null });
    expect([await use('198.51.100.7'), await use('203.0.113.9')]).toEqual([403, 200]);
    await eventually(async () => {
      expect((await list(token))[0]).toMatchObject({
        last_refused_at: expect.stringMatching(/Z$/),
        last_refused_network: '198.51.100.0/24',
        last_used_ip: '203.0.113.9',
      });
    });
    // A flood from many addresses: the next write follows a minute later, the next mail another day.
    const flood = Array.from({ length: 50 }, async (_, index) => await use(`192.0.2.${index}`));
    expect(new Set(await Promise.all(flood))).toEqual(new Set([403]));
    expect((await list(token))[0]?.last_refused_network).toBe('198.51.100.0/24');
    server.advance(MINUTE_MS);
    await eventually(async () => {
      expect((await list(token))[0]?.last_refused_network).toBe('192.0.2.0/24');
    });
    expect((await readBell()).split('API key refused: Fixed bot')).toHaveLength(2);
    expect(written()).toHaveLength(2);
    expect(written()[0]).toContain('"network":"198.51.100.0/24"');
    expect(written()[1]).toContain('"rejections":50');
    expect(written().join('')).not.toContain('198.51.100.7');
    const outbox = join(server.dataDir, 'outbox');
    await eventually(() => {
      const mails = readdirSync(outbox)
        .map((file) => readFileSync(join(outbox, file), 'utf8'))
        .filter((mail) => mail.includes('refused@keys.example') && mail.includes('refused: Fixed'));
      expect(mails).toHaveLength(1);
    });
  });

  it('asks for the password again when it was entered over 15 minutes ago', async () => {
    const token = await begin('long-ago');
    server.advance(16 * MINUTE_MS);
    expect(rejectionOf(await create(token)).code).toBe('password-required');
    const proof = { password: SIGN_UP.password };
    await server.post('/api/accounts/prove', proof, { token });
    expect(dataOf(await create(token)).key).toMatch(/^hk_live_/);
  });

  it.each([
    ['networks', { networks: ['office'] }],
    ['networks', { networks: ['10.0.0.0/33'] }],
    ['until', { until: '2020-01-01' }],
    ['scope', { scope: 'withdraw' }],
    ['name', { name: ' ' }],
  ])('rejects unfit %s: %j', async (field, request) => {
    const token = await begin(`unfit-${Object.values(request).join('-').replaceAll(/\W/g, '')}`);
    expect(Object.keys(rejectionOf(await create(token, request)).errors ?? {})).toEqual([field]);
  });

  it('allows at most ten keys, also for concurrent requests', async () => {
    const token = await begin('ten');
    const answers = await Promise.all(
      Array.from({ length: API_KEYS_MAX + 3 }, async () => await create(token)),
    );
    const refused = answers.filter(({ status }) => status === 'error').map(rejectionOf);
    expect(refused).toHaveLength(3);
    for (const { code, facts } of refused) {
      expect({ code, facts }).toEqual({ code: 'too-many-api-keys', facts: { maximum: 10 } });
    }
    expect(await list(token)).toHaveLength(API_KEYS_MAX);
  });

  it('shows from which addresses a key was used and how often', async () => {
    const token = await begin('used');
    const { key } = dataOf(await create(token));
    const use = async (ip: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': ip };
      return (await fetch(`${server.url}/api/v1/accounts`, { headers })).status;
    };
    expect([await use('203.0.113.5'), await use('203.0.113.5')]).toEqual([200, 200]);
    server.advance(MINUTE_MS);
    expect(await use('198.51.100.7')).toBe(200);
    const [shown] = await list(token);
    expect(shown).toMatchObject({
      requests: 3,
      last_used_ip: '198.51.100.7',
      addresses: [
        { ip: '198.51.100.7', requests: 1 },
        { ip: '203.0.113.5', requests: 2 },
      ],
    });
    expect(await use('203.0.113.5')).toBe(200);
    const [later] = await list(token);
    expect(later).toMatchObject({ requests: 4, last_used_ip: '203.0.113.5' });
    expect(later?.addresses.map(({ requests }) => requests).toSorted()).toEqual([1, 3]);
  });

  it("revokes a key, and nobody else's", async () => {
    const token = await begin('owner');
    const other = await begin('other');
    const { api_key: made } = dataOf(await create(token));
    expect(rejectionOf(await revoke(other, made.id)).code).toBe('not-found');
    expect((await revoke(token, made.id)).status).toBe('success');
    expect(rejectionOf(await revoke(token, made.id)).code).toBe('not-found');
    expect(await list(token)).toEqual([]);
  });
});
