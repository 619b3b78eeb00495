// Commands that are the act of a member of staff, and those above a limit that are nobody's.
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import { createTransactionId } from '#features/payments/payments.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOperatorCommand } from '../support/server-process.ts';
import { codeOf, nextCodeOf, signInAgain, signInStaff, type SignedIn } from '../support/staff.ts';
import {
  dataOf,
  OPERATOR,
  signUp,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Row = Readonly<Record<string, unknown>>;

const LIMITS = { BOOKING_FOUR_EYES: '5000', WITHDRAWAL_FOUR_EYES: '1000' };
const SECOND_PERSON = 'waits for a second person';
const TWO_PEOPLE = 'waits for two members of staff';

describeOnDatabase('a command above the limit', (database) => {
  let server: TestServer;
  let first: SignedIn;
  let second: SignedIn;
  let compliance: SignedIn;
  beforeAll(async () => {
    server = await startServer({ database, environment: LIMITS });
    first = await signInStaff(server, 'first@staff.example', 'finance');
    second = await signInStaff(server, 'second@staff.example', 'finance');
    compliance = await signInStaff(server, 'compliance@staff.example', 'compliance');
    await server.query(`update staff set changed_at = changed_at - interval '30 days'`);
  }, 240_000);
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    expect(printed.join('\n')).toContain('everything agrees');
  });

  const trader = async (euros: string): Promise<{ email: string; id: number; token: string }> => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { user, access_token: token } = await signUpTrader(server, email, euros);
    return { email, id: user.id, token };
  };
  const as = async (member: SignedIn, ...words: readonly string[]) => {
    const code = nextCodeOf(server, member.secret);
    const { email, password } = member;
    const done = await server.operatorAs({ email, password, code }, ...words);
    return { code: done.code, said: done.printed.join('\n') };
  };
  const approve = async (member: SignedIn, id: number) => {
    const body = { reason: 'seen at the bank' };
    const path = `/api/backoffice/approvals/${id}/approve`;
    const { envelope } = await server.post(path, body, { token: member.token });
    return envelope.status === 'error' ? envelope.code : 'approved';
  };
  const approvalOf = async (customerId: number): Promise<Row> => {
    const path = `/api/backoffice/approvals?status=waiting&customer=${customerId}`;
    const { token } = await signInAgain(server, first);
    const page = await server.get<{ rows: Row[] }>(path, { token });
    return dataOf(page.envelope).rows[0] ?? expect.fail('nothing waits');
  };
  const creditOf = async (customerId: number): Promise<number> => {
    const [row] = await server.query(
      `select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries
       where customer_id = $1 and account = 'customer:credit'`,
      [customerId],
    );
    return Number(row?.['cents']) / 100;
  };
  const auditOf = async (subject: string): Promise<readonly Row[]> =>
    await server.query(
      `select actor, action from audit_events where subject = $1 and action like 'grant.%' order by id`,
      [subject],
    );

  it('is not an approval: two members of staff must still approve', async () => {
    const { email, id } = await trader('100');
    const words = [
      'grant',
      'bonus',
      email,
      '6000',
      'a big one',
      `--id=${createTransactionId('D')}`,
    ];
    const { code, printed } = await server.operator(...words);
    expect({ code, said: printed.join('\n') }).toMatchObject({
      code: 0,
      said: expect.stringContaining(TWO_PEOPLE),
    });
    const waiting = await approvalOf(id);
    expect(waiting).toMatchObject({
      action: 'bonus',
      amount: 6_000,
      first_by: null,
      first_at: null,
      requested_by: OPERATOR,
      requested_reason: 'a big one',
    });
    const approvalId = Number(waiting['id']);
    expect(await approve(await signInAgain(server, first), approvalId)).toBe('approved');
    expect(await creditOf(id)).toBe(0);
    // The operator's repetition is no second approval.
    expect((await server.operator(...words)).printed.join('\n')).toContain(SECOND_PERSON);
    expect(await creditOf(id)).toBe(0);
    expect(await approve(await signInAgain(server, first), approvalId)).toBe('second-person');
    expect(await approve(await signInAgain(server, second), approvalId)).toBe('approved');
    expect(await creditOf(id)).toBe(6_000);
    expect(await auditOf(`customer:${id}`)).toEqual([
      { actor: OPERATOR, action: 'grant.bonus-request' },
      { actor: `staff:${first.id}`, action: 'grant.bonus-first' },
      { actor: OPERATOR, action: 'grant.bonus-request' },
      { actor: `staff:${second.id}`, action: 'grant.bonus' },
    ]);
  });

  it('leaves a withdrawal unapproved', async () => {
    const { id: customerId, token } = await trader('4000');
    const body = { amount: -1_000.01, method: 'withdraw', comments: 'DE00', requestId: 'one' };
    const asked = await server.post<{ transaction_id: string }>('/api/transactions/create', body, {
      token,
    });
    const { transaction_id: id } = dataOf(asked.envelope);
    const { code, printed } = await server.operator('withdrawal', 'approve', id);
    expect(printed.join('\n')).toContain(`${id} ${TWO_PEOPLE}`);
    expect(code).toBe(0);
    const shown = (await server.operator('withdrawal', 'show', id)).printed.join('\n');
    expect(shown).toMatch(/approved by +nobody/);
    expect(await approvalOf(customerId)).toMatchObject({ target: id, first_by: null });
    expect((await as(first, 'withdrawal', 'approve', id)).said).toContain('waits for a second');
    expect((await as(second, 'withdrawal', 'approve', id)).said).toContain('waits to be paid');
    const approved = (await server.operator('withdrawal', 'show', id)).printed.join('\n');
    expect(approved).toMatch(new RegExp(`approved by +staff:${first.id}, staff:${second.id}`));
  });

  it('counts as the one person that --as names', async () => {
    const { email, id } = await trader('100');
    const words = [
      'grant',
      'bonus',
      email,
      '7000',
      'a big one',
      `--id=${createTransactionId('D')}`,
    ];
    expect(await as(first, ...words)).toMatchObject({
      code: 0,
      said: expect.stringContaining(SECOND_PERSON),
    });
    expect(await as(first, ...words)).toMatchObject({
      code: 1,
      said: expect.stringContaining('You have already approved this'),
    });
    expect(await creditOf(id)).toBe(0);
    expect((await as(second, ...words)).said).toContain('Booked € 7,000.00');
    expect(await creditOf(id)).toBe(7_000);
    expect(await auditOf(`customer:${id}`)).toEqual([
      { actor: `staff:${first.id}`, action: 'grant.bonus-first' },
      { actor: `staff:${second.id}`, action: 'grant.bonus' },
    ]);
    const commands = await server.query(
      `select actor, after from audit_events where action = 'staff.command' and subject = $1
       order by id desc limit 1`,
      [`staff:${second.id}`],
    );
    expect(commands).toEqual([{ actor: OPERATOR, after: { command: 'grant' } }]);
  });

  it('has the permissions of the member in the back office, and no more', async () => {
    const { email } = await signUp(server, 'judged@example.com').then(({ user }) => user);
    expect(await as(first, 'customer', 'verify', email)).toEqual({
      code: 1,
      said: "You don't have permission to do this",
    });
    expect(await as(compliance, 'credit', email, '5', 'a present')).toMatchObject({ code: 1 });
    const shown = (await server.operator('customer', 'show', email)).printed.join('\n');
    const version = /profile version +(\S+)/.exec(shown)?.[1] ?? '';
    const verify = ['customer', 'verify', email, `--profile=${version}`];
    expect(await as(compliance, ...verify)).toEqual({
      code: 0,
      said: `${email} is verified.`,
    });
    const own = ['staff', 'roles', first.email, 'finance', 'support'];
    expect(await as(first, ...own)).toMatchObject({ code: 1 });
    const admin = await signInStaff(server, 'admin@staff.example', 'admin');
    expect(await as(admin, 'staff', 'disable', admin.email)).toEqual({
      code: 1,
      said: 'Another person must do this for your own account',
    });
  });

  it('is required for actions on money or permissions', async () => {
    for (const words of [['status'], ['customer', 'show', '1'], ['staff', 'list'], ['audit']]) {
      const { code, said } = await as(first, ...words);
      expect({ words, code }).toEqual({ words, code: 2 });
      expect(said).toContain('--as is for commands that move money or rights');
    }
  });

  it('accepts password and code from a pipe', async () => {
    const { email } = await trader('100');
    const words = ['credit', email, '10', 'a present', `--as=${first.email}`];
    const environment = { DATA_DIR: server.dataDir, DATABASE_URL: database.url() };
    const secrets = `${first.password}\n${nextCodeOf(server, first.secret)}\n`;
    const done = await runOperatorCommand(environment, words, secrets);
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('Booked € 10.00') });
    expect(done.output).not.toContain(first.password);
    expect(await runOperatorCommand(environment, words, '')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Type password and code'),
    });
  });

  it('accepts no code twice, and delays wrong passwords and codes like the sign-in', async () => {
    const { email, password, secret } = await signInStaff(server, 'slow@staff.example', 'finance');
    const grant = ['credit', 'judged@example.com', '5', 'a present'];
    const code = nextCodeOf(server, secret);
    expect(await server.operatorAs({ email, password, code }, ...grant)).toMatchObject({ code: 0 });
    const replayed = await server.operatorAs({ email, password, code }, ...grant);
    expect(replayed.printed).toEqual(['The code is incorrect or has expired']);
    let said = '';
    // The first delay is a second, which a busy machine lets pass: each further failure doubles it.
    for (let tries = 0; tries < 20; tries += 1) {
      if (said.startsWith('Too many')) server.advance(MINUTE_MS);
      const wrong = { email, password: 'a wrong password', code: codeOf(server, secret) };
      said = (await server.operatorAs(wrong, ...grant)).printed.join('\n');
    }
    const right = { email, password, code: codeOf(server, secret) };
    expect((await server.operatorAs(right, ...grant)).printed.join('\n')).toMatch(/^Too many/);
    server.advance(DAY_MS);
    right.code = codeOf(server, secret);
    expect(await server.operatorAs(right, ...grant)).toMatchObject({ code: 0 });
  });
});
