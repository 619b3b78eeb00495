// Screening: when the provider is asked, what counts, and what stands against a verification.
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { startScreeningProvider, type ScreeningProviderServer } from '@halyard/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jpeg } from '../documents/sample-files.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { listMails, mailTo } from '../support/mailbox.ts';
import { codeOfRejection } from '../support/sign-on.ts';
import { signInStaff } from '../support/staff.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Row = Readonly<Record<string, unknown>>;

const BASE = '/api/backoffice';
const OPERATOR = 'desk@broker.example';
const REASON = 'compared with the list';
const { first_name, phone } = SIGN_UP;
const PROFILE = {
  first_name,
  phone,
  birth_date: '1990-12-31',
  country_id: 276,
  state: 'Berlin',
  city: 'Berlin',
  street: 'Hauptstraße 1',
  zip_code: '10115',
};

describeOnDatabase('screening', (database) => {
  let provider: ScreeningProviderServer;
  let mails: TestMailServer;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    provider = await startScreeningProvider();
    mails = await startMailServer();
    const environment = {
      SCREENING_URL: provider.url,
      SCREENING_SECRET: provider.secret,
      SCREENING_EVERY_DAYS: '30',
      SMTP_URL: mails.url,
      OPERATOR_EMAIL: OPERATOR,
    };
    server = await startServer({ database, jobPollMs: 20, environment });
    ({ token } = await signInStaff(server, 'compliance@staff.example', 'compliance'));
  });
  afterAll(async () => {
    await server.stop();
    await provider.close();
    await mails.close();
  });

  /** A session of staff ends after some minutes. */
  const advance = async (durationMs: number) => {
    server.advance(durationMs);
    const email = `${crypto.randomUUID()}@staff.example`;
    ({ token } = await signInStaff(server, email, 'compliance'));
  };
  const read = async (id: number): Promise<Row> =>
    dataOf((await server.get<Row>(`${BASE}/customers/${id}`, { token })).envelope);
  const screeningOf = async (id: number): Promise<Row> => {
    const { screening, screening_state } = await read(id);
    return { ...(screening as Row | null), screening_state };
  };
  const expectState = async (id: number, state: string) =>
    await eventually(async () =>
      expect(await screeningOf(id)).toMatchObject({ screening_state: state }),
    );
  const act = async (id: number, action: string, body: object = {}) => {
    const { profile_version, screening_version } = await read(id);
    const seen = action === 'verify' ? { profile_version } : {};
    const decided = action === 'decide-screening' ? { screening_version } : {};
    const sent = { reason: REASON, ...seen, ...decided, ...body };
    return codeOfRejection(await server.post(`${BASE}/customers/${id}/${action}`, sent, { token }));
  };
  const newcomer = async (last_name: string) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { user, access_token } = await signUp(server, email);
    const save = async (change: object = {}) => {
      const form = { ...PROFILE, last_name, email, ...change };
      dataOf((await server.post('/api/accounts/update', form, { token: access_token })).envelope);
    };
    const upload = async (type: string): Promise<void> => {
      const body = new FormData();
      body.append('type', type);
      body.append('files', new File([new Uint8Array(jpeg())], 'p.jpg', { type: 'image/jpeg' }));
      const headers = { authorization: `Bearer ${access_token}` };
      const init = { method: 'POST', headers, body };
      expect((await fetch(`${server.url}/api/accounts/upload`, init)).status).toBe(200);
    };
    return { id: user.id, save, upload };
  };
  const askedOf = (id: number) => provider.asked.filter((person) => person.id === id);
  const caseOf = async (id: number): Promise<Row | undefined> => {
    const { cases } = dataOf(
      (await server.get<{ cases: Row[] }>(`${BASE}/compliance`, { token })).envelope,
    );
    return cases.find((one) => one['customer_id'] === id);
  };

  it('is done at each change of the identity and at an upload, and lets the clear be verified', async () => {
    const { id, save, upload } = await newcomer('Clear');
    expect(await screeningOf(id)).toMatchObject({ screening_state: 'not-screened' });
    expect(await act(id, 'verify')).toBe('screening-open');
    await save();
    await expectState(id, 'clear');
    expect(askedOf(id)).toEqual([
      expect.objectContaining({ last_name: 'Clear', birth_date: '1990-12-31', country: 'DE' }),
    ]);
    // Neither an address nor a document on the same day asks again.
    await save({ street: 'Hauptstraße 2' });
    await upload('passport');
    expect(await screeningOf(id)).toMatchObject({ screening_state: 'clear', age_days: 0 });
    await save({ street: 'Hauptstraße 2', birth_date: '1990-12-30' });
    await eventually(() => expect(askedOf(id)).toHaveLength(2));
    await expectState(id, 'clear');
    await advance(2 * DAY_MS);
    expect(await screeningOf(id)).toMatchObject({ screening_state: 'clear', age_days: 2 });
    expect(await act(id, 'verify')).toBeUndefined();
  });

  it.each(['review', 'hit'])('lets an officer decide about a %s with a reason', async (result) => {
    provider.answer(result, result);
    const { id, save } = await newcomer(result);
    await save();
    await expectState(id, result);
    expect(await screeningOf(id)).toMatchObject({ reference: expect.stringMatching(/^CASE-/) });
    expect(await act(id, 'verify')).toBe('screening-open');
    const { code, printed } = await server.operator('customer', 'verify', String(id));
    expect([code, printed.join()]).toEqual([1, expect.stringContaining('is not clear')]);
    expect(await caseOf(id)).toMatchObject({ step: 'screening', screening: { state: result } });
    const outdated = { decision: 'accept', screening_version: `none:${'0'.repeat(32)}` };
    expect(await act(id, 'decide-screening', outdated)).toBe('record-missing');
    expect(await act(id, 'decide-screening', { decision: 'confirm' })).toBeUndefined();
    expect(await act(id, 'verify')).toBe('screening-open');
    expect(await act(id, 'decide-screening', { decision: 'accept' })).toBeUndefined();
    expect(await screeningOf(id)).toMatchObject({
      screening_state: 'accepted',
      screening_result: result,
      decision_reason: REASON,
    });
    expect(await caseOf(id)).toBeUndefined();
    expect(await act(id, 'verify')).toBeUndefined();
    const events = await server.query(
      `select action, reason, after from audit_events where subject = $1 and action like 'screening.%'
       order by id`,
      [`customer:${id}`],
    );
    expect(events).toMatchObject([
      // The reference is personal data, which the permanent log must not hold.
      { action: 'screening.answer', after: { screening: expect.any(Number), result } },
      { action: 'screening.decide', reason: REASON },
      { action: 'screening.decide', reason: REASON },
    ]);
  });

  it.each([
    ['an outage', { status: 503, body: '' }],
    ['a reply that can’t be read', { status: 200, body: '{"result": "fine"}' }],
  ])('shows %s as not screened, and asks again', async (_, failure) => {
    provider.failWith(failure);
    const before = provider.requestCount();
    const { id, save } = await newcomer('Late');
    await save();
    await eventually(async () =>
      expect(await screeningOf(id)).toMatchObject({
        screening_state: 'not-screened',
        failure: expect.stringContaining('provider'),
      }),
    );
    expect(provider.requestCount()).toBeGreaterThan(before);
    expect(await act(id, 'verify')).toBe('screening-open');
    // A decision without an answer counts until there is one that is not clear.
    expect(await act(id, 'decide-screening', { decision: 'accept' })).toBeUndefined();
    await expectState(id, 'accepted');
    provider.answer('Late', 'hit');
    provider.failWith(undefined);
    await advance(HOUR_MS);
    await expectState(id, 'hit');
    expect(await act(id, 'verify')).toBe('screening-open');
  });

  it('keeps a confirmed hit when the provider answers later that the customer is clear', async () => {
    provider.failWith({ status: 503, body: '' });
    const { id, save } = await newcomer('Known');
    await save();
    expect(await act(id, 'decide-screening', { decision: 'confirm' })).toBeUndefined();
    provider.failWith(undefined);
    await advance(HOUR_MS);
    await eventually(async () =>
      expect(await screeningOf(id)).toMatchObject({ screening_result: 'clear' }),
    );
    expect(await screeningOf(id)).toMatchObject({ screening_state: 'confirmed' });
    expect(await act(id, 'verify')).toBe('screening-open');
    expect(await act(id, 'decide-screening', { decision: 'accept' })).toBeUndefined();
    expect(await act(id, 'verify')).toBeUndefined();
  });

  it('keeps an open hit in the queue while the provider is asked again', async () => {
    provider.answer('Again', 'hit');
    const { id, save } = await newcomer('Again');
    await save();
    await expectState(id, 'hit');
    provider.failWith({ status: 503, body: '' });
    expect(await act(id, 'screen')).toBeUndefined();
    await expectState(id, 'not-screened');
    expect(await caseOf(id)).toMatchObject({ step: 'screening' });
    expect(await act(id, 'decide-screening', { decision: 'accept' })).toBeUndefined();
    expect(await caseOf(id)).toBeUndefined();
    provider.failWith(undefined);
  });

  it('takes a decision only about the identity that the officer saw, and one of two at once', async () => {
    const { id, save } = await newcomer('Seen');
    // The limit of questions is reached: the provider is not asked about a changed identity.
    await server.query(
      `insert into screenings (customer_id, cause, requested_at)
       select $1, 'staff', $2 from generate_series(1, 20)`,
      [id, new Date(Date.now() + server.offsetMs())],
    );
    const { screening_version } = await read(id);
    await save({ last_name: 'Unseen' });
    const decision = { decision: 'accept', screening_version };
    expect(await act(id, 'decide-screening', decision)).toBe('record-missing');
    expect(await act(id, 'verify')).toBe('screening-open');
    // The first decision makes a screening of its own: the latest is about another identity.
    await server.query(`update screenings set identity_hash = 'another' where customer_id = $1`, [
      id,
    ]);
    const answers = await Promise.all([
      act(id, 'decide-screening', { decision: 'accept' }),
      act(id, 'decide-screening', { decision: 'confirm' }),
    ]);
    expect(answers.toSorted()).toEqual(['record-missing', undefined]);
  });

  it('asks about one customer only so often a day', async () => {
    const { id } = await newcomer('Often');
    let code: string | undefined;
    let times = 0;
    for (; times < 30 && code === undefined; times += 1) code = await act(id, 'screen');
    expect([times, code]).toEqual([21, 'screening-off']);
  });

  it('is renewed after some days, and mails the operator about verified customers', async () => {
    const verified = await newcomer('Renewed');
    const unverified = await newcomer('Unverified');
    const confirmed = await newcomer('Confirmed');
    provider.answer('Confirmed', 'hit');
    for (const one of [verified, unverified, confirmed]) await one.save();
    await expectState(unverified.id, 'clear');
    await expectState(verified.id, 'clear');
    await expectState(confirmed.id, 'hit');
    expect(await act(verified.id, 'verify')).toBeUndefined();
    expect(await act(confirmed.id, 'decide-screening', { decision: 'confirm' })).toBeUndefined();
    provider.answer('Renewed', 'hit');
    provider.answer('Unverified', 'hit');
    provider.answer('Confirmed', 'clear');
    await advance(29 * DAY_MS);
    expect(await screeningOf(verified.id)).toMatchObject({ screening_state: 'clear' });
    await advance(2 * DAY_MS);
    await expectState(verified.id, 'hit');
    expect(askedOf(verified.id)).toHaveLength(2);
    expect(await caseOf(verified.id)).toMatchObject({ step: 'screening' });
    await mailTo(mails, OPERATOR, `Screening: verified customer ${verified.id} is on a list`);
    await expectState(unverified.id, 'hit');
    const subjects = listMails(mails, OPERATOR).join('\n');
    expect(subjects).not.toContain(`customer ${unverified.id} `);
    // A confirmed hit is not asked about again.
    expect(askedOf(confirmed.id)).toHaveLength(1);
  });

  it('is off without a provider, but keeps what was answered', async () => {
    provider.answer('Kept', 'hit');
    const kept = await newcomer('Kept');
    await kept.save();
    await expectState(kept.id, 'hit');
    const fresh = await newcomer('Fresh');
    const offsetMs = server.offsetMs();
    await server.stop();
    server = await startServer({ database, offsetMs });
    ({ token } = await signInStaff(server, 'off@staff.example', 'compliance'));
    expect(await act(kept.id, 'verify')).toBe('screening-open');
    expect(await act(fresh.id, 'screen')).toBe('screening-off');
    expect(await screeningOf(fresh.id)).toMatchObject({ screening_state: 'off' });
    expect(await act(fresh.id, 'verify')).toBeUndefined();
  });
});
