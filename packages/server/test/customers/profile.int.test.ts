import { User } from '@halyard/contract/accounts';
import type { Session } from '@halyard/contract/accounts';
import type { Country } from '@halyard/contract/accounts';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const UPDATE = '/api/accounts/update';
const PROFILE = {
  first_name: 'Ada',
  last_name: 'Byron',
  phone: '030 23125000',
  birth_date: '1990-12-31',
  country_id: 276,
  state: 'Berlin',
  city: 'Berlin',
  street: 'Hauptstraße 1',
  zip_code: '10115',
} as const;

describeOnDatabase('the profile', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, environment: { COUNTRIES_BLOCKED: 'KP' } });
  });
  afterAll(() => server.stop());

  const save = async (token: string, body: object) =>
    await server.post<{ user: User }>(UPDATE, body, { token });
  const read = async (token: string): Promise<User> =>
    dataOf((await server.post<Session>('/api/accounts/get', {}, { token })).envelope).user;

  it('is saved completely and read back [c-update] [e-user-fields]', async () => {
    const email = 'saved@example.com';
    const { access_token: token, user } = await signUp(server, email);
    const { status, envelope } = await save(token, { ...PROFILE, email });
    expect(status).toBe(200);
    const saved = User.parse(dataOf(envelope).user);
    expect(saved).toEqual({
      ...user,
      ...PROFILE,
      phone: '+493023125000',
      full_name: 'Ada Byron',
    });
    expect(await read(token)).toEqual(saved);
    const { printed } = await server.operator('customer', 'show', email);
    expect(printed).toContain('profile         complete');
  });

  it('shows operators what is missing', async () => {
    await signUp(server, 'missing@example.com');
    const { printed } = await server.operator('customer', 'show', 'missing@example.com');
    expect(printed).toContain('profile         not complete');
  });

  it('requires each of the ten fields [v-profile-required]', async () => {
    const { access_token: token, user } = await signUp(server, 'every@example.com');
    const whole: Record<string, unknown> = { ...PROFILE, email: 'every@example.com' };
    for (const field of Object.keys(whole)) {
      for (const value of [undefined, '', '   ', null]) {
        const { status, envelope } = await save(token, { ...whole, [field]: value });
        expect({ field, status }).toEqual({ field, status: 422 });
        expect(envelope).toMatchObject({
          code: 'invalid',
          errors: { [field]: expect.any(String) },
        });
      }
    }
    expect(await read(token)).toEqual(user);
  });

  it.each([
    ['phone', '12345', 'Phone number not valid', 'v-profile-phone-valid'],
    ['phone', '+49 1', 'Phone number not valid', 'v-profile-phone-valid'],
    ['phone', '', 'Phone number is required', 'v-profile-phone-valid'],
    ['email', 'nobody', 'invalid email address', 'c-update'],
    ['birth_date', '31.12.1990', 'must be a date such as 1990-12-31', 'c-update'],
    ['birth_date', '1990-02-30', 'must be a real date such as 1990-12-31', 'c-update'],
    ['country_id', 999, 'is not a country', 'c-update'],
    ['country_id', '276', 'must be a number', 'c-update'],
    ['country_id', 408, 'We do not serve customers of this country', 'c-update'],
    ['zip_code', 'x'.repeat(17), 'has maximum 16 characters', 'c-update'],
    ['street', 'x'.repeat(161), 'has maximum 160 characters', 'c-update'],
    ['city', 'a\u202eb', 'must be plain text on one line', 'c-update'],
    ['state', 'a\nb', 'must be plain text on one line', 'c-update'],
  ])('refuses %s = %j with "%s" and changes nothing [%s]', async (field, value, text, _clause) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { access_token: token, user } = await signUp(server, email);
    const { status, envelope } = await save(token, { ...PROFILE, email, [field]: value });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ code: 'invalid', errors: { [field]: text } });
    expect(await read(token)).toEqual(user);
  });

  it('requires an age of 18 by the server’s clock, in UTC', async () => {
    const email = 'young@example.com';
    const { access_token: token } = await signUp(server, email);
    const today = new Date(Date.now() + server.offsetMs());
    const tomorrow = new Date(today.getTime() + DAY_MS).toISOString().slice(5, 10);
    const birthDate = `${today.getUTCFullYear() - 18}-${tomorrow}`;
    expect(
      (await save(token, { ...PROFILE, email, birth_date: birthDate })).envelope,
    ).toMatchObject({
      code: 'invalid',
      errors: { birth_date: 'You must be at least 18 years old' },
    });
    server.advance(DAY_MS);
    const again = dataOf(
      (await server.post<Session>('/api/accounts/login', { email, password: SIGN_UP.password }))
        .envelope,
    );
    expect(
      (await save(again.access_token, { ...PROFILE, email, birth_date: birthDate })).status,
    ).toBe(200);
  });

  it.each([
    ['level', 'Gold'],
    ['pin', '1234'],
    ['verified_account', true],
    ['custom_leverage', { forex: [7] }],
    ['assets_group_permission', [1]],
    ['doc_passport', '{"status":2}'],
    ['created_at', '2020-01-01T00:00:00Z'],
    ['uniqid', 'mine'],
    ['id', 1],
    ['auto_trading', 1],
    ['full_name', 'Other'],
    ['balance', 1_000_000],
    ['constructor', {}],
  ])('rejects %s, which customers can’t set', async (field, value) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { access_token: token, user } = await signUp(server, email);
    const { status, envelope } = await save(token, { ...PROFILE, email, [field]: value });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ errors: { [field]: 'is not a known field' } });
    expect(await read(token)).toEqual(user);
  });

  it('changes the email only with the password', async () => {
    const email = 'before@example.com';
    const { access_token: token, user } = await signUp(server, email);
    const form = { ...PROFILE, email: 'After@example.com' };
    expect(await save(token, form)).toMatchObject({
      status: 401,
      envelope: { code: 'password-required' },
    });
    expect(await save(token, { ...form, current_password: 'guessed' })).toMatchObject({
      status: 401,
      envelope: { code: 'invalid-credentials' },
    });
    expect(await read(token)).toEqual(user);
    const changed = await save(token, { ...form, current_password: SIGN_UP.password });
    expect(dataOf(changed.envelope).user.email).toBe('after@example.com');
    const signIn = { email: 'after@example.com', password: SIGN_UP.password };
    expect((await server.post('/api/accounts/login', signIn)).status).toBe(200);
  });

  it('rejects another customer’s email, also in a race', async () => {
    await signUp(server, 'taken@example.com');
    const { access_token: token, user } = await signUp(server, 'taker@example.com');
    const form = { ...PROFILE, current_password: SIGN_UP.password };
    expect(await save(token, { ...form, email: 'taken@example.com' })).toMatchObject({
      status: 409,
      envelope: { code: 'email-taken' },
    });
    expect(await read(token)).toEqual(user);
    const { access_token: other } = await signUp(server, 'rival@example.com');
    const both = await Promise.all(
      [token, other].map((one) => save(one, { ...form, email: 'wanted@example.com' })),
    );
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });

  it('locks name, birth date and country of a verified customer', async () => {
    const email = 'verified@example.com';
    const { access_token: token } = await signUp(server, email);
    const form = { ...PROFILE, phone: '+493023125000', email };
    await save(token, form);
    await server.operator('customer', 'verify', email);
    const before = await read(token);
    for (const change of [
      { first_name: 'Eve' },
      { last_name: 'Eve' },
      { birth_date: '1991-12-31' },
      { country_id: 40 },
    ]) {
      expect(await save(token, { ...form, ...change })).toMatchObject({
        status: 409,
        envelope: { code: 'profile-locked' },
      });
    }
    expect(await read(token)).toEqual(before);
    const moved = await save(token, { ...form, street: 'Nebenstraße 2' });
    expect(dataOf(moved.envelope).user).toMatchObject({ street: 'Nebenstraße 2' });
  });

  it('changes no name after staff have verified it, also in a race', async () => {
    const email = 'raced@example.com';
    const { access_token: token } = await signUp(server, email);
    const form = { ...PROFILE, email };
    for (let round = 0; round < 10; round += 1) {
      await server.operator('customer', 'unverify', email);
      const name = `Name${String.fromCodePoint(97 + round)}`;
      await Promise.all([
        save(token, { ...form, first_name: name }),
        server.operator('customer', 'verify', email),
      ]);
    }
    const events = await server.query(
      `select action from audit_events where subject = (select 'customer:' || id from customers
         where email = $1) and action in ('customer.profile', 'customer.verify', 'customer.unverify')
       order by id`,
      [email],
    );
    const actions = events.map(({ action }) => action);
    const late = actions.filter(
      (action, index) => action === 'customer.profile' && actions[index - 1] === 'customer.verify',
    );
    expect(late).toEqual([]);
    expect(actions).toContain('customer.verify');
  });

  it('accepts missing fields after verification', async () => {
    const email = 'late@example.com';
    const { access_token: token } = await signUp(server, email);
    await server.operator('customer', 'verify', email);
    const named = { first_name: SIGN_UP.first_name, last_name: SIGN_UP.last_name };
    expect((await save(token, { ...PROFILE, ...named, email })).status).toBe(200);
  });

  it('offers every country of ISO 3166, by its two letters [c-countries] [e-country]', async () => {
    const countries = dataOf((await server.get<Country[]>('/api/get/countries')).envelope);
    expect(countries.map(({ alpha2 }) => alpha2).toSorted()).toEqual(knownRegions());
    expect(new Set(countries.map(({ id }) => id)).size).toBe(countries.length);
    expect(countries.every(({ id }) => id > 0 && id < 1_000)).toBe(true);
  });

  // Last: the network is slowed with the account.
  it('delays password guesses', async () => {
    const { access_token: token } = await signUp(server, 'guess@example.com');
    const form = { ...PROFILE, email: 'guessed@example.com', current_password: 'guessed' };
    const statuses: number[] = [];
    for (let times = 0; times < 25; times += 1) statuses.push((await save(token, form)).status);
    expect(statuses).toContain(429);
  });
});

/** What Unicode names beside countries: older ones, unions, reserved codes. */
const NO_COUNTRIES =
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ';

/** The regions that Unicode names, without those that ISO has not given to a country. */
function knownRegions(): readonly string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const noCountries = new Set(NO_COUNTRIES.split(' '));
  return letters
    .flatMap((first) => letters.map((second) => `${first}${second}`))
    .filter((code) => !noCountries.has(code) && names.of(code) !== undefined);
}
