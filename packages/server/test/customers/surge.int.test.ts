// Attacks from many networks at once: who they slow down, and who passes.
import type { Session } from '@halyard/contract/accounts';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itExtended } from '../support/extended.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { listMails } from '../support/mailbox.ts';
import { solveWork } from '../support/solve-work.ts';
import {
  SIGN_UP,
  signUp,
  startServer,
  type Reply,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const REGISTER = '/api/accounts/register';
const LOGIN = '/api/accounts/login';
const FORGOT = '/api/get/forgotPassword';
const ASKED = { status: 429, envelope: { code: 'proof-required' } };
/** As many wrong passwords of all together as are free in a minute. */
const PASSWORDS_FREE = 300;
const MAILS_FREE = 60;
const AT_ONCE = 10;
/** More than are free for an account, and for the networks that may try once after that. */
const GUESSES = 58;

let addresses = 0;
/** Of a network that nobody came from before, with headers of its own. */
function fresh(headers: Readonly<Record<string, string>> = {}) {
  addresses += 1;
  return from(`10.${addresses >> 8}.${addresses & 255}.1`, headers);
}

function from(ip: string, headers: Readonly<Record<string, string>> = {}) {
  return { headers: { 'x-forwarded-for': ip, ...headers } };
}

/** What a stranger sees of an answer, less what differs by chance. */
function seen({ status, envelope }: Reply) {
  const { requestId: _, ...rest } = envelope as Record<string, unknown>;
  return { status, ...rest };
}

describeOnDatabase('a surge of sign-ups', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    const environment = { SIGN_UPS_PER_HOUR: '1', TRUST_PROXY: '127.0.0.1' };
    server = await startServer({ database, environment });
  });
  afterAll(() => server.stop());

  const register = async (name: string, call = fresh()) =>
    await server.post(REGISTER, { ...SIGN_UP, email: `${name}@example.com` }, call);

  it('from 50 networks admits new customers with a proof of work, and no bot without one', async () => {
    for (let bot = 0; bot < 50; bot += 1) expect((await register(`bot-${bot}`)).status).toBe(201);
    for (let bot = 0; bot < 20; bot += 1) {
      expect(await register(`more-${bot}`)).toMatchObject(ASKED);
    }
    const asked = await register('newcomer');
    expect(asked.headers.get('retry-after')).toBeNull();
    const proof = solveWork(asked);
    expect((await register('newcomer', fresh(proof))).status).toBe(201);
    // Spent, and not for another route.
    expect(await register('second', fresh(proof))).toMatchObject(ASKED);
  });

  it('does not lift the limit of a single network by a proof of work', async () => {
    const home = '192.0.2.7';
    const proof = solveWork(await register('home-1', from(home)));
    expect((await register('home-1', from(home, proof))).status).toBe(201);
    const another = solveWork(await register('home-2'));
    expect(await register('home-2', from(home, another))).toMatchObject({
      status: 429,
      envelope: { code: 'too-many' },
    });
  });

  it('requires no work once the hour is over', async () => {
    server.advance(60 * MINUTE_MS + 1);
    expect((await register('later')).status).toBe(201);
  });
});

describeOnDatabase('a surge of guesses and reset mails', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    const environment = { SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.1' };
    server = await startServer({ database, environment });
  });
  afterAll(async () => {
    await server.stop();
    await mails.close();
  });

  const signIn = async (email: string, password: string, call = fresh()) =>
    await server.post<Session>(LOGIN, { email, password }, call);
  const forget = async (email: string, call = fresh()) =>
    await server.post(FORGOT, { email }, call);

  itExtended(
    'requires work from unknown networks with the right password, and none from the owner’s usual network',
    async () => {
      const { password } = SIGN_UP;
      await signUp(server, 'owner@example.com');
      await signUp(server, 'traveller@example.com');
      const home = from('192.0.2.50');
      expect((await signIn('owner@example.com', password, home)).status).toBe(200);
      for (let guess = 0; guess < PASSWORDS_FREE; guess += AT_ONCE) {
        const names = Array.from({ length: AT_ONCE }, (_, index) => `victim-${guess + index}`);
        await Promise.all(
          names.map(async (name) => await signIn(`${name}@example.com`, 'a guess')),
        );
      }
      expect(await signIn('victim-x@example.com', 'a guess')).toMatchObject(ASKED);
      expect((await signIn('owner@example.com', password, home)).status).toBe(200);
      const asked = await signIn('traveller@example.com', password);
      expect(asked).toMatchObject(ASKED);
      const proof = solveWork(asked);
      expect((await signIn('traveller@example.com', password, fresh(proof))).status).toBe(200);
      server.advance(MINUTE_MS);
      expect((await signIn('traveller@example.com', password)).status).toBe(200);
    },
  );

  it('admits the owner from the usual network while many networks guess, with or without work', async () => {
    await signUp(server, 'sought@example.com');
    const home = from('192.0.2.60');
    expect((await signIn('sought@example.com', SIGN_UP.password, home)).status).toBe(200);
    for (let guess = 0; guess < GUESSES; guess += 1) await signIn('sought@example.com', 'a guess');
    expect((await signIn('sought@example.com', SIGN_UP.password)).status).toBe(429);
    expect((await signIn('sought@example.com', SIGN_UP.password, home)).status).toBe(200);
  });

  it('requires work for a reset mail, whether the address is known or not', async () => {
    await signUp(server, 'forgetful@example.com');
    for (let count = 0; count < MAILS_FREE; count += 1) await forget(`nobody-${count}@example.com`);
    const [known, unknown] = [await forget('forgetful@example.com'), await forget('x@example.com')];
    expect(known).toMatchObject(ASKED);
    const withoutChallenge = (reply: Reply) => ({ ...seen(reply), facts: undefined });
    expect(withoutChallenge(unknown)).toEqual(withoutChallenge(known));
    const proof = solveWork(known);
    // Not moved to another route.
    expect(
      await server.post(LOGIN, { email: 'x@example.com', password: 'x' }, fresh(proof)),
    ).toMatchObject({
      status: 401,
    });
    expect((await forget('forgetful@example.com', fresh(proof))).status).toBe(200);
    server.advance(MINUTE_MS);
  });

  it('limits the reset mails to one address across networks, without revealing whether it is registered', async () => {
    await signUp(server, 'flooded@example.com');
    const rejections: Record<string, unknown>[] = [];
    for (const email of ['flooded@example.com', 'never-there@example.com']) {
      for (let count = 0; count < 3; count += 1) await forget(email);
      const replies = await Promise.all(Array.from({ length: 7 }, async () => await forget(email)));
      const refused = replies.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(6);
      rejections.push(
        ...refused.slice(0, 1).map((reply) => ({ ...seen(reply), facts: undefined })),
      );
    }
    // What the requirements tell of an unknown address is told no more either.
    expect(rejections[0]).toMatchObject({ code: 'too-many' });
    expect(rejections[1]).toEqual(rejections[0]);
    const resets = listMails(mails, 'flooded@example.com').filter((mail) =>
      mail.includes('/password/reset/'),
    );
    expect(resets.length).toBeLessThanOrEqual(4);
  });
});
