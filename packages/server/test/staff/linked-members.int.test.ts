// What is left of the sign-in with a password for members of staff who are linked to a provider.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOpenidProvider } from '../support/openid-provider.ts';
import type { OpenidProvider, Person } from '../support/openid-provider.ts';
import { codeOfRejection, person, rolesOf, settingsOf, signOnAs } from '../support/sign-on.ts';
import { nextCodeOf, signInStaff } from '../support/staff.ts';
import { dataOf, startServer } from '../support/start-server.ts';
import type { Reply, TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const LOGIN = '/api/backoffice/login';

describeOnDatabase('members linked to a provider', (database) => {
  let provider: OpenidProvider;
  let server: TestServer;
  beforeAll(async () => {
    provider = await startOpenidProvider();
    server = await startServer({ database, environment: settingsOf(provider.issuer) });
    provider.register(`${server.url}/backoffice/sign-on`);
  });
  afterAll(async () => {
    await server.stop();
    await provider.close();
  });

  const signOn = async (who: Person) => await signOnAs(server, provider, who);

  it('gives a linked member a local sign-in only as break-glass', async () => {
    const admin = await signInStaff(server, 'granter@example.com', 'admin');
    const { id, password, secret, token } = await signInStaff(
      server,
      'glass@example.com',
      'finance',
    );
    await signOn(person('glass', 'money'));
    expect((await server.get('/api/backoffice/me', { token })).status).toBe(401);
    const act = async (action: string): Promise<Reply> =>
      await server.post(
        `/api/backoffice/staff/${id}/${action}`,
        { reason: 'the provider is away' },
        { token: admin.token },
      );
    const login = async (): Promise<Reply> =>
      await server.post(LOGIN, {
        email: 'glass@example.com',
        password,
        code: nextCodeOf(server, secret),
      });
    expect(codeOfRejection(await act('reset-password'))).toBe('member-linked');
    const asked = await server.operator('staff', 'reset-password', 'glass@example.com');
    expect(asked.printed.join()).toContain('signs in through the provider only');
    expect(codeOfRejection(await login())).toBe('sign-on-required');
    expect((await act('mark-break-glass')).status).toBe(200);
    expect((await login()).status).toBe(200);
    expect((await act('end-break-glass')).status).toBe(200);
    expect(codeOfRejection(await login())).toBe('sign-on-required');
    await act('mark-break-glass');
    expect((await act('reset-password')).status).toBe(200);
    await server.query(`update staff set roles = '{}' where id = $1`, [admin.id]);
  });

  it('leaves no local sign-in to a linked member whose app and link are reset', async () => {
    const email = 'unlinked@example.com';
    const { id, password, secret } = await signInStaff(server, email, 'finance');
    await signOn(person('unlinked', 'money'));
    expect((await server.operator('staff', 'reset-second-factor', email)).code).toBe(0);
    const login = { email, password, code: nextCodeOf(server, secret) };
    expect(codeOfRejection(await server.post(LOGIN, login))).toBe('invalid-credentials');
    expect(dataOf((await signOn(person('unlinked', 'money'))).envelope).staff.id).toBe(id);
  });

  it('starts no local session of a member who is linked while the password is checked', async () => {
    const email = 'late@example.com';
    const { id, secret, password } = await signInStaff(server, email, 'finance');
    // A transaction that links the member and takes a while to commit.
    const linking = server.query(
      `with linked as (
        insert into staff_identities (staff_id, issuer, subject, linked_at) values ($1, $2, 'late', now())
      ), changed as (
        update staff set changed_at = now() where id = $1 returning id
      ) select pg_sleep(3) from changed`,
      [id, provider.issuer],
    );
    const login = { email, password, code: nextCodeOf(server, secret) };
    const code = codeOfRejection(await server.post(LOGIN, login));
    expect(['invalid-credentials', 'sign-on-required']).toContain(code);
    await linking;
  });

  it('does not count an admin whose password nobody can know as the last admin', async () => {
    await signInStaff(server, 'real@example.com', 'admin');
    // An app, and a first password that single sign-on replaces by one that nobody knows.
    await signInStaff(server, 'nobody@example.com', 'admin');
    await server.query(
      `update staff set password_expires_at = now() + interval '3 days', is_break_glass = true
       where email = 'nobody@example.com'`,
    );
    await signOn(person('nobody', 'admins'));
    const { printed } = await server.operator('staff', 'disable', 'real@example.com');
    expect(printed.join()).toContain('At least one active admin');
    // Nor does a first password replace the last one, which expires. The operator may give one.
    const nobody = dataOf((await signOn(person('nobody', 'admins'))).envelope);
    const { id } =
      (await server.query(`select id from staff where email = 'real@example.com'`))[0] ?? {};
    const reset = await server.post(
      `/api/backoffice/staff/${String(id)}/reset-password`,
      { reason: 'lost' },
      { token: nobody.access_token },
    );
    expect(codeOfRejection(reset)).toBe('last-admin');
    expect((await server.operator('staff', 'reset-password', 'real@example.com')).code).toBe(0);
    await server.query(`update staff set roles = '{}' where email = 'real@example.com'`);
  });

  it('keeps the role of the last admin with an authenticator app', async () => {
    const { password, secret } = await signInStaff(server, 'last@example.com', 'admin');
    expect(codeOfRejection(await signOn(person('last', 'money')))).toBe('last-admin');
    expect(codeOfRejection(await signOn(person('last', 'unknown')))).toBe('sign-on-no-role');
    expect(await rolesOf(server, 'last@example.com')).toEqual(['admin']);
    // Nor is the person linked, who could not sign in with either then.
    const local = { email: 'last@example.com', password, code: nextCodeOf(server, secret) };
    expect((await server.post(LOGIN, local)).status).toBe(200);
  });
});
