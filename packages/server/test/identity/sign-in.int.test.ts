import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@halyard/core/time';
import { hash } from '@node-rs/argon2';
import type { Session } from '@halyard/contract/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dataOf,
  SIGN_UP,
  signUp,
  startServer,
  type Reply,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const LOGIN = '/api/accounts/login';
const { password } = SIGN_UP;

describeOnDatabase('sign-in', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, environment: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => server.stop());

  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
  const signIn = async (email: string, secret: string, ip = '192.0.2.1') =>
    await server.post<Session>(LOGIN, { email, password: secret }, from(ip));

  /** What a stranger sees of an answer. */
  const seen = ({ status, envelope }: Reply) => {
    const { requestId: _, ...rest } = envelope as Record<string, unknown>;
    return { status, ...rest };
  };

  it('creates a session for email and password, in any spelling of the email [c-login] [s-login] [c-envelope] [e-session-access-token]', async () => {
    await signUp(server, 'known@example.com');
    const reply = await signIn(' Known@Example.COM', password);
    expect(reply.status).toBe(200);
    const { user, access_token } = dataOf(reply.envelope);
    expect(user).toMatchObject({ email: 'known@example.com', token: access_token });
    const account = await server.post('/api/accounts/get', {}, { token: access_token });
    expect(dataOf(account.envelope)).toEqual({ user, access_token });
  });

  it('accepts the token as bearer, in the body and in the query [c-bearer] [c-get]', async () => {
    const { access_token: token } = await signUp(server, 'places@example.com');
    expect((await server.post('/api/accounts/get', {}, { token })).status).toBe(200);
    expect((await server.post('/api/accounts/get', { token })).status).toBe(200);
    expect((await server.get(`/api/get/assets?token=${token}`)).status).toBe(200);
    const other = randomBytes(32).toString('base64url');
    expect((await server.post('/api/accounts/get', { token: other }, { token })).status).not.toBe(
      200,
    );
  });

  it('returns the same for a wrong password and an unknown email [x-login-credentials]', async () => {
    await signUp(server, 'secret@example.com');
    const wrong = await signIn('secret@example.com', 'not the password', '192.0.2.2');
    const unknown = await signIn('nobody@example.com', 'not the password', '192.0.2.3');
    expect(seen(wrong)).toEqual({
      status: 'error',
      code: 'invalid-credentials',
      message: 'Invalid credentials.',
      data: null,
    });
    expect(wrong.status).toBe(401);
    expect(seen(unknown)).toEqual(seen(wrong));
    expect(unknown.status).toBe(wrong.status);
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  it('rejects a blocked customer, with the reason only after the right password', async () => {
    await signUp(server, 'blocked@example.com');
    await server.operator('customer', 'block', 'blocked@example.com', 'test');
    const right = await signIn('blocked@example.com', password, '192.0.2.4');
    expect(right.status).toBe(403);
    expect(right.envelope).toMatchObject({ code: 'blocked' });
    const wrong = await signIn('blocked@example.com', 'not the password', '192.0.2.4');
    expect(wrong.envelope).toMatchObject({ code: 'invalid-credentials' });
    await server.operator('customer', 'unblock', 'blocked@example.com');
    expect((await signIn('blocked@example.com', password, '192.0.2.4')).status).toBe(200);
  });

  it('delays guesses at an account, existing or not, and accepts the right password later', async () => {
    await signUp(server, 'guessed@example.com');
    for (const email of ['guessed@example.com', 'unguessed@example.com']) {
      for (let guess = 0; guess < 5; guess += 1) {
        expect((await signIn(email, 'a guess', `203.0.113.${guess}`)).status).toBe(401);
      }
      const delayed = await signIn(email, password, '203.0.113.9');
      expect(delayed.status).toBe(429);
      expect(delayed.envelope).toMatchObject({ code: 'too-many' });
      expect(delayed.headers.get('retry-after')).toBe('1');
    }
    server.advance(1_000);
    expect((await signIn('guessed@example.com', password, '203.0.113.9')).status).toBe(200);
  });

  it('keeps delays after a restart', async () => {
    const guess = async (ip: string) => (await signIn('persistent@example.com', 'x', ip)).status;
    for (let count = 0; count < 5; count += 1) await guess(`203.0.113.${100 + count}`);
    expect(await guess('203.0.113.110')).toBe(429);
    await server.stop();
    server = await startServer({
      database,
      environment: { TRUST_PROXY: '127.0.0.1' },
      offsetMs: server.offsetMs(),
    });
    // The delay of five failures may be over by now; the sixth begins one of two seconds.
    server.advance(2_000);
    expect(await guess('203.0.113.111')).toBe(401);
    expect(await guess('203.0.113.112')).toBe(429);
    server.advance(15 * MINUTE_MS);
    expect(await guess('203.0.113.113')).toBe(401);
    expect(await guess('203.0.113.114')).toBe(401);
  });

  it('admits the owner from a usual network while others guess', async () => {
    await signUp(server, 'owner@example.com');
    const home = '192.0.2.50';
    expect((await signIn('owner@example.com', password, home)).status).toBe(200);
    for (let guess = 0; guess < 30; guess += 1) {
      await signIn('owner@example.com', 'a guess', `198.51.100.${guess}`);
    }
    expect((await signIn('owner@example.com', password, '198.51.100.77')).status).toBe(429);
    // A stranger's site could try once; only a known network is let in after a mistake.
    expect((await signIn('owner@example.com', 'a typing error', home)).status).toBe(401);
    expect((await signIn('owner@example.com', password, home)).status).toBe(200);
  });

  it('delays one network that tries many accounts', async () => {
    const network = (guess: number) => `2001:db8:7:7::${guess}`;
    for (let guess = 0; guess < 20; guess += 1) {
      expect((await signIn(`many-${guess}@example.com`, 'x', network(guess))).status).toBe(401);
    }
    expect((await signIn('many-21@example.com', 'x', network(99))).status).toBe(429);
    expect((await signIn('many-21@example.com', 'x', '2001:db8:7:8::1')).status).toBe(401);
  });

  it.each([
    [{ email: 'x@example.com' }, 'password'],
    [{ password }, 'email'],
    [{ email: 'x', password }, 'email'],
    [{ email: ['x@example.com'], password }, 'email'],
    [{ email: 'x@example.com', password, admin: true }, 'admin'],
    [{ email: 'x@example.com', password: 'x'.repeat(129) }, 'password'],
  ])('refuses %j because of %s', async (body, field) => {
    const { status, envelope } = await server.post(LOGIN, body);
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ code: 'invalid' });
    expect(envelope.status === 'error' && Object.keys(envelope.errors ?? {})).toEqual([field]);
  });

  it('rejects a body over 16 KB on routes with credentials', async () => {
    const reply = await server.post(LOGIN, {
      email: 'x@example.com',
      password: 'x'.repeat(17_000),
    });
    expect(reply).toMatchObject({ status: 413, envelope: { code: 'too-large' } });
  });

  it('logs neither passwords nor tokens', async () => {
    const secret = `a very secret ${randomBytes(8).toString('hex')}`;
    const form = { ...SIGN_UP, email: 'discreet@example.com', password: secret };
    const session = dataOf((await server.post<Session>('/api/accounts/register', form)).envelope);
    await signIn('discreet@example.com', `${secret} not`);
    await server.get(`/api/get/assets?token=${session.access_token}`);
    const logged = server.log.join('\n');
    expect(logged).not.toContain(secret);
    expect(logged).not.toContain(session.access_token);
  });
});

describeOnDatabase('accounts after a crash', (database) => {
  it('completes an interrupted sign-up, and renews an old hash', async () => {
    await (await startServer({ database })).stop();
    const db = await database.open();
    const oldHash = await hash(password, { memoryCost: 9_728, timeCost: 2, parallelism: 1 });
    for (const name of ['early', 'late']) {
      await db.query(
        `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
           terms_version, terms_accepted_at, created_at)
         values ($1, $2, 'Test', 'Customer', '+493023125000', $1, 'x', now(), now())`,
        [`${name}@example.com`, oldHash],
      );
    }
    await db.close();

    const server = await startServer({ database });
    expect(server.log.join('\n')).toContain('cut short');
    expect((await server.operator('audit')).printed.at(-1)).toContain('everything agrees');
    const form = { email: 'early@example.com', password };
    const reply = await server.post<Session>(LOGIN, form);
    expect(dataOf(reply.envelope).user).toMatchObject({ verified_account: false });
    await server.stop();

    const after = await database.open();
    const rows = await after.query(
      `select email, password_hash like '%m=19456%' as is_renewed,
         account_added_at is not null as has_account from customers order by email`,
      [],
    );
    await after.close();
    expect(rows).toEqual([
      { email: 'early@example.com', is_renewed: true, has_account: true },
      { email: 'late@example.com', is_renewed: false, has_account: true },
    ]);
  });
});
