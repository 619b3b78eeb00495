import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BalanceData } from '@halyard/contract/trading';
import type { User } from '@halyard/contract/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, OPERATOR, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase('the operator’s verbs', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  const account = async (token: string) =>
    dataOf((await server.post<{ user: User }>('/api/accounts/get', {}, { token })).envelope).user;
  const balance = async (token: string) =>
    dataOf((await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope)
      .balance;

  it('are accepted only through a socket of the server’s own user', async () => {
    const socket = await stat(join(server.dataDir, 'operator.sock'));
    expect(socket.isSocket()).toBe(true);
    expect(socket.mode & 0o777).toBe(0o600);
  });

  it('print help, and report invalid arguments', async () => {
    for (const words of [[], ['help'], ['--help']]) {
      const { code, printed } = await server.operator(...words);
      expect(code).toBe(0);
      expect(printed.join('\n')).toContain('credit EMAIL|ID AMOUNT REASON…');
    }
    for (const words of [
      ['nonsense'],
      ['customer'],
      ['customer', 'show'],
      ['customer', 'praise', 'a@example.com'],
      ['customer', '__proto__', 'a@example.com'],
      ['permit', 'a@example.com'],
      ['permit', 'a@example.com', 'forex'],
      ['permit', 'a@example.com', 'forex=4'],
      ['permit', 'a@example.com', 'forex='],
      ['permit', 'a@example.com', 'coins=all'],
      ['permit', 'a@example.com', 'forex=all', 'forex=none'],
      ['credit'],
      ['credit', 'a@example.com', '5'],
      ['audit', 'everything'],
      ['status', 'now'],
    ]) {
      const { code, printed } = await server.operator(...words);
      expect(code, words.join(' ')).toBe(2);
      expect(printed.join('\n')).toContain('Usage: npm run halyard -- VERB');
    }
  });

  it('show a customer by email and by id', async () => {
    const { user } = await signUp(server, 'shown@example.com');
    const byEmail = await server.operator('customer', 'show', ' Shown@example.com');
    expect(byEmail.code).toBe(0);
    expect(byEmail.printed.join('\n')).toMatch(/email\s+shown@example\.com/);
    expect(byEmail.printed.join('\n')).toMatch(/status\s+active, not verified/);
    expect(await server.operator('customer', 'show', String(user.id))).toEqual(byEmail);
    expect(await server.operator('customer', 'show', 'nobody@example.com')).toEqual({
      code: 1,
      printed: ['There is no customer nobody@example.com.'],
    });
  });

  it('verify and unverify', async () => {
    const { access_token: token } = await signUp(server, 'verified@example.com');
    for (const [command, isVerified, said] of [
      ['verify', true, 'verified@example.com is verified.'],
      ['verify', true, 'verified@example.com is already verified.'],
      ['unverify', false, 'verified@example.com is not verified.'],
    ] as const) {
      expect(await server.operator('customer', command, 'verified@example.com')).toEqual({
        code: 0,
        printed: [said],
      });
      expect((await account(token)).verified_account).toBe(isVerified);
    }
  });

  it('credit money to the cent, with a reason and in the ledger', async () => {
    const { access_token: token } = await signUp(server, 'credited@example.com');
    const { code, printed } = await server.operator(
      'credit',
      'credited@example.com',
      '250.05',
      'a',
      'wire',
    );
    expect(code).toBe(0);
    const [, id = ''] =
      /Booked € 250\.05 to credited@example\.com as (D[0-9A-Z]{18})\./.exec(printed[0] ?? '') ?? [];
    expect(await balance(token)).toBe(250.05);

    const again = ['credit', 'credited@example.com', '250.05', 'a wire', `--id=${id}`];
    expect((await server.operator(...again)).code).toBe(0);
    expect(await balance(token)).toBe(250.05);
    const other = await server.operator(
      'credit',
      'credited@example.com',
      '999',
      'a wire',
      `--id=${id}`,
    );
    expect(other.code).toBe(1);
    expect(other.printed[0]).toContain('duplicate-id');
    expect(await balance(token)).toBe(250.05);

    const neighbour = await signUp(server, 'neighbour@example.com');
    const mistaken = ['credit', 'neighbour@example.com', '250.05', 'a wire', `--id=${id}`];
    const refused = await server.operator(...mistaken);
    expect(refused.code).toBe(1);
    expect(refused.printed[0]).toContain('duplicate-id');
    expect(await balance(neighbour.access_token)).toBe(0);
    expect((await server.operator('status')).code).toBe(0);
  });

  it.each(['0', '-5', '1.005', '1e3', 'all', '1000000000000'])('credit no %s', async (amount) => {
    const email = 'uncredited@example.com';
    const known = await server.operator('customer', 'show', email);
    if (known.code !== 0) await signUp(server, email);
    const { code, printed } = await server.operator('credit', email, amount, 'reason');
    expect(code).toBe(2);
    expect(printed[0]).toContain('is not an amount');
  });

  it('report the server’s status, and that the audit finds no difference', async () => {
    const status = await server.operator('status');
    expect(status.code).toBe(0);
    expect(status.printed.join('\n')).toMatch(/engine\s+ready/);
    const { code, printed } = await server.operator('audit');
    expect(code).toBe(0);
    expect(printed.at(-1)).toMatch(/^Audited \d+ accounts, .*: everything agrees\.$/);
  });

  it('record who did what and why', async () => {
    const { user } = await signUp(server, 'recorded@example.com');
    await server.operator('customer', 'block', 'recorded@example.com', 'asked', 'for', 'it');
    await server.operator('credit', 'recorded@example.com', '5', 'a present');
    await server.stop();
    const db = await database.open();
    const rows = await db.query(
      `select actor, action, reason, before, after from audit_events where subject = $1 order by id`,
      [`customer:${user.id}`],
    );
    await db.close();
    server = await startServer({ database });
    expect(rows).toMatchObject([
      { actor: `customer:${user.id}`, action: 'customer.sign-up' },
      { actor: `customer:${user.id}`, action: 'session.start', after: { by: 'sign-up' } },
      {
        actor: OPERATOR,
        action: 'customer.block',
        reason: 'asked for it',
        before: { status: 'active' },
        after: { status: 'blocked' },
      },
      {
        actor: OPERATOR,
        action: 'deposit.manual',
        reason: 'a present',
        after: { type: 11, amount: 5 },
      },
    ]);
  });

  it('find differences', async () => {
    const { user } = await signUp(server, 'robbed@example.com');
    await server.operator('credit', 'robbed@example.com', '100', 'funds');
    await server.stop();
    const db = await database.open();
    await db.query(`update trading_accounts set cash_cents = 1 where id = $1`, [user.id]);
    await db.query('delete from notifications where customer_id = $1', [user.id]);
    await db.query(`delete from customers where id = $1`, [user.id]);
    await db.close();
    server = await startServer({ database });
    const { code, printed } = await server.operator('audit');
    expect(code).toBe(1);
    const text = printed.join('\n');
    expect(text).toMatch(new RegExp(`account\\w* ${user.id}: cash is 1, credit 0 and debt 0`));
    expect(text).toContain(`account ${user.id}: it belongs to no customer`);
    expect(printed.at(-1)).toContain('2 differences');
    await server.stop();
    const mended = await database.open();
    await mended.query(`update trading_accounts set cash_cents = 10000 where id = $1`, [user.id]);
    await mended.close();
    server = await startServer({ database });
  });
});
