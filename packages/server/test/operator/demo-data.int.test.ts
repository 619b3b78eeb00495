import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { CalendarEvent } from '@halyard/contract/calendar';
import type { AffiliateSession, AffiliateSignUp } from '@halyard/contract/affiliates';
import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import type { BalanceData } from '@halyard/contract/trading';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf } from '../support/staff.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase, type TestDatabase } from '../support/test-database.ts';

const DEMO = { DEMO: '1' };

type SignIn = { readonly email: string; readonly password: string };
type SignIns = {
  readonly customer: SignIn;
  readonly affiliate: SignIn;
  readonly staff: SignIn & { readonly totp_secret: string };
};

async function readSignIns(dataDir: string): Promise<SignIns> {
  return JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8')) as SignIns;
}

async function signInDemo(server: TestServer): Promise<Session> {
  const { customer } = await readSignIns(server.dataDir);
  return dataOf((await server.post<Session>('/api/accounts/login', customer)).envelope);
}

async function balanceOf(server: TestServer, token: string): Promise<BalanceData> {
  return dataOf(
    (await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope,
  );
}

async function countRows(database: TestDatabase): Promise<unknown> {
  const db = await database.open();
  const [row] = await db.query(
    `select (select count(*) from customers) as customers,
       (select count(*) from postings) as postings,
       (select count(*) from audit_events where action = 'deposit.manual') as deposits`,
    [],
  );
  await db.close();
  return row;
}

async function markBegun(database: TestDatabase): Promise<void> {
  const db = await database.open();
  await db.query(`update first_run set demo = 'begun'`, []);
  await db.close();
}

describeOnDatabase('the demo world', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, environment: DEMO });
  });
  afterAll(() => server.stop());

  it('has a complete, verified customer with 10,000 euros, whose sign-in only the owner can read', async () => {
    const file = await stat(join(server.dataDir, 'first-run.json'));
    expect(file.mode & 0o777).toBe(0o600);
    const { user, access_token: token } = await signInDemo(server);
    expect(user).toMatchObject({ full_name: 'Demo Customer', verified_account: true });
    for (const field of [
      'phone',
      'birth_date',
      'country_id',
      'state',
      'city',
      'street',
      'zip_code',
    ] as const) {
      expect(user[field], field).toBeTruthy();
    }
    expect(await balanceOf(server, token)).toMatchObject({ balance: 10_000, free_margin: 10_000 });
    expect((await readSignIns(server.dataDir)).customer.password.length).toBeGreaterThanOrEqual(20);
  });

  it('has an admin of the back office, with the secret of their authenticator app', async () => {
    const { email, password, totp_secret: secret } = (await readSignIns(server.dataDir)).staff;
    const code = codeOf(server, secret);
    const login = await server.post<StaffSession>('/api/backoffice/login', {
      email,
      password,
      code,
    });
    expect(dataOf(login.envelope).staff).toMatchObject({ email, roles: ['admin'] });
  });

  it('has an affiliate with three sign-ups, one of whom has deposited', async () => {
    const { affiliate } = await readSignIns(server.dataDir);
    const login = await server.post<AffiliateSession>('/api/affiliate/login', affiliate);
    const { access_token: token } = dataOf(login.envelope);
    const reply = await server.post<AffiliateSignUp[]>('/api/affiliate/get', {}, { token });
    expect(dataOf(reply.envelope).map(({ transaction }) => transaction?.amount)).toEqual([
      undefined,
      undefined,
      500,
    ]);
  });

  it('has an economic calendar around today that is marked as sample data', async () => {
    const nowMs = Date.now();
    const span = `from=${nowMs - 7 * DAY_MS}&to=${nowMs + 14 * DAY_MS}`;
    const events = dataOf((await server.get<CalendarEvent[]>(`/api/calendar?${span}`)).envelope);
    expect(events.length).toBeGreaterThan(20);
    for (const { title, at, actual, forecast } of events) {
      expect(title).toMatch(/ \(practice\)$/);
      expect(forecast).not.toBeNull();
      // One whose time came since the first start is still without its figure.
      const isClear = Math.abs(Date.parse(at) - nowMs) > HOUR_MS;
      if (isClear) expect(actual === null, at).toBe(Date.parse(at) > nowMs);
    }
  });

  it('is not changed by the next start', async () => {
    const signIns = await readSignIns(server.dataDir);
    await server.operator('credit', signIns.customer.email, '5', 'a present');
    await server.stop();
    server = await startServer({ database, environment: DEMO });
    expect(await readSignIns(server.dataDir)).toEqual(signIns);
    const { access_token: token } = await signInDemo(server);
    expect((await balanceOf(server, token)).balance).toBe(10_005);
    expect(await countRows(database)).toEqual({ customers: 4, postings: 3, deposits: 3 });
  });

  it('is completed by the start after an interrupted one, with one deposit', async () => {
    await server.stop();
    await markBegun(database);
    server = await startServer({ database, environment: DEMO });
    const { user, access_token: token } = await signInDemo(server);
    expect(user.verified_account).toBe(true);
    expect((await balanceOf(server, token)).balance).toBe(10_005);
    expect((await server.operator('audit')).code).toBe(0);
    expect(await countRows(database)).toMatchObject({ customers: 4, postings: 3 });
  });
});

describeOnDatabase('a first start that was cut short at once', (database) => {
  it('is completed by the next start', async () => {
    await (await startServer({ database })).stop();
    await markBegun(database);
    const server = await startServer({ database, environment: DEMO });
    const { user, access_token: token } = await signInDemo(server);
    expect(user.verified_account).toBe(true);
    expect((await balanceOf(server, token)).balance).toBe(10_000);
    await server.stop();
  });
});

describeOnDatabase('a first start without a demo world', (database) => {
  it('seeds nobody, also at later starts', async () => {
    const bare = await startServer({ database });
    await bare.stop();
    const later = await startServer({ database, environment: DEMO });
    await later.stop();
    expect(await countRows(database)).toEqual({ customers: 0, postings: 0, deposits: 0 });
    await expect(readSignIns(later.dataDir)).rejects.toThrow('ENOENT');
  });
});
