import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import type { OpenSession } from '@halyard/contract/identity/sessions';
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  codeOf,
  createStaff,
  createStaffWithFirstPassword,
  nextCodeOf,
  signInStaff,
} from '../support/staff.ts';
import {
  dataOf,
  OPERATOR,
  SIGN_UP,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const LOGIN = '/api/backoffice/login';
const ENROL = '/api/backoffice/enrol';
const ME = '/api/backoffice/me';

describeOnDatabase('a member of staff', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  const codeOfReply = async (path: string, body: object): Promise<string> => {
    const { envelope } = await server.post(path, body);
    return envelope.status === 'error' ? envelope.code : 'success';
  };
  const statusOf = async (token: string, background = false): Promise<number> => {
    const headers = background ? { 'x-background': '1' } : {};
    return (await server.get(ME, { token, headers })).status;
  };

  it('signs in with password and code, after the app was set up at the first sign-in', async () => {
    const email = 'first@staff.example';
    const password = await createStaff(server, email, ['support']);
    expect(await codeOfReply(LOGIN, { email, password })).toBe('second-factor-missing');
    expect(await codeOfReply(LOGIN, { email, password, code: '123456' })).toBe(
      'second-factor-missing',
    );
    expect(await codeOfReply(ENROL, { email, password: 'wrong' })).toBe('invalid-credentials');
    const enrolled = await server.post<{ secret: string; uri: string }>(ENROL, { email, password });
    const { secret, uri } = dataOf(enrolled.envelope);
    expect(uri).toContain(`secret=${secret}`);
    expect(await codeOfReply(LOGIN, { email, password })).toBe('second-factor-missing');
    const code = codeOf(server, secret);
    const session = await server.post<StaffSession>(LOGIN, { email, password, code });
    const { access_token: token, staff } = dataOf(session.envelope);
    expect(staff).toEqual({ id: staff.id, email, name: 'Test Staff', roles: ['support'] });
    expect(dataOf((await server.get(ME, { token })).envelope)).toEqual({
      ...staff,
      operator: 'Halyard',
    });

    expect(await codeOfReply(LOGIN, { email, password })).toBe('second-factor');
    expect(await codeOfReply(LOGIN, { email, password, code })).toBe('code-invalid');
    expect(await codeOfReply(ENROL, { email, password })).toBe('second-factor');
    const [row] = await server.query(
      'select password_hash, sealed_totp from staff where email = $1',
      [email],
    );
    expect(String(row?.['password_hash'])).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(server.log.join('')).not.toContain(password);
  });

  it('is never accepted as a customer, or the reverse', async () => {
    const member = await signInStaff(server, 'apart@staff.example', 'admin');
    const customer = await signUp(server, 'apart@staff.example');
    const asCustomer = { email: 'apart@staff.example', password: SIGN_UP.password };
    expect(await codeOfReply(LOGIN, asCustomer)).toBe('invalid-credentials');
    expect(
      await codeOfReply('/api/accounts/login', { email: member.email, password: member.password }),
    ).toBe('invalid-credentials');
    const asStaff = { token: member.token };
    expect((await server.post('/api/accounts/getBalance', {}, asStaff)).status).toBe(403);
    expect(await statusOf(customer.access_token)).toBe(403);
  });

  it('is delayed after wrong passwords, and nobody else', async () => {
    const email = 'guessed@staff.example';
    const password = await createStaff(server, email, ['support']);
    for (let at = 0; at < 5; at += 1) {
      expect(await codeOfReply(LOGIN, { email, password: `wrong ${at}` })).toBe(
        'invalid-credentials',
      );
    }
    expect(await codeOfReply(LOGIN, { email, password })).toBe('too-many');
    const other = await createStaff(server, 'unguessed@staff.example', ['support']);
    expect(await codeOfReply(LOGIN, { email: 'unguessed@staff.example', password: other })).toBe(
      'second-factor-missing',
    );
    server.advance(16 * MINUTE_MS);
    expect(await codeOfReply(LOGIN, { email, password })).toBe('second-factor-missing');
  });

  it('is delayed after wrong codes, too', async () => {
    const { email, password, secret } = await signInStaff(server, 'codes@staff.example', 'support');
    server.advance(HOUR_MS);
    // From a network that has signed in before nobody is kept out but by its own limit.
    await server.query(`update sessions set network = '10.0.0.1' where kind = 'staff'`);
    for (let at = 0; at < 5; at += 1) {
      expect(await codeOfReply(LOGIN, { email, password, code: '000000' })).toBe('code-invalid');
    }
    expect(await codeOfReply(LOGIN, { email, password, code: codeOf(server, secret) })).toBe(
      'too-many',
    );
  });

  it('is signed out after 15 minutes without use, not counting polls', async () => {
    const { token } = await signInStaff(server, 'idle@staff.example', 'support');
    server.advance(14 * MINUTE_MS);
    expect(await statusOf(token)).toBe(200);
    server.advance(14 * MINUTE_MS);
    expect(await statusOf(token, true)).toBe(200);
    server.advance(2 * MINUTE_MS);
    expect(await statusOf(token)).toBe(401);
  });

  it('is signed out 8 hours after sign-in, despite activity', async () => {
    const { token } = await signInStaff(server, 'busy@staff.example', 'support');
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      server.advance(10 * MINUTE_MS);
      expect(await statusOf(token)).toBe(200);
    }
    server.advance(10 * MINUTE_MS + 1_000);
    expect(await statusOf(token)).toBe(401);
  });

  it('lists their own sessions, and ends another or the current one', async () => {
    const first = await signInStaff(server, 'sessions@staff.example', 'support');
    const { email, password, secret } = first;
    const code = nextCodeOf(server, secret);
    const again = await server.post<StaffSession>(LOGIN, { email, password, code });
    const second = dataOf(again.envelope).access_token;
    const stranger = await signInStaff(server, 'stranger@staff.example', 'admin');
    const list = async (token: string) =>
      dataOf((await server.get<OpenSession[]>('/api/backoffice/sessions', { token })).envelope);
    const sessions = await list(second);
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    const id = sessions[1]?.id ?? '';
    const revoke = async (token: string): Promise<number> =>
      (await server.post('/api/backoffice/sessions/revoke', { id }, { token })).status;
    expect(await revoke(stranger.token)).toBe(404);
    expect(await revoke(second)).toBe(200);
    expect(await statusOf(first.token)).toBe(401);
    await server.post('/api/backoffice/logout', {}, { token: second });
    expect(await statusOf(second)).toBe(401);
  });

  it('changes their own password, which ends their other sessions', async () => {
    const { email, password, secret, token } = await signInStaff(
      server,
      'password@staff.example',
      'support',
    );
    const code = nextCodeOf(server, secret);
    const other = await server.post<StaffSession>(LOGIN, { email, password, code });
    const change = async (current: string, next: string) =>
      (
        await server.post(
          '/api/backoffice/password',
          { current_password: current, new_password: next, confirm_password: next },
          { token },
        )
      ).status;
    expect(await change('wrong', 'a long new password')).toBe(401);
    expect(await change(password, 'too short')).toBe(422);
    expect(await change(password, 'a long new password')).toBe(200);
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(dataOf(other.envelope).access_token)).toBe(401);
    expect(await codeOfReply(LOGIN, { email, password })).toBe('invalid-credentials');
  });

  it('sets a password of their own before anything else, and within three days', async () => {
    const email = 'handed@staff.example';
    const first = await createStaffWithFirstPassword(server, email, ['support']);
    const enrolled = await server.post<{ secret: string }>(ENROL, { email, password: first });
    const { secret } = dataOf(enrolled.envelope);
    const code = codeOf(server, secret);
    const login = await server.post<StaffSession>(LOGIN, { email, password: first, code });
    const { access_token: token, staff } = dataOf(login.envelope);
    expect(staff).toMatchObject({ must_change_password: true, roles: ['support'] });
    const listOf = async () => (await server.get('/api/backoffice/customers', { token })).status;
    expect(await listOf()).toBe(403);
    const change = async (from: string, to: string): Promise<string> => {
      const body = { current_password: from, new_password: to, confirm_password: to };
      const { envelope } = await server.post('/api/backoffice/password', body, { token });
      return envelope.status === 'error' ? envelope.code : 'success';
    };
    expect(await change(first, first)).toBe('password-unchanged');
    expect(await listOf()).toBe(403);
    expect(await change(first, 'a long password of my own')).toBe('success');
    expect(await listOf()).toBe(200);

    const { printed } = await server.operator('staff', 'reset-password', email);
    const second = /password (\S+) now/.exec(printed[0] ?? '')?.[1] ?? '';
    server.advance(73 * HOUR_MS);
    const late = { email, password: second, code: codeOf(server, secret) };
    expect(await codeOfReply(LOGIN, late)).toBe('password-expired');
    expect(await codeOfReply(ENROL, { email, password: second })).toBe('password-expired');
    const mine = { ...late, password: 'a long password of my own' };
    expect(await codeOfReply(LOGIN, mine)).toBe('invalid-credentials');
  });

  it('is disabled, and loses app and password, by the operator’s command', async () => {
    const { email, password, secret, token } = await signInStaff(
      server,
      'disabled@staff.example',
      'support',
    );
    expect((await server.operator('staff', 'disable', email)).code).toBe(0);
    expect(await statusOf(token)).toBe(401);
    expect(await codeOfReply(LOGIN, { email, password })).toBe('blocked');
    await server.operator('staff', 'enable', email);
    await server.operator('staff', 'reset-second-factor', email);
    const code = codeOf(server, secret);
    expect(await codeOfReply(LOGIN, { email, password, code })).toBe('second-factor-missing');
    const { printed } = await server.operator('staff', 'reset-password', email);
    expect(await codeOfReply(ENROL, { email, password })).toBe('invalid-credentials');
    const renewed = /password (\S+) now/.exec(printed[0] ?? '')?.[1];
    expect(await codeOfReply(ENROL, { email, password: renewed })).toBe('success');
    const listed = await server.operator('staff', 'list');
    expect(listed.printed.join('\n')).toContain(
      `${email}  Test Staff  support  (no authenticator app yet)`,
    );
    expect((await server.operator('staff', 'create', email, 'Again', 'support')).code).toBe(1);
    expect((await server.operator('staff', 'create', 'x@staff.example', 'No Role')).code).toBe(2);
    expect((await server.operator('staff', 'roles', email, 'emperor')).code).toBe(2);
  });

  it('records who did what, to whom, and from where', async () => {
    const { id } = await signInStaff(server, 'recorded@staff.example', 'support');
    const rows = await server.query(
      'select actor, action, ip, after from audit_events where subject = $1 order by id',
      [`staff:${id}`],
    );
    expect(rows).toEqual([
      {
        actor: OPERATOR,
        action: 'staff.create',
        ip: null,
        after: { roles: ['support'] },
      },
      {
        actor: `staff:${id}`,
        action: 'session.start',
        ip: '127.0.0.1',
        after: { secondFactor: 'confirmed' },
      },
    ]);
    expect((await server.operator('audit')).printed.join('\n')).toContain('everything agrees');
  });
});
