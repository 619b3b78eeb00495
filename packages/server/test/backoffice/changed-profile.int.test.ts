// Staff judge what they have seen: a profile that changed since is neither verified nor proven.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg } from '../documents/sample-files.ts';
import { nextCodeOf, signInStaff, type SignedIn } from '../support/staff.ts';
import {
  dataOf,
  SIGN_UP,
  signUp,
  startServer,
  type Reply,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Row = Readonly<Record<string, unknown>>;

const BASE = '/api/backoffice';
const REASON = 'compared with the passport';
const CHANGED = {
  code: 'profile-changed',
  message: 'The profile changed since you opened it. Reload it and check again.',
};
const { first_name, last_name, phone } = SIGN_UP;
const PROFILE = {
  first_name,
  last_name,
  phone,
  birth_date: '1990-12-31',
  country_id: 276,
  state: 'Berlin',
  city: 'Berlin',
  street: 'Hauptstraße 1',
  zip_code: '10115',
};

describeOnDatabase('a profile that changes after staff opened it', (database) => {
  let server: TestServer;
  let compliance: SignedIn;
  beforeAll(async () => {
    server = await startServer({ database });
    compliance = await signInStaff(server, 'compliance@staff.example', 'compliance');
  });
  afterAll(async () => await server.stop());

  const newcomer = async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { user, access_token: token } = await signUp(server, email);
    const save = async (change: object = {}) => {
      const form = { ...PROFILE, email, ...change };
      dataOf((await server.post('/api/accounts/update', form, { token })).envelope);
    };
    await save();
    return { id: user.id, email, token, save };
  };
  const upload = async (token: string): Promise<void> => {
    const body = new FormData();
    body.append('type', 'passport');
    body.append('files', new File([new Uint8Array(jpeg())], 'p.jpg', { type: 'image/jpeg' }));
    const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body };
    expect((await fetch(`${server.url}/api/accounts/upload`, init)).status).toBe(200);
  };
  const read = async (path: string): Promise<Row> =>
    dataOf((await server.get<Row>(`${BASE}/${path}`, { token: compliance.token })).envelope);
  const act = async (path: string, seen: Row): Promise<Reply> => {
    const { profile_version, expires_on } = seen;
    const body = {
      reason: REASON,
      profile_version,
      ...(expires_on === undefined ? {} : { expires_on }),
    };
    return await server.post(`${BASE}/${path}`, body, { token: compliance.token });
  };
  const as = async (...words: readonly string[]) => {
    const { email, password, secret } = compliance;
    const code = nextCodeOf(server, secret);
    return await server.operatorAs({ email, password, code }, ...words);
  };
  const countEvents = async (id: number, action: string): Promise<number> =>
    (
      await server.query('select 1 from audit_events where subject = $1 and action = $2', [
        `customer:${id}`,
        action,
      ])
    ).length;

  it.each([
    ['name', { last_name: 'Somebody' }],
    ['birth date', { birth_date: '1990-12-30' }],
    ['address', { street: 'Hauptstraße 2' }],
    ['country', { country_id: 380 }],
    ['telephone number', { phone: '+493023125001' }],
  ])('is not verified with another %s', async (_, change) => {
    const { id, save } = await newcomer();
    const seen = await read(`customers/${id}`);
    await save(change);
    const rejected = await act(`customers/${id}/verify`, seen);
    expect(rejected.status).toBe(409);
    expect(rejected.envelope).toMatchObject(CHANGED);
    expect(await read(`customers/${id}`)).toMatchObject({ verified: false });
    expect(await countEvents(id, 'customer.verify')).toBe(0);
    const again = await act(`customers/${id}/verify`, await read(`customers/${id}`));
    expect(dataOf(again.envelope)).toEqual({ changed: true });
  });

  it('is verified only with the version that the caller has seen', async () => {
    const { id } = await newcomer();
    const blind = await server.post(
      `${BASE}/customers/${id}/verify`,
      { reason: REASON },
      { token: compliance.token },
    );
    expect(blind.envelope).toMatchObject({ code: 'invalid' });
    const seen = await read(`customers/${id}`);
    expect(dataOf((await act(`customers/${id}/verify`, seen)).envelope)).toEqual({ changed: true });
  });

  it('is either verified or changed when both happen at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, email, token } = await newcomer();
      const seen = await read(`customers/${id}`);
      const form = { ...PROFILE, email, last_name: 'Somebody' };
      const [verified, saved] = await Promise.all([
        act(`customers/${id}/verify`, seen),
        server.post('/api/accounts/update', form, { token }),
      ]);
      const isVerified = verified.envelope.status === 'success';
      expect(saved.envelope.status === 'success').toBe(!isVerified);
      expect(isVerified ? saved.envelope : verified.envelope).toMatchObject({
        code: isVerified ? 'profile-locked' : 'profile-changed',
      });
    }
  });

  it('rejects the approval of a document that was compared with the earlier profile', async () => {
    const { id, token, save } = await newcomer();
    await upload(token);
    const list = await read(`documents?customer=${id}`);
    const [document] = list['rows'] as Row[];
    const path = `documents/${String(document?.['id'])}`;
    await server
      .post(`${BASE}/${path}/view`, { reason: REASON }, { token: compliance.token })
      .catch(
        // The reply is a picture.
        () => undefined,
      );
    const seen = { ...(await read(path)), expires_on: '2099-12-31' };
    await save({ first_name: 'Another' });
    expect((await act(`${path}/approve`, seen)).envelope).toMatchObject(CHANGED);
    expect(await read(path)).toMatchObject({ status: 'processing', judged_by: null });
    expect(await countEvents(id, 'document.approve')).toBe(0);
    // What the customer's page shows is the same version.
    expect(await read(`customers/${id}`)).toMatchObject({
      profile_version: (await read(path))['profile_version'],
    });
    const again = { ...(await read(path)), expires_on: '2099-12-31' };
    expect((await act(`${path}/approve`, again)).envelope).toMatchObject({ data: {} });
    expect(await read(path)).toMatchObject({ status: 'approved' });
  });

  describe('by staff', () => {
    const edit = async (by: SignedIn, id: number, change: object) => {
      const seen = { profile_version: (await read(`customers/${id}`))['profile_version'] };
      const body = { reason: REASON, verification: 'keep', request_id: 'one', ...seen, ...change };
      const path = `${BASE}/customers/${id}/edit-profile`;
      return (await server.post<Row>(path, body, { token: by.token })).envelope;
    };
    const waitingOf = async (id: number, by: SignedIn): Promise<Row> => {
      const path = `${BASE}/approvals?status=waiting&customer=${id}`;
      const { rows } = dataOf((await server.get<{ rows: Row[] }>(path, by)).envelope);
      return rows[0] ?? expect.fail('an approval waits');
    };
    const approve = async (by: SignedIn, { id }: Row) => {
      const path = `${BASE}/approvals/${String(id)}/approve`;
      return (await server.post<Row>(path, { reason: REASON }, { token: by.token })).envelope;
    };
    const verified = async () => {
      const customer = await newcomer();
      await act(`customers/${customer.id}/verify`, await read(`customers/${customer.id}`));
      return customer;
    };
    const MARRIED = { last_name: 'Married', country: 'AT' };
    let second: SignedIn;
    beforeAll(async () => {
      second = await signInStaff(server, 'second@staff.example', 'compliance');
      await server.query(`update staff set changed_at = '2020-01-01'`);
    });

    it.each(['keep', 'withdraw'] as const)(
      'takes two people, who %s the verification',
      async (verification) => {
        const { id } = await verified();
        const change = { ...MARRIED, first_name, verification };
        const waiting = { data: { changed: false, waiting: true } };
        expect(await edit(compliance, id, change)).toMatchObject(waiting);
        const row = await waitingOf(id, second);
        expect(row).toMatchObject({
          action: 'profile-edit',
          amount: null,
          verification,
          changes: [
            { profile_field: 'last_name', before: last_name, after: 'Married' },
            { profile_field: 'country', before: 'DE', after: 'AT' },
          ],
        });
        const finance = await signInStaff(server, `${verification}@staff.example`, 'finance');
        const seen = await waitingOf(id, finance);
        expect(seen).not.toHaveProperty('changes');
        expect(await approve(finance, row)).toMatchObject({ code: 'forbidden' });
        expect(await approve(compliance, row)).toMatchObject({ code: 'second-person' });
        expect(await read(`customers/${id}`)).toMatchObject({ last_name, verified: true });
        expect(await approve(second, row)).toMatchObject({ data: {} });
        expect(await read(`customers/${id}`)).toMatchObject({
          last_name: 'Married',
          country: 'AT',
          verified: verification === 'keep',
        });
        const events = await server.query(
          `select actor, action, after from audit_events
           where subject = $1 and action like 'customer.profile%' order by id desc limit 2`,
          [`customer:${id}`],
        );
        const [first, last] = [`staff:${compliance.id}`, `staff:${second.id}`];
        const after = { fields: ['last_name', 'country'], verification };
        expect(events).toEqual([
          {
            actor: last,
            action: 'customer.profile',
            after: { ...after, approvedBy: [first, last] },
          },
          { actor: first, action: 'customer.profile-first', after },
        ]);
        const notified = await server.query(
          `select 1 from notifications where customer_id = $1 and kind = 'profile-changed'`,
          [id],
        );
        expect(notified).toHaveLength(1);
        expect(await countEvents(id, 'customer.unverify')).toBe(verification === 'keep' ? 0 : 1);
      },
    );

    it('is executed only on the profile that both have seen', async () => {
      const { id, save } = await newcomer();
      await edit(compliance, id, MARRIED);
      const row = await waitingOf(id, second);
      await save({ city: 'Potsdam' });
      expect(await approve(second, row)).toMatchObject(CHANGED);
      expect(await edit(second, id, MARRIED)).toMatchObject({ code: 'duplicate-id' });
      expect(await read(`customers/${id}`)).toMatchObject({ last_name });
    });

    it('is executed once for two approvals, also when the profile is as it was again', async () => {
      const { id, save } = await newcomer();
      const change = { last_name: 'Married' };
      await edit(compliance, id, change);
      await approve(second, await waitingOf(id, second));
      expect(await read(`customers/${id}`)).toMatchObject({ last_name: 'Married' });
      await save();
      expect(await edit(compliance, id, change)).toMatchObject({ code: 'duplicate-id' });
      expect(await read(`customers/${id}`)).toMatchObject({ last_name });
    });

    it('follows the rules of the customer’s own form', async () => {
      const { id, email } = await newcomer();
      const problems = [
        { birth_date: '2020-01-31' },
        { birth_date: '1990-02-30' },
        { country: 'XX' },
        { phone: '12' },
      ];
      for (const change of problems) {
        expect(await edit(compliance, id, change)).toMatchObject({
          code: 'invalid',
          errors: { [Object.keys(change)[0] ?? '']: expect.any(String) },
        });
      }
      const same = { birth_date: PROFILE.birth_date, city: PROFILE.city };
      expect(await edit(compliance, id, same)).toMatchObject({
        data: { changed: false, waiting: false },
      });
      const unknown = await edit(compliance, id, { email });
      expect(unknown).toMatchObject({ code: 'invalid' });
    });
  });

  it('requires its version in the operator’s command, too', async () => {
    const { email, save } = await newcomer();
    const show = async () => {
      const { printed } = await server.operator('customer', 'show', email);
      return /profile version +([0-9a-f]{32})/.exec(printed.join('\n'))?.[1] ?? '';
    };
    const version = await show();
    await save({ city: 'Potsdam' });
    const option = `--profile=${version}`;
    const rejected = { code: 1, printed: [CHANGED.message] };
    expect(await server.operator('customer', 'verify', email, option)).toEqual(rejected);
    expect(await as('customer', 'verify', email, option)).toEqual(rejected);
    // A member of staff says what they have seen.
    expect((await as('customer', 'verify', email)).code).toBe(2);
    const verified = { code: 0, printed: [`${email} is verified.`] };
    expect(await as('customer', 'verify', email, `--profile=${await show()}`)).toEqual(verified);
  });
});
