import { Session } from '@halyard/contract/accounts';
import type { Country } from '@halyard/contract/accounts';
import type { IpInfo } from '@halyard/contract/config';
import type { NotificationPreferences, NotificationPage } from '@halyard/contract/notifications';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const REGISTER = '/api/accounts/register';
/** Requests at the same time. */
const RACE = 12;
const CONFIRM: Readonly<Record<string, string>> = {
  en: 'Please confirm your email address',
  de: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
  es: 'Confirma tu dirección de correo',
};

describeOnDatabase('sign-up', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, environment: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => server.stop());

  it('creates a customer and signs them in [c-register] [s-register] [e-session-access-token]', async () => {
    const { status, envelope } = await server.post(REGISTER, {
      ...SIGN_UP,
      email: 'One@Example.com',
    });
    expect(status).toBe(201);
    const session = Session.parse(dataOf(envelope));
    expect(session.access_token).toBe(session.user.token);
    expect(session.user).toMatchObject({
      first_name: 'Test',
      last_name: 'Customer',
      full_name: 'Test Customer',
      email: 'one@example.com',
      phone: '+493023125000',
      verified_account: false,
      auto_trading: 0,
      level: 'Standard',
      pin: null,
      birth_date: null,
    });
    const again = await server.post('/api/accounts/get', {}, { token: session.access_token });
    expect(dataOf(again.envelope)).toEqual(session);
  });

  it.each([
    ['first_name', '', 'This field is required', 'v-register-first-name'],
    ['first_name', undefined, 'This field is required', 'v-register-first-name'],
    ['last_name', '   ', 'This field is required', 'v-register-last-name'],
    ['email', undefined, 'This field is required', 'v-register-email-required'],
    ['email', 'nobody', 'invalid email address', 'v-register-email-pattern'],
    ['email', 'a\u001bc@example.com', 'invalid email address', 'v-register-email-pattern'],
    ['email', 'a\u009b31m@example.com', 'invalid email address', 'v-register-email-pattern'],
    ['email', 'demo\u200b@example.com', 'invalid email address', 'v-register-email-pattern'],
    ['first_name', 'a\u202eb', 'must be plain text on one line', 'c-register'],
    ['password', undefined, 'This field is required', 'v-register-password'],
    ['password', 'short', 'has minimum 8 characters', 'v-register-password'],
    ['phone', undefined, 'Phone number is required', 'v-register-phone-required'],
    ['phone', ' ', 'Phone number is required', 'v-register-phone-required'],
    ['phone', '12345', 'Phone number not valid', 'v-register-phone-valid'],
    ['phone', '+49 1', 'Phone number not valid', 'v-register-phone-valid'],
    ['phone', '+'.repeat(40), 'Phone number not valid', 'v-register-phone-valid'],
    ['agree', false, 'You must to agree to Terms & Conditions', 'c-register'],
    ['agree', undefined, 'You must to agree to Terms & Conditions', 'c-register'],
    ['country', 'Germany', 'is not valid', 'c-register'],
    ['verified_account', true, 'is not a known field', 'c-register'],
  ])('refuses %s = %j with %j and creates nobody [%s]', async (...row) => {
    const [field, value, text] = row;
    const form = { ...SIGN_UP, email: 'nobody@example.com', [field]: value };
    const { status, envelope } = await server.post(REGISTER, form);
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ status: 'error', code: 'invalid', data: null });
    const errors = envelope.status === 'error' ? envelope.errors : {};
    expect(Object.keys(errors ?? {})).toEqual([field]);
    expect(errors?.[field]).toBe(text);
    expect((await server.operator('customer', 'show', 'nobody@example.com')).code).toBe(1);
  });

  it('rejects a registered email in any spelling [v-register-duplicate]', async () => {
    await signUp(server, 'twice@example.com');
    const { status, envelope } = await server.post(REGISTER, {
      ...SIGN_UP,
      email: ' TWICE@example.COM ',
    });
    expect(status).toBe(409);
    expect(envelope).toMatchObject({ code: 'email-taken', message: 'This email already exist' });
  });

  it('creates one account when twelve requests use an email at the same time', async () => {
    const form = { ...SIGN_UP, email: 'race@example.com' };
    const replies = await Promise.all(
      Array.from({ length: RACE }, async (_, index) => {
        const headers = { 'x-forwarded-for': `198.51.100.${index}` };
        return await server.post(REGISTER, form, { headers });
      }),
    );
    const statuses = replies.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([201, ...Array.from({ length: RACE - 1 }, () => 409)]);
    const { printed } = await server.operator('customer', 'show', 'race@example.com');
    expect(printed.join()).toContain('race@example.com');
  });

  it('delays a network that probes for registered emails, and no other', async () => {
    await signUp(server, 'sought@example.com');
    const form = { ...SIGN_UP, email: 'sought@example.com' };
    const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
    for (let count = 0; count < 20; count += 1) {
      expect((await server.post(REGISTER, form, from('203.0.113.9'))).status).toBe(409);
    }
    const delayed = await server.post(REGISTER, form, from('203.0.113.9'));
    expect(delayed).toMatchObject({ status: 429, envelope: { code: 'too-many' } });
    expect(delayed.headers.get('retry-after')).toBe('1');
    expect((await server.post(REGISTER, form, from('203.0.113.10'))).status).toBe(409);
  });

  it.each([
    ['the phone', '+43 1 25000', 'FR', '8.8.8.8', 'AT'],
    ['the IP', '+800 1234 5678', 'FR', '193.0.6.139', 'NL'],
    ['the form', '+800 1234 5678', 'FR', '127.0.0.1', 'FR'],
  ])('takes the country from %s [e-register-country]', async (from, phone, country, ip, alpha2) => {
    const email = `country-${from.replace(' ', '-')}@example.com`;
    const headers = { 'x-forwarded-for': ip };
    const form = { ...SIGN_UP, email, phone, country };
    const reply = await server.post<Session>(REGISTER, form, { headers });
    const { user } = dataOf(reply.envelope);
    const countries = dataOf((await server.get<Country[]>('/api/get/countries')).envelope);
    expect(countries.find(({ id }) => id === user.country_id)?.alpha2).toBe(alpha2);
  });

  it('reads a national number in the country of the form', async () => {
    const form = {
      ...SIGN_UP,
      email: 'national@example.com',
      phone: '030 23125000',
      country: 'DE',
    };
    const { user } = dataOf((await server.post<Session>(REGISTER, form)).envelope);
    expect(user.phone).toBe('+493023125000');
  });

  it('stores the referrer, and drops unknown codes [e-register-ref]', async () => {
    const referrer = await signUp(server, 'referrer@example.com');
    const info = JSON.stringify({ source_page: '/landing', ip: '192.0.2.1', admin: true });
    for (const [email, ref] of [
      ['referred@example.com', referrer.user.uniqid],
      ['unreferred@example.com', 'nobodys-code'],
    ]) {
      const reply = await server.post(REGISTER, { ...SIGN_UP, email, ref, info });
      expect(reply.status).toBe(201);
    }
    await server.stop();
    const db = await database.open();
    const rows = await db.query(
      `select email, referred_by, source_page, sign_up_info, terms_version <> '' as has_terms from customers where email like '%referred@%'
       order by email`,
      [],
    );
    await db.close();
    server = await startServer({ database, environment: { TRUST_PROXY: '127.0.0.1' } });
    const kept = (page: string | null) => ({
      source_page: page,
      sign_up_info: { source_page: '/landing', ip: '192.0.2.1' },
      has_terms: true,
    });
    expect(rows).toEqual([
      { email: 'referred@example.com', referred_by: referrer.user.uniqid, ...kept('/landing') },
      { email: 'unreferred@example.com', referred_by: null, ...kept(null) },
    ]);
  });

  it.each([
    ['the form', { lng: 'de' }, 'es-ES,en;q=0.5', 'de'],
    ['the browser', {}, 'es-ES,en;q=0.5', 'es'],
    ['nothing that we speak', {}, 'nl', 'en'],
  ])('takes the language of mails from %s', async (from, form, header, language) => {
    const email = `language-${language}@example.com`;
    const headers = { 'accept-language': header };
    const body = { ...SIGN_UP, ...form, email };
    const { access_token: token } = dataOf(
      (await server.post<Session>(REGISTER, body, { headers })).envelope,
    );
    const path = '/api/accounts/notifications/preferences';
    const reply = await server.post<NotificationPreferences>(path, {}, { token });
    expect(dataOf(reply.envelope).language, from).toBe(language);
    const list = await server.post<NotificationPage>('/api/accounts/notifications', {}, { token });
    // What a sign-up is told first is to confirm the address, in the same language.
    const titles = dataOf(list.envelope).notifications.map(({ title }) => title);
    expect(titles.join()).toContain(CONFIRM[language]);
  });

  it('lists all countries by name [c-countries] [e-country]', async () => {
    const countries = dataOf((await server.get<Country[]>('/api/get/countries')).envelope);
    expect(countries).toHaveLength(249);
    expect(countries.slice(0, 3)).toEqual([
      { id: 4, name: 'Afghanistan', alpha2: 'AF' },
      { id: 248, name: 'Åland Islands', alpha2: 'AX' },
      { id: 8, name: 'Albania', alpha2: 'AL' },
    ]);
    expect(countries).toContainEqual({ id: 276, name: 'Germany', alpha2: 'DE' });
  });

  it.each([
    ['193.0.6.139', { country_short: 'NL', country_long: 'Netherlands' }],
    ['10.1.2.3', { country_short: '', country_long: '' }],
    ['', { country_short: '', country_long: '' }],
  ])('says where the address %j seems to be [e-ip-lookup]', async (ip, where) => {
    const headers: Record<string, string> = ip === '' ? {} : { 'x-forwarded-for': ip };
    const reply = await server.get<IpInfo>('/api/ip-info', { headers });
    expect(dataOf(reply.envelope)).toEqual({
      ip: ip === '' ? '127.0.0.1' : ip,
      city: '',
      ...where,
    });
  });
});

describeOnDatabase('sign-up with restrictions', (database) => {
  const closed = {
    status: 403,
    envelope: expect.objectContaining({ code: 'registration-closed', data: null }),
  };

  it('is rejected while registration is off [o-register-off]', async () => {
    const server = await startServer({ database, environment: { REGISTRATION: 'off' } });
    const reply = await server.post(REGISTER, { ...SIGN_UP, email: 'off@example.com' });
    expect(reply).toMatchObject(closed);
    expect((await server.operator('customer', 'show', 'off@example.com')).code).toBe(1);
    await server.stop();
  });

  it('is rejected if the phone number, IP address or form names a blocked country', async () => {
    const environment = { COUNTRIES_BLOCKED: 'US,FR', TRUST_PROXY: '127.0.0.1' };
    const server = await startServer({ database, environment });
    const form = { ...SIGN_UP, email: 'blocked@example.com' };
    const american = { headers: { 'x-forwarded-for': '8.8.8.8' } };
    expect(await server.post(REGISTER, { ...form, phone: '+12125550134' })).toMatchObject(closed);
    expect(await server.post(REGISTER, form, american)).toMatchObject(closed);
    expect(await server.post(REGISTER, { ...form, country: 'FR' })).toMatchObject(closed);
    expect((await server.post(REGISTER, form)).status).toBe(201);
    await server.stop();
  });
});
