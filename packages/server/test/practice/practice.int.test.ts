import type { Session } from '@halyard/contract/accounts';
import type { PositionAnswer } from '@halyard/contract/live';
import type { BalanceData } from '@halyard/contract/trading';
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { expect, it } from 'vitest';
import { chainAudit } from '../support/snapshot.ts';
import { dataOf, send, SIGN_UP, signUp, type TestServer } from '../support/start-server.ts';
import { signInStaff } from '../support/staff.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf, SELL } from '../support/trader.ts';

/** The tables that change while anything runs, and hold no figure of a customer's account. */
const NOT_OF_ACCOUNTS =
  /^(?:sessions|changes|jobs|job_|outbox|programs|engine_lease|quote|candles|schema|history|work_items|work_mails)/;

/** The number and hash of all rows of each table outside of the schema of practice accounts. */
async function readLiveTables(server: TestServer): Promise<ReadonlyMap<string, string>> {
  await chainAudit(server);
  const tables = await server.query(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const hashes = new Map<string, string>();
  for (const { name } of tables) {
    const table = String(name);
    if (NOT_OF_ACCOUNTS.test(table)) continue;
    const [row] = await server.query(
      `select count(*) || ':' || md5(coalesce(string_agg(t::text, '|' order by t::text), ''))
         as hash from "${table}" t`,
    );
    hashes.set(table, String(row?.['hash']));
  }
  return hashes;
}

describeOnDatabase('practice accounts', (database) => {
  const floor = openFloor(database);

  const join = async (email: string) => {
    const server = floor.server();
    const session = await signUp(server, email);
    const token = session.access_token;
    const socket = await server.connect('/practice/positions', token);
    const balance = async (kind: 'accounts' | 'practice' = 'practice') => {
      const path = kind === 'practice' ? '/api/practice/getBalance' : '/api/accounts/getBalance';
      return dataOf((await server.post<BalanceData>(path, {}, { token })).envelope);
    };
    const post = async (path: string, body: object = {}) =>
      (await server.post(path, body, { token })).envelope;
    return { token, socket, balance, post };
  };
  const open = async (socket: Socket, order: object) =>
    dataOf(await send<PositionAnswer>(socket, 'openPosition', order)).position;

  it('lets an unverified customer trade practice money, and only that', async () => {
    const who = await join('practice-1@example.com');
    expect(await who.balance()).toMatchObject({ balance: 10_000, positions: { open: [] } });
    const position = await open(who.socket, { ...BUY, amount: '1000.00' });
    expect((await who.balance()).positions.open).toEqual([position]);
    expect(await who.balance('accounts')).toMatchObject({
      balance: 0,
      invested: 0,
      positions: { open: [], history: [] },
    });

    const live = await floor.server().connect('/positions', who.token);
    const refused = rejectionOf(await send(live, 'openPosition', { ...BUY, amount: '1000.00' }));
    expect(refused.code).toBe('not-verified');
    // A position of the other account does not exist here.
    expect(rejectionOf(await send(live, 'closePosition', { id: position.id })).code).toBe(
      'not-found',
    );
  });

  it('restores the opening balance once a day and keeps the history', async () => {
    const who = await join('practice-2@example.com');
    await open(who.socket, { ...BUY, amount: '2000.00' });
    await who.post('/api/practice/orders/place', {
      kind: 'limit',
      symbol: 'BTCUSD',
      direction: 'buy',
      amount: '100.00',
      leverage: 2,
      price: 30_000,
      expiry: 'gtc',
    });
    expect(dataOf(await who.post('/api/practice/state'))).toMatchObject({ can_reset: true });
    expect(dataOf(await who.post('/api/practice/reset'))).toEqual({ balance: 10_000 });
    const after = await who.balance();
    expect(after).toMatchObject({ balance: 10_000, invested: 0, positions: { open: [] } });
    expect(after.positions.history).toHaveLength(1);
    expect(dataOf(await who.post('/api/practice/orders'))).toEqual([]);

    expect(dataOf(await who.post('/api/practice/state'))).toMatchObject({ can_reset: false });
    const again = rejectionOf(await who.post('/api/practice/reset'));
    expect(again.code).toBe('practice-reset-used');
  });

  it('changes no row outside of its schema, whatever happens on practice accounts', async () => {
    const server = floor.server();
    const live = await floor.trader();
    await live.open({ ...BUY, amount: '500.00' });
    const who = await join('practice-3@example.com');
    await who.balance();
    const before = await readLiveTables(server);
    const figures = await live.balance();

    const action = fc.oneof(
      fc.record({
        kind: fc.constant('open' as const),
        order: fc.constantFrom(BUY, SELL),
        euros: fc.integer({ min: 50, max: 4_000 }),
      }),
      fc.record({ kind: fc.constantFrom('close-all', 'close-first', 'limit', 'reset') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 12 }), async (actions) => {
        for (const one of actions) {
          if (one.kind === 'open' && 'order' in one) {
            await send(who.socket, 'openPosition', { ...one.order, amount: `${one.euros}.00` });
          } else if (one.kind === 'close-all') {
            await send(who.socket, 'closeAll', { which: 'all' });
          } else if (one.kind === 'close-first') {
            const [first] = (await who.balance()).positions.open;
            if (first !== undefined) await send(who.socket, 'closePosition', { id: first.id });
          } else if (one.kind === 'limit') {
            const order = { kind: 'limit', symbol: 'BTCUSD', direction: 'buy', leverage: 2 };
            const terms = { amount: '100.00', price: 30_000, expiry: 'gtc' };
            await send(who.socket, 'placeOrder', { ...order, ...terms });
          } else {
            await who.post('/api/practice/reset');
          }
        }
      }),
      { numRuns: 10 },
    );
    expect(await readLiveTables(server)).toEqual(before);
    expect(await live.balance()).toEqual(figures);
    const [{ count } = {}] = await server.query('select count(*) from practice.positions');
    expect(Number(count)).toBeGreaterThan(10);
  });

  it('refuses journal entries and batches of the other kind of account', async () => {
    const server = floor.server();
    await expect(
      server.query(`insert into ledger_entries values (1, 99, 'house:practice', null, 5)`),
    ).rejects.toThrow('ledger_entries_live');
    for (const account of ['house:bank', 'house:provider:card', 'house:bonus']) {
      const text = `insert into practice.ledger_entries values (1, 99, '${account}', null, 5)`;
      await expect(server.query(text)).rejects.toThrow('ledger_entries_practice');
    }
    await expect(server.query('update practice.engine_lease set epoch = 5')).rejects.toThrow(
      'engine_lease_practice',
    );
  });

  it('has the same tables as the live accounts', async () => {
    const shape = async (schema: string) =>
      await floor.server().query(
        `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
           a.attnotnull as required
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
           and not a.attisdropped
         where c.relkind = 'r' and c.relnamespace = '${schema}'::regnamespace and c.relname in (
           select relname from pg_class where relnamespace = 'practice'::regnamespace)
         order by 1, 2`,
      );
    const checks = async (schema: string) =>
      await floor.server().query(
        `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule
         from pg_constraint where contype in ('c', 'p', 'u')
           and conname not in ('engine_lease_live', 'engine_lease_practice', 'ledger_entries_live',
             'ledger_entries_practice')
           and conrelid in (select oid from pg_class where relkind = 'r'
             and relnamespace = '${schema}'::regnamespace and relname in (
               select relname from pg_class where relnamespace = 'practice'::regnamespace))
         order by 3`,
      );
    const rulesOf = async (schema: string) => (await checks(schema)).map(({ rule }) => rule);
    expect(await shape('practice')).toEqual(await shape('public'));
    expect(await rulesOf('practice')).toEqual(await rulesOf('public'));
  });

  it('is shown to staff, who can reset it without using up the customer’s daily reset', async () => {
    const server = floor.server();
    const { user, access_token: token } = await signUp(server, 'practice-9@example.com');
    const { token: staff } = await signInStaff(server, 'dealer@staff.example', 'dealing');
    const path = `/api/backoffice/customers/${user.id}`;
    const show = async () =>
      dataOf((await server.get<Record<string, unknown>>(path, { token: staff })).envelope);
    expect(await show()).toMatchObject({ practice_figures: null, practice_positions: [] });
    const [{ count } = {}] = await server.query(
      'select count(*) from practice.trading_accounts where id = $1',
      [user.id],
    );
    expect(Number(count)).toBe(0);

    const socket = await server.connect('/practice/positions', token);
    await open(socket, { ...BUY, amount: '2000.00' });
    expect(await show()).toMatchObject({
      practice_positions: [{ symbol: 'BTCUSD' }],
      open_positions: [],
    });
    const { envelope } = await server.post(
      `${path}/reset-practice`,
      { reason: 'asked for by telephone' },
      { token: staff },
    );
    expect(envelope.status).toBe('success');
    expect(await show()).toMatchObject({
      practice_figures: { balance: 10_000 },
      practice_positions: [],
    });
    const state = await server.post('/api/practice/state', {}, { token });
    expect(dataOf(state.envelope)).toMatchObject({ can_reset: true });
    const [event] = await server.query(
      `select action, reason from audit_events where subject = $1 and action like '%practice%'`,
      [`customer:${user.id}`],
    );
    expect(event).toEqual({ action: 'customer.reset-practice', reason: 'asked for by telephone' });
  });

  // The last one, because it ends the sessions and the prices.
  it('can be reset again on the next day', async () => {
    const server = floor.server();
    const email = 'practice-4@example.com';
    const who = await join(email);
    const position = await open(who.socket, { ...BUY, amount: '2000.00' });
    await send(who.socket, 'closePosition', { id: position.id });
    expect((await who.post('/api/practice/reset')).status).toBe('success');
    server.advance(24 * 60 * 60 * 1000);
    const { password } = SIGN_UP;
    const signedIn = await server.post<Session>('/api/accounts/login', { email, password });
    const token = dataOf(signedIn.envelope).access_token;
    const state = await server.post('/api/practice/state', {}, { token });
    expect(dataOf(state.envelope)).toMatchObject({ can_reset: true });
    const { envelope } = await server.post('/api/practice/reset', {}, { token });
    expect(dataOf(envelope)).toEqual({ balance: 10_000 });
  });
});
