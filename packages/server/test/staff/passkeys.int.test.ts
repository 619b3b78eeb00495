import type { Role } from '@halyard/contract/backoffice/roles';
import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import type { Passkey } from '@halyard/contract/identity/passkeys';
import { MINUTE_MS } from '@halyard/core/time';
import { createPasskeyAuthenticator } from '@halyard/testkit';
import type { PasskeyAuthenticator, PasskeyLies } from '@halyard/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { mailTo } from '../support/mailbox.ts';
import { startOpenidProvider } from '../support/openid-provider.ts';
import type { OpenidProvider } from '../support/openid-provider.ts';
import { codeOfRejection, person, settingsOf, signOnAs } from '../support/sign-on.ts';
import { nextCodeOf, signInStaff } from '../support/staff.ts';
import type { SignedIn } from '../support/staff.ts';
import { dataOf, startServer } from '../support/start-server.ts';
import type { Reply, TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const SITE = 'https://trade.example.com';
const PASSKEYS = '/api/backoffice/passkeys';
const LOGIN = '/api/backoffice/login/passkey';
type Options = Readonly<Record<string, unknown>>;
type Begun = { readonly options: Options };

describeOnDatabase('a passkey of staff', (database) => {
  let provider: OpenidProvider;
  let mails: TestMailServer;
  let server: TestServer;
  beforeAll(async () => {
    provider = await startOpenidProvider();
    mails = await startMailServer();
    const environment = {
      ...settingsOf(provider.issuer),
      SMTP_URL: mails.url,
      PUBLIC_URL: SITE,
      TRUST_PROXY: '127.0.0.1',
    };
    server = await startServer({ database, environment });
    provider.register(`${SITE}/backoffice/sign-on`);
  });
  afterAll(async () => {
    await server.stop();
    await mails.close();
    await provider.close();
  });

  let address = 0;
  const fresh = () => ({ headers: { 'x-forwarded-for': `198.51.100.${(address += 1)}` } });
  const call = async <Data>(path: string, body: object, token: string): Promise<Reply<Data>> =>
    await server.post<Data>(path, body, { token, ...fresh() });
  const proofOf = ({ password, secret }: SignedIn) => ({
    current_password: password,
    code: nextCodeOf(server, secret),
  });
  const begin = async (member: SignedIn): Promise<Options> => {
    const begun = await call<Begun>(`${PASSKEYS}/begin`, proofOf(member), member.token);
    return dataOf(begun.envelope).options;
  };
  const add = async (member: SignedIn, authenticator: PasskeyAuthenticator, lies?: PasskeyLies) => {
    const response = authenticator.create(await begin(member), lies);
    return await call<{ id: number }>(`${PASSKEYS}/add`, { name: 'Key', response }, member.token);
  };
  const challenge = async (): Promise<Options> => {
    const begun = await server.post<Begun>(`${LOGIN}/begin`, {}, fresh());
    return dataOf(begun.envelope).options;
  };
  const use = async (authenticator: PasskeyAuthenticator, lies?: PasskeyLies) => {
    const response = authenticator.get(await challenge(), lies);
    return await server.post<StaffSession>(LOGIN, { response }, fresh());
  };
  const enrolled = async (email: string, role: Role) => {
    const member = await signInStaff(server, email, role);
    const authenticator = createPasskeyAuthenticator(SITE);
    const { id: passkeyId } = dataOf((await add(member, authenticator)).envelope);
    return { member, authenticator, passkeyId };
  };

  it('signs in by itself, is listed, audited and announced by mail', async () => {
    const email = 'key@example.com';
    const { member, authenticator, passkeyId } = await enrolled(email, 'support');
    await mailTo(mails, email, 'A passkey was added to your back-office account');
    const session = dataOf((await use(authenticator)).envelope);
    expect(session.staff).toMatchObject({ email, roles: ['support'] });
    const listed = await server.get<Passkey[]>(PASSKEYS, { token: session.access_token });
    expect(dataOf(listed.envelope)).toMatchObject([
      { id: passkeyId, name: 'Key', last_used_at: expect.any(String) },
    ]);
    const audited = await server.query(
      `select actor from audit_events where subject = $1 and action = 'staff.passkey-add'`,
      [`staff:${member.id}`],
    );
    expect(audited).toMatchObject([{ actor: `staff:${member.id}` }]);
  });

  it.each<[string, PasskeyLies]>([
    ['another site', { origin: 'https://trade.example.com.evil.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['a user who was not verified', { isUserVerified: false }],
    ['a challenge that nobody gave', { challenge: 'AAAA' }],
    ['another key', { isForged: true }],
    ['a copy, whose count is behind', { counter: 1 }],
  ])('does not sign in from %s', async (_of, lies) => {
    const { authenticator } = await enrolled(`lies-${address}@example.com`, 'support');
    expect((await use(authenticator)).status).toBe(200);
    expect(codeOfRejection(await use(authenticator, lies))).toBe('invalid-credentials');
    expect((await use(authenticator)).status).toBe(200);
  });

  it('answers each challenge once, within five minutes, and none of customers', async () => {
    const { authenticator } = await enrolled('once@example.com', 'support');
    const response = authenticator.get(await challenge());
    const replies = await Promise.all(
      Array.from({ length: 3 }, async () => await server.post(LOGIN, { response }, fresh())),
    );
    const statuses = replies.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([200, 401, 401]);
    const late = authenticator.get(await challenge());
    server.advance(5 * MINUTE_MS);
    expect((await server.post(LOGIN, { response: late }, fresh())).status).toBe(401);
    const begun = await server.post<Begun>('/api/accounts/login/passkey/begin', {}, fresh());
    const foreign = authenticator.get(dataOf(begun.envelope).options);
    expect((await server.post(LOGIN, { response: foreign }, fresh())).status).toBe(401);
    const own = authenticator.get(await challenge());
    const asCustomer = await server.post('/api/accounts/login/passkey', { response: own }, fresh());
    expect(asCustomer.status).toBe(401);
  });

  it('is changed only with the password and a second factor of the same member', async () => {
    const { member, authenticator, passkeyId } = await enrolled('mine@example.com', 'support');
    const other = await enrolled('other@example.com', 'support');
    const { password, token } = member;
    const ask = async (proof: object): Promise<string | undefined> =>
      codeOfRejection(await call(`${PASSKEYS}/begin`, proof, token));
    expect((await call(`${PASSKEYS}/begin`, { current_password: password }, token)).status).toBe(
      422,
    );
    expect(await ask({ ...proofOf(member), current_password: 'a wrong password' })).toBe(
      'invalid-credentials',
    );
    expect(await ask({ current_password: password, code: '000000' })).toBe('code-invalid');
    const foreign = other.authenticator.get(await challenge());
    expect(await ask({ current_password: password, passkey: foreign })).toBe('code-invalid');
    // A creation that another member began, and a credential that is already registered.
    const response = createPasskeyAuthenticator(SITE).create(await begin(other.member));
    expect(codeOfRejection(await call(`${PASSKEYS}/add`, { name: 'x', response }, token))).toBe(
      'code-invalid',
    );
    expect(codeOfRejection(await add(member, other.authenticator))).toBe('code-invalid');
    const elsewhere = createPasskeyAuthenticator(SITE);
    expect(codeOfRejection(await add(member, elsewhere, { origin: 'https://evil.test' }))).toBe(
      'code-invalid',
    );
    // From the German back office.
    const remove = async (id: number, proof: object): Promise<Reply> => {
      const headers = { ...fresh().headers, 'accept-language': 'de' };
      return await server.post(`${PASSKEYS}/remove`, { id, ...proof }, { token, headers });
    };
    expect(codeOfRejection(await remove(other.passkeyId, proofOf(member)))).toBe('not-found');
    // Another session ends with the removal, which a passkey may prove instead of the code.
    const second = dataOf((await use(authenticator)).envelope).access_token;
    const passkey = authenticator.get(await challenge());
    const removed = await remove(passkeyId, { current_password: password, passkey });
    expect(removed.status).toBe(200);
    expect((await server.get(PASSKEYS, { token: second })).status).toBe(401);
    expect(dataOf((await server.get<Passkey[]>(PASSKEYS, { token })).envelope)).toEqual([]);
    expect(codeOfRejection(await use(authenticator))).toBe('invalid-credentials');
    const gone = 'Aus Ihrem Zugang zum Back Office wurde ein Passkey entfernt';
    await mailTo(mails, 'mine@example.com', gone);
  });

  it.each(['reset-password', 'reset-second-factor'])(
    'is removed when another admin calls %s, which also delays approvals',
    async (action) => {
      const admin = await signInStaff(server, `${action}-admin@example.com`, 'admin');
      const { member, authenticator } = await enrolled(`${action}@example.com`, 'finance');
      await server.query(`update staff set changed_at = now() - interval '30 days' where id = $1`, [
        member.id,
      ]);
      const path = `/api/backoffice/staff/${member.id}`;
      const seen = await server.get<object>(path, { token: admin.token });
      const other = { passkeys: 1, is_you: false, local_sign_in: true };
      expect(dataOf(seen.envelope)).toMatchObject(other);
      const own = await server.get<object>(`/api/backoffice/staff/${admin.id}`, admin);
      expect(dataOf(own.envelope)).toMatchObject({ is_you: true });
      const reset = await call(`${path}/${action}`, { reason: 'lost' }, admin.token);
      expect(reset.status).toBe(200);
      expect(codeOfRejection(await use(authenticator))).toBe('invalid-credentials');
      const [changed] = await server.query(
        `select changed_by, changed_at > now() - interval '1 day' as recent from staff where id = $1`,
        [member.id],
      );
      expect(changed).toEqual({ changed_by: `staff:${admin.id}`, recent: true });
      await server.query(`update staff set roles = '{}' where id = $1`, [admin.id]);
    },
  );

  it('signs nobody in who is disabled or linked to the provider', async () => {
    const { member, authenticator } = await enrolled('disabled@example.com', 'support');
    await server.query('update staff set disabled_at = now() where id = $1', [member.id]);
    expect(codeOfRejection(await use(authenticator))).toBe('blocked');
    const linked = await enrolled('linked@example.com', 'finance');
    const { envelope } = await signOnAs(server, provider, person('linked', 'money'));
    expect(codeOfRejection(await use(linked.authenticator))).toBe('sign-on-required');
    const { access_token: token } = dataOf(envelope);
    const begun = await call(`${PASSKEYS}/begin`, proofOf(linked.member), token);
    expect(codeOfRejection(begun)).toBe('sign-on-required');
    await server.query('update staff set is_break_glass = true where id = $1', [linked.member.id]);
    expect((await use(linked.authenticator)).status).toBe(200);
  });
});
