import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextCodeOf, signInStaff, type SignedIn } from '../support/staff.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Row = Readonly<Record<string, unknown>>;

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
    'never %s each other at the same time',
    async (action) => {
      const input = action === 'set-roles' ? { roles: ['support'], request_id: 'one' } : {};
      const answers = await Promise.all([
        act(first, second, action, input),
        act(second, first, action, input),
      ]);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
      expect(await remaining()).toHaveLength(1);
      await restore();
    },
  );

  it('grant no role that moves money or rights alone', async () => {
    const created = async (by: SignedIn, name: string, role: string, id = name) => {
      const body = { email: `${name}@staff.example`, name, roles: [role], request_id: id };
      const sent = { ...body, reason: 'a new colleague' };
      const { envelope } = await server.post<Row>('/api/backoffice/staff/create', sent, {
        token: by.token,
      });
      return envelope.status === 'error' ? envelope.code : envelope.data;
    };
    const decide = async (by: SignedIn, what: string) => {
      const path = '/api/backoffice/approvals?status=waiting';
      const { rows } = dataOf((await server.get<{ rows: Row[] }>(path, by)).envelope);
      const row = rows.find(({ grants }) => grants === what);
      const sent = { reason: 'I know them' };
      const approved = await server.post<Row>(
        `/api/backoffice/approvals/${String(row?.['id'])}/approve`,
        sent,
        { token: by.token },
      );
      return approved.envelope.status === 'error' ? approved.envelope.code : 'done';
    };
    const waiting = { id: null, password: null, waiting: true };
    // Whoever recently got a role or credentials from somebody else counts as neither.
    expect(await created(first, 'too-new', 'finance')).toBe('approver-too-new');
    await server.query(`update staff set changed_at = '2020-01-01'`);

    expect(await created(first, 'writer', 'content')).toMatchObject({ waiting: false });
    expect(await created(first, 'clerk', 'finance')).toEqual(waiting);
    expect(await created(first, 'clerk', 'finance')).toBe('second-person');
    expect(await decide(first, 'clerk@staff.example: finance')).toBe('second-person');
    expect(await decide(second, 'clerk@staff.example: finance')).toBe('done');
    const [clerk] = await server.query(
      `select id, roles, has_password from staff where email = 'clerk@staff.example'`,
    );
    expect(clerk).toMatchObject({ roles: ['finance'], has_password: false });
    const member = { ...second, id: Number(clerk?.['id']) };

    const promote = { roles: ['finance', 'admin'], request_id: 'two' };
    expect(await act(first, member, 'set-roles', promote)).toBe('done');
    const rolesNow = async () =>
      (await server.query('select roles from staff where id = $1', [member.id]))[0]?.['roles'];
    expect(await rolesNow()).toEqual(['finance']);
    // An admin who removes the other one is not alone for some days.
    expect(await act(first, second, 'disable')).toBe('done');
    expect(await created(first, 'accomplice', 'admin')).toEqual(waiting);
    await server.operator('staff', 'enable', second.email);
    await server.query(`update staff set changed_at = '2020-01-01'`);
    second = await signIn(second);
    expect(await decide(second, 'clerk@staff.example: finance admin')).toBe('approver-too-new');
    await server.query(`update staff set changed_at = '2020-01-01'`);
    expect(await decide(second, 'clerk@staff.example: finance admin')).toBe('done');
    expect(await rolesNow()).toEqual(['finance', 'admin']);
    // One admin can't use the approval of two a second time.
    await server.query(`update staff set roles = '{finance}' where id = $1`, [member.id]);
    expect(await act(first, member, 'set-roles', promote)).toBe('duplicate-id');
    expect(await rolesNow()).toEqual(['finance']);
    // The command in the name of a member is that member.
    const code = nextCodeOf(server, first.secret);
    const words = ['staff', 'create', 'by-command@staff.example', 'Somebody', 'finance'];
    const { email, password } = first;
    const { printed } = await server.operatorAs({ email, password, code }, ...words);
    expect(printed.join()).toContain('Waits for a second admin');
    await server.query(`update staff set roles = '{content}' where id = $1`, [member.id]);
  });

  it('are one person in an installation with one admin, who acts alone', async () => {
    await server.query(`update staff set admin_until = null, roles = '{content}' where id = $1`, [
      second.id,
    ]);
    await server.query(
      `update staff set admin_until = null, disabled_at = now()
       where id <> $1 and 'admin' = any(roles)`,
      [first.id],
    );
    await server.query('update staff set admin_until = null');
    const body = { email: 'only@staff.example', name: 'Only', roles: ['finance'], request_id: '1' };
    const sent = { ...body, reason: 'the first colleague' };
    const reply = await server.post('/api/backoffice/staff/create', sent, { token: first.token });
    expect(dataOf(reply.envelope)).toMatchObject({ waiting: false });
    await server.query(`update staff set roles = '{admin}' where id = $1`, [second.id]);
  });

  it('can’t all be disabled or lose the role, not even by the command', async () => {
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
