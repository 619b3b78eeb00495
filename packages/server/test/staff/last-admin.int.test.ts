import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff, type SignedIn } from '../support/staff.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase('admins', (database) => {
  let server: TestServer;
  let first: SignedIn;
  let second: SignedIn;
  beforeAll(async () => {
    server = await startServer({ database });
    first = await signInStaff(server, 'first@staff.example', 'admin');
    second = await signInStaff(server, 'second@staff.example', 'admin');
  });
  afterAll(() => server.stop());

  const act = async (by: SignedIn, to: SignedIn, action: string, input: object = {}) => {
    const path = `/api/backoffice/staff/${to.id}/${action}`;
    const body = { reason: 'both at once', ...input };
    const { envelope } = await server.post(path, body, { token: by.token });
    return envelope.status === 'error' ? envelope.code : 'done';
  };
  const remaining = async () => {
    const rows = await server.query(
      `select email from staff where 'admin' = any(roles) and disabled_at is null
         and totp_confirmed_at is not null order by id`,
    );
    return rows.map(({ email }) => email);
  };
  const restore = async () => {
    await server.operator('staff', 'enable', first.email);
    await server.operator('staff', 'enable', second.email);
    await server.operator('staff', 'roles', first.email, 'admin');
    await server.operator('staff', 'roles', second.email, 'admin');
    first = await signIn(first);
    second = await signIn(second);
  };
  const signIn = async (member: SignedIn): Promise<SignedIn> => {
    const email = `${crypto.randomUUID()}@staff.example`;
    const { id } = member;
    await server.query('update staff set email = $1, disabled_at = now() where id = $2', [
      `gone-${email}`,
      id,
    ]);
    return await signInStaff(server, email, 'admin');
  };

  it.each(['disable', 'set-roles', 'reset-second-factor'])(
    'never %s each other at the same moment',
    async (action) => {
      const input = action === 'set-roles' ? { roles: ['support'] } : {};
      const answers = await Promise.all([
        act(first, second, action, input),
        act(second, first, action, input),
      ]);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
      expect(await remaining()).toHaveLength(1);
      await restore();
    },
  );

  it('are never disabled or re-roled down to none, not even by the command', async () => {
    const third = await signInStaff(server, 'third@staff.example', 'admin');
    for (const { email } of [first, second]) {
      expect((await server.operator('staff', 'disable', email)).code).toBe(0);
    }
    const rejection = 'At least one active admin with an authenticator app must remain.';
    for (const words of [
      ['disable', third.email],
      ['roles', third.email, 'support'],
    ]) {
      const refused = await server.operator('staff', ...words);
      expect(refused.code).toBe(1);
      expect(refused.printed[0]).toContain(rejection);
    }
    expect(await remaining()).toEqual([third.email]);
    // The way back when the last one has lost the app.
    expect((await server.operator('staff', 'reset-second-factor', third.email)).code).toBe(0);
  });
});
