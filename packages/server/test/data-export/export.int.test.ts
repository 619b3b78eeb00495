// What a customer gets who asks for everything that is held about them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { DataExport } from '@halyard/contract/own-data';
import { DAY_MS } from '@halyard/core/time';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginSession, settle, type Household } from '../access/household.ts';
import { jpeg } from '../documents/sample-files.ts';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';

const PATH = '/api/accounts/export';
const TIMEOUT_MS = 120_000;

type Exports = { export: DataExport | null; next_at: string | null };
type Rows = readonly Readonly<Record<string, unknown>>[];

describeOnDatabase('an export of the customer’s own data', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  let server: TestServer;
  let owner: Household;
  let other: Household;
  beforeAll(async () => {
    server = await startServer({
      database,
      environment: stagePrices(folder),
      jobPollMs: 20,
    });
    await server.query(
      `insert into webhook_endpoints (url, environment, events, sealed_secret, created_at)
       values ('https://crm.example/in?key=secret', 'live', '{customer.verified}', '', now())`,
    );
    owner = await settle(server, 'quastenflosser');
    other = await settle(server, 'wolpertinger');
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const post = async <Data>(path: string, token: string, body: object = {}) =>
    await server.post<Data>(path, body, { token });
  const view = async (token: string): Promise<Exports> =>
    dataOf((await post<Exports>(PATH, token)).envelope);
  const latest = async (token: string): Promise<DataExport> =>
    (await view(token)).export ?? expect.fail('there is an export');
  const ready = async (token: string): Promise<DataExport> => {
    await eventually(async () => expect((await latest(token)).state).toBe('ready'));
    return await latest(token);
  };
  const part = async (token: string, id: string, at: number) =>
    (await post<{ content_base64: string }>(`${PATH}/part`, token, { id, part: at })).envelope;
  const download = async (token: string, { id, parts }: DataExport): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < parts; at += 1) {
      pieces.push(Buffer.from(dataOf(await part(token, id, at)).content_base64, 'base64'));
    }
    return Buffer.concat(pieces);
  };
  const filesOf = async (token: string): Promise<Readonly<Record<string, Uint8Array>>> =>
    unzipSync(new Uint8Array(await download(token, await ready(token))));
  const section = (files: Readonly<Record<string, Uint8Array>>, name: string): Rows =>
    JSON.parse(strFromU8(files[`json/${name}.json`] ?? expect.fail(name))) as Rows;
  const signIn = async (email: string): Promise<string> => {
    const form = { email, password: SIGN_UP.password };
    return dataOf((await server.post<Session>('/api/accounts/login', form)).envelope).access_token;
  };
  const encryptedFiles = (): readonly string[] => readdirSync(join(server.dataDir, 'exports'));

  it('contains the profile, positions, money, document files and all other data', async () => {
    const files = await filesOf(owner.token);
    const { bytes } = await latest(owner.token);
    expect((await download(owner.token, await latest(owner.token))).length).toBe(bytes);
    expect(section(files, 'profile')).toMatchObject([
      { id: owner.customerId, email: owner.email, country: 'Germany', is_verified: true },
    ]);
    expect(section(files, 'positions')).toMatchObject([
      { id: owner.positions[0], symbol: 'BTCUSD', amount_eur: '1013.37', closed_at: null },
      { id: owner.positions[1], closing_reason: 'manually' },
    ]);
    expect(section(files, 'positions')[0]?.['open_rate']).toMatch(/^\d+\.\d+$/);
    const money = section(files, 'transactions');
    expect(money.map((row) => row['id'])).toEqual(
      expect.arrayContaining([...owner.ids.transaction]),
    );
    const [sums] = await server.query(
      'select sum(amount_cents)::bigint as cents, count(*)::int as rows from ledger_entries where customer_id = $1',
      [owner.customerId],
    );
    const entries = section(files, 'ledger-entries');
    expect(entries.length).toBe(sums?.['rows']);
    const cents = entries.reduce(
      (sum, row) => sum + Math.round(Number(row['amount_eur']) * 100),
      0,
    );
    expect(cents).toBe(Number(sums?.['cents']));
    const [document] = section(files, 'documents');
    const scan = files[`documents/${String(document?.['id'])}-passport.jpg`];
    expect(Buffer.from(scan ?? [])).toEqual(jpeg());
    expect(section(files, 'sign-in-methods')).toMatchObject([{ name: 'Key of quastenflosser' }]);
    expect(section(files, 'own-limits')).toMatchObject([{ kind: 'loss', amount_eur: '4321.09' }]);
    expect(section(files, 'events-sent-to-the-broker')).toEqual([
      {
        event_id: expect.stringMatching(/^evt_/),
        type: 'customer.verified',
        created_at: expect.any(String),
        delivered_at: null,
        receiver: 'crm.example',
      },
    ]);
    for (const name of [
      'accepted-terms',
      'sessions-and-devices',
      'notices',
      'orders',
      'transaction-stages',
      'referrals',
      'questionnaires',
      'changes-of-the-account',
    ]) {
      expect(section(files, name).length, name).toBeGreaterThan(0);
    }
    const csv = strFromU8(files['csv/positions.csv'] ?? expect.fail('csv'));
    expect(csv.split('\r\n')[1]).toContain('BTCUSD,buy,1013.37');
    expect(strFromU8(files['readme.txt'] ?? expect.fail('readme'))).toContain('All times are UTC');
  });

  it('contains nothing of another person, and no secret', async () => {
    const files = await filesOf(owner.token);
    const text = Object.values(files)
      .map((file) => Buffer.from(file).toString('latin1'))
      .join('\n');
    const [stored] = await server.query('select password_hash from customers where id = $1', [
      owner.customerId,
    ]);
    const foreign = [...other.marks, 'friend-of-quastenflosser', other.exportId];
    const secret = [owner.token, String(stored?.['password_hash'])];
    const uuids = other.ids.uuid;
    for (const mark of [...foreign, ...secret, ...uuids]) expect(text).not.toContain(mark);
    expect(Object.keys(files).filter((name) => name.startsWith('documents/'))).toHaveLength(1);
    const theirs = new Set(other.positions);
    const ids = section(files, 'positions').map((row) => Number(row['id']));
    expect(ids.filter((id) => theirs.has(id))).toEqual([]);
  });

  it('contains shortfalls, traits and confirmed links, and nothing of the other account', async () => {
    const { access_token: token, user } = await signUp(server, 'linked@example.com');
    const confirmed = await signUp(server, 'same-person@example.com');
    const suspected = await signUp(server, 'perhaps-not@example.com');
    await server.query(
      `insert into account_traits (kind, value, customer_id, label, seen_at)
       values ('device', $1, $2, '203.0.113.7', '2026-01-02T03:04:05Z'),
         ('phone', $1, $2, '…4567', '2026-01-03T03:04:05Z'),
         ('phone', $1, $3, '…secret of another', '2026-01-03T03:04:05Z')`,
      ['f'.repeat(64), user.id, confirmed.user.id],
    );
    for (const [other, status] of [
      [confirmed.user.id, 'confirmed'],
      [suspected.user.id, 'dismissed'],
    ] as const) {
      await server.query(
        `insert into account_links (first_id, second_id, score, hedges, was_protected, evidence,
           status, found_at, updated_at, decided_by, decided_at, note, decided_score)
         values ($1, $2, 80, 1, true, '{"shared": ["evidence"]}', $3, '2026-01-04T00:00:00Z', now(),
           'staff:1', '2026-01-05T00:00:00Z', 'what staff noted', 80)`,
        [user.id, other, status],
      );
    }
    await server.query(
      `insert into shortfalls (position_id, customer_id, amount_cents, occurred_at, covers)
       values (999000001, $1, 12345, '2026-01-06T00:00:00Z', $2),
         (999000002, $3, 777, '2026-01-06T00:00:00Z', '[]')`,
      [
        user.id,
        JSON.stringify([{ accountId: confirmed.user.id, amountCents: 1 }]),
        confirmed.user.id,
      ],
    );
    for (const action of [
      ...['review', 'dismiss', 'confirm'].map((decision) => `linked-accounts.${decision}`),
      ...['ask', 'answer', 'decide'].map((step) => `screening.${step}`),
    ]) {
      await server.query(
        `insert into audit_events (at, actor, action, subject) values (now(), 'staff:1', $1, $2)`,
        [action, `customer:${user.id}`],
      );
    }
    dataOf((await post(`${PATH}/request`, token)).envelope);
    const files = await filesOf(token);
    expect(section(files, 'shortfalls')).toEqual([
      {
        position_id: 999_000_001,
        amount_eur: '123.45',
        status: 'open',
        covered_eur: null,
        occurred_at: '2026-01-06T00:00:00.000Z',
        decided_at: null,
      },
    ]);
    expect(section(files, 'account-traits')).toEqual([
      { kind: 'device', label: '203.0.113.7', seen_at: '2026-01-02T03:04:05.000Z' },
      { kind: 'phone', label: '…4567', seen_at: '2026-01-03T03:04:05.000Z' },
    ]);
    expect(section(files, 'linked-accounts')).toEqual([
      {
        status: 'confirmed',
        found_at: '2026-01-04T00:00:00.000Z',
        decided_at: '2026-01-05T00:00:00.000Z',
      },
    ]);
    expect(section(files, 'profile')).toMatchObject([{ shares_protection: false }]);
    const actions = section(files, 'changes-of-the-account').map(({ action }) => action);
    expect(
      actions.filter((action) => /^(?:linked-accounts|screening)\./.test(String(action))),
    ).toEqual(['linked-accounts.confirm']);
  });

  it('contains contact messages of a confirmed email, and no others', async () => {
    const write = async (email: string, message: string): Promise<void> => {
      await server.query(
        `insert into contact_messages (first_name, last_name, email, phone, message, created_at)
         values ('A', 'B', $1, '', $2, now())`,
        [email, message],
      );
    };
    const unsure = await signUp(server, 'unconfirmed@example.com');
    await write('unconfirmed@example.com', 'what a stranger wrote');
    dataOf((await post(`${PATH}/request`, unsure.access_token)).envelope);
    expect(section(await filesOf(unsure.access_token), 'contact-messages')).toEqual([]);
    const sure = await signUp(server, 'confirmed@example.com');
    await server.operator('customer', 'confirm-email', 'confirmed@example.com');
    await write('confirmed@example.com', 'what they wrote');
    dataOf((await post(`${PATH}/request`, sure.access_token)).envelope);
    const messages = section(await filesOf(sure.access_token), 'contact-messages');
    expect(messages).toMatchObject([{ message: 'what they wrote' }]);
  });

  it('does not name staff who viewed or noted', async () => {
    const { access_token: token, user } = await signUp(server, 'looked-at@example.com');
    const staff = await signInStaff(server, 'curious@staff.example', 'admin');
    for (const ending of ['view-as', 'note']) {
      const path = `/api/backoffice/customers/${user.id}/${ending}`;
      dataOf((await post(path, staff.token, { reason: 'looks odd' })).envelope);
    }
    dataOf((await post(`${PATH}/request`, token)).envelope);
    const files = await filesOf(token);
    const sessions = section(files, 'sessions-and-devices');
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.['user_agent']).not.toBe('staff');
    const actions = section(files, 'changes-of-the-account').map((row) => row['action']);
    expect(actions).toContain('session.start');
    expect(actions).not.toContain('customer.note');
  });

  it('is encrypted on disk, and announced without a secret link', async () => {
    expect(encryptedFiles().length).toBeGreaterThan(0);
    for (const name of encryptedFiles()) {
      const stored = readFileSync(join(server.dataDir, 'exports', name));
      expect(stored.subarray(0, 8).toString()).toBe('HALYARD1');
      expect(stored.includes('readme.txt')).toBe(false);
    }
    const notified = await server.query(
      `select facts from notifications where customer_id = $1 and kind = 'data-export-ready'`,
      [owner.customerId],
    );
    expect(notified).toHaveLength(1);
    expect(Object.keys(Object(notified[0]?.['facts']))).toEqual(['untilMs']);
  });

  it('requires step-up authentication, and is created at most once a day', async () => {
    const { access_token: token, user } = await signUp(server, 'daily@example.com');
    await server.query('update sessions set password_proved_at = null where subject_id = $1', [
      user.id,
    ]);
    expect(rejectionOf((await post(`${PATH}/request`, token)).envelope).code).toBe(
      'password-required',
    );
    await post('/api/accounts/prove', token, { password: SIGN_UP.password });
    const replies = await Promise.all([1, 2, 3].map(() => post<Exports>(`${PATH}/request`, token)));
    const begun = replies.filter(({ envelope }) => envelope.status === 'success');
    expect(begun).toHaveLength(1);
    const { id } = await ready(token);
    const soon = await post(`${PATH}/request`, token);
    expect(rejectionOf(soon.envelope).code).toBe('export-too-soon');
    expect(soon.status).toBe(429);
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    await server.query('update sessions set password_proved_at = null where subject_id = $1', [
      user.id,
    ]);
    expect(rejectionOf(await part(token, id, 0)).code).toBe('password-required');
  });

  it('is not available to other customers or affiliates', async () => {
    const { id } = await latest(owner.token);
    const stranger = await beginSession(server, { kind: 'customer', id: other.customerId });
    expect(rejectionOf(await part(stranger, id, 0)).code).toBe('not-found');
    const partner = await beginSession(server, { kind: 'affiliate', id: owner.affiliateId });
    expect(rejectionOf(await part(partner, id, 0)).code).toBe('forbidden');
  });

  it('leaves nothing after a failure, reports it, and can be requested again', async () => {
    const { access_token: token, user } = await signUp(server, 'broken@example.com');
    await server.query(
      `insert into documents (customer_id, kind, status, format, bytes, file_id, key_name, uploaded_at)
       values ($1, 'address', 'processing', 'jpeg', 1, gen_random_uuid(), 'documents-1', now())`,
      [user.id],
    );
    const before = encryptedFiles().length;
    dataOf((await post(`${PATH}/request`, token)).envelope);
    await eventually(async () => {
      server.advance(5_000);
      expect((await latest(token)).state).toBe('failed');
    });
    expect(encryptedFiles()).toHaveLength(before);
    await server.query('delete from documents where customer_id = $1', [user.id]);
    dataOf((await post(`${PATH}/request`, token)).envelope);
    await ready(token);
  });

  it('is replaced a day later, and erased after a week', async () => {
    const email = 'weekly@example.com';
    const { access_token: token } = await signUp(server, email);
    dataOf((await post(`${PATH}/request`, token)).envelope);
    const first = await ready(token);
    server.advance(DAY_MS);
    const tomorrow = await signIn(email);
    dataOf((await post(`${PATH}/request`, tomorrow)).envelope);
    const second = await ready(tomorrow);
    expect(second.id).not.toBe(first.id);
    expect(rejectionOf(await part(tomorrow, first.id, 0)).code).toBe('not-found');
    dataOf(await part(tomorrow, second.id, 0));
    server.advance(7 * DAY_MS);
    const later = await signIn(email);
    expect((await latest(later)).state).toBe('erased');
    expect(rejectionOf(await part(later, second.id, 0)).code).toBe('not-found');
    await eventually(() => expect(encryptedFiles()).toEqual([]));
  });
});
