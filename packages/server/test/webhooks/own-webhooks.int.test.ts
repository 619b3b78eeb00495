// Webhooks in the customer's profile, those of the operator, and the dead deliveries that staff send
// again.
import type { NewWebhook, Webhook, WebhookDelivery } from '@halyard/contract/v1/webhooks';
import type { Envelope } from '@halyard/contract/wire';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, createKey } from '../public-api/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { readOutbox } from '../support/outbox.ts';
import { signInStaff, type SignedIn } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';
import { startReceiver, type Received, type Receiver } from './receiver.ts';

const ROOT = '/api/accounts/webhooks';
const ENVIRONMENT = { WEBHOOK_PRIVATE_TARGETS: 'on', OPERATOR_EMAIL: 'desk@broker.example' };
const EVENTS = ['order.expired'];

const OFFICE = '/api/backoffice/operator-webhooks';
const VERIFICATION = ['customer.verified', 'customer.unverified'];
const REASON = { reason: 'the CRM needs it' };

describeOnDatabase('webhooks in the profile and of the operator', (database) => {
  let server: TestServer;
  let receiver: Receiver;
  beforeAll(async () => {
    server = await startServer({ database, environment: ENVIRONMENT });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    receiver.close();
    await server.stop();
  });

  type Post = <Data>(path: string, body: object) => Promise<Envelope<Data>>;
  const enter = async (name: string): Promise<Post> => {
    const { access_token: token } = await signUp(server, `${name}@hooks.example`);
    return async <Data>(path: string, body: object) =>
      (await server.post<Data>(`${ROOT}${path}`, body, { token })).envelope;
  };
  const create = async (post: Post): Promise<NewWebhook> =>
    dataOf(await post<NewWebhook>('/create', { url: `${receiver.url}/in?key=1`, events: EVENTS }));

  it('offers the events of new work for staff to no webhook of a customer', async () => {
    const post = await enter('no-work');
    const create = async (event: string) =>
      await post('/create', { url: `${receiver.url}/own`, events: [event] });
    expect(await create('withdrawal.paid')).toMatchObject({ status: 'success' });
    expect(await create('withdrawal.requested')).toMatchObject({ code: 'invalid' });
  });

  it('shows the secret once, and lists, resends and deletes what is its own', async () => {
    const post = await enter('owner');
    const { webhook, secret } = await create(post);
    expect(secret).toMatch(/^whsec_/);
    const id = Number(webhook.id);
    expect(dataOf(await post<Webhook[]>('', {}))).toEqual([webhook]);
    await server.query(
      `insert into webhook_deliveries
         (endpoint_id, event_id, type, body, created_at, retried_since, due_at, dead_at)
       values ($1, 'evt_dead', 'order.expired', '{}', now(), now(), now(), now())`,
      [id],
    );
    const read = async (status: string): Promise<WebhookDelivery[]> =>
      dataOf(await post<WebhookDelivery[]>('/deliveries', { id, status }));
    const [dead] = await read('dead');
    expect(dead).toMatchObject({ event_id: 'evt_dead', status: 'dead' });
    const one = { id, delivery_id: Number(dead?.id) };
    const stranger = await enter('stranger');
    for (const path of ['/resend', '/deliveries', '/delete']) {
      const body = path === '/resend' ? one : { id };
      expect(rejectionOf(await stranger(path, body)).code).toBe('not-found');
    }

    const { token } = await signInStaff(server, 'support@staff.example', 'support');
    const list = '/api/backoffice/webhook-deliveries';
    type Page = { readonly rows: readonly object[] };
    const listed = await server.get<Page>(`${list}?status=dead`, { token });
    expect(dataOf(listed.envelope).rows).toMatchObject([{ receiver: receiver.url, attempts: 0 }]);
    const reason = { reason: 'the receiver is back' };
    await server.post(`${list}/${dead?.id}/resend`, reason, { token });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.headers['webhook-id']).toBe('evt_dead');
    await eventually(async () => expect(await read('delivered')).toHaveLength(1));
    await post('/resend', one);
    await eventually(() => expect(receiver.received).toHaveLength(2));

    expect(rejectionOf(await stranger('/rotate', { id })).code).toBe('not-found');
    const rotated = dataOf(await post<NewWebhook>('/rotate', { id }));
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.webhook).toMatchObject({ previous_secret_until: expect.any(String) });
    expect((await post('/delete', { id })).status).toBe('success');
    expect(dataOf(await post('', {}))).toEqual([]);
  });

  it('notifies the customer of a new webhook and of a new secret', async () => {
    const { access_token: token } = await signUp(server, 'notified@hooks.example');
    const { key } = await createKey(server, token);
    const call = createClient(server, key);
    const body = { url: `${receiver.url}/in`, events: EVENTS };
    const made = (await call('POST', '/webhooks', { body })).json as NewWebhook;
    await call('POST', `/webhooks/${made.webhook.id}/rotate_secret`);
    const path = '/api/accounts/notifications';
    const bell = JSON.stringify((await server.post(path, {}, { token })).envelope);
    const { host } = new URL(receiver.url);
    expect(bell).toContain(`A webhook was created: ${host}`);
    expect(bell).toContain(`A webhook has a new secret: ${host}`);
    expect(bell).not.toContain('whsec_');
  });

  const at = (path: string): Sent[] =>
    receiver.received.filter((one) => one.path === path).map(toSent);
  const change = async (action: 'verify' | 'unverify', email: string): Promise<void> => {
    const { code, printed } = await server.operator('customer', action, email);
    expect([code, printed]).toEqual([0, expect.anything()]);
  };
  /** A customer with a webhook of their own, which receives its events at the path. */
  const enterWithHook = async (name: string, environment = 'live') => {
    const email = `${name}@hooks.example`;
    const { access_token: token, user } = await signUp(server, email);
    const body = { url: `${receiver.url}/${name}`, events: VERIFICATION, environment };
    dataOf((await server.post<NewWebhook>(`${ROOT}/create`, body, { token })).envelope);
    return { email, path: `/${name}`, id: String(user.id) };
  };
  type NewOne = { readonly id: number; readonly secret: string };
  const createForOperator = async (admin: SignedIn, path: string, events = VERIFICATION) => {
    const body = { url: `${receiver.url}${path}`, environment: 'live', events, ...REASON };
    const { token } = admin;
    return dataOf((await server.post<NewOne>(`${OFFICE}/create`, body, { token })).envelope);
  };

  it('sends a verification and its withdrawal to the customer and to the operator', async () => {
    const admin = await signInStaff(server, 'verifying@staff.example', 'admin');
    const { id } = await createForOperator(admin, '/verified');
    const first = await enterWithHook('first');
    const second = await enterWithHook('second');
    const practice = await enterWithHook('practice', 'practice');
    for (const { email } of [first, practice]) await change('verify', email);
    // It is verified already: nothing changes, and there is no event.
    await change('verify', first.email);
    await change('unverify', first.email);
    await eventually(() => expect(at('/verified')).toHaveLength(3));
    await eventually(() => expect(at('/first')).toHaveLength(2));
    const account_id = first.id;
    expect(at('/first')).toEqual([
      { type: 'customer.verified', data: { account_id, at: expect.any(String) } },
      { type: 'customer.unverified', data: { account_id, at: expect.any(String) } },
    ]);
    const ofFirst = at('/verified').filter(({ data }) => data['customer_id'] === first.id);
    const own = at('/first').map(({ type, data }) => ({
      type,
      data: { customer_id: first.id, ...data },
    }));
    expect(ofFirst).toEqual(own);
    expect(at('/verified').map(({ data }) => data['customer_id'])).toContain(practice.id);
    expect([...at(second.path), ...at(practice.path)]).toEqual([]);
    await server.post(`${OFFICE}/${id}/delete`, REASON, admin);
  });

  it('keeps the order of each customer’s events, without delaying other customers', async () => {
    const admin = await signInStaff(server, 'ordering@staff.example', 'admin');
    const { id } = await createForOperator(admin, '/ordered');
    const failing = await enterWithHook('failing');
    const prompt = await enterWithHook('prompt');
    receiver.answer(({ path, body }) =>
      path === '/ordered' && body.includes(`"customer_id":"${failing.id}"`) ? 500 : 204,
    );
    const of = (customer: { readonly id: string }): string[] =>
      at('/ordered')
        .filter(({ data }) => data['customer_id'] === customer.id)
        .map(({ type }) => type);
    await change('verify', failing.email);
    await eventually(() => expect(of(failing)).toHaveLength(1));
    await change('unverify', failing.email);
    await change('verify', prompt.email);
    await change('unverify', prompt.email);
    await eventually(() => expect(of(prompt)).toEqual(VERIFICATION));
    expect(of(failing)).toEqual(['customer.verified']);
    receiver.answer(204);
    server.advance(MINUTE_MS);
    await eventually(() => expect(of(failing)).toEqual(['customer.verified', ...VERIFICATION]));
    await server.post(`${OFFICE}/${id}/delete`, REASON, admin);
  });

  it('disables a webhook of the operator, whose failed deliveries staff send again', async () => {
    const admin = await signInStaff(server, 'disabling@staff.example', 'admin');
    const { id } = await createForOperator(admin, '/disabled');
    const customer = await enterWithHook('disabled-owner');
    receiver.answer(({ path }) => (path === '/disabled' ? 500 : 204));
    await change('verify', customer.email);
    await eventually(() => expect(at('/disabled')).toHaveLength(1));
    await server.post(`${OFFICE}/${id}/disable`, REASON, admin);
    await change('unverify', customer.email);
    const path = `/api/backoffice/webhook-deliveries?owner=operator&customer=${customer.id}`;
    type Row = { readonly id: number; readonly status: string };
    const list = async (): Promise<readonly Row[]> =>
      dataOf((await server.get<{ rows: Row[] }>(path, admin)).envelope).rows;
    const [dead, ...others] = await list();
    expect([dead?.status, others]).toEqual(['dead', []]);
    receiver.answer(204);
    const resend = `/api/backoffice/webhook-deliveries/${dead?.id}/resend`;
    const refused = await server.post(resend, REASON, admin);
    expect(rejectionOf(refused.envelope).code).toBe('webhook-disabled');
    expect(dead).toMatchObject({ webhook_disabled: true });
    expect(await list()).toEqual([dead]);
    await server.post(`${OFFICE}/${id}/enable`, REASON, admin);
    await server.post(resend, REASON, admin);
    await eventually(() =>
      expect(at('/disabled').map(({ type }) => type)).toEqual([
        'customer.verified',
        'customer.verified',
      ]),
    );
    await eventually(async () =>
      expect((await list())[0]).toMatchObject({ status: 'delivered', webhook_disabled: false }),
    );
    await server.post(`${OFFICE}/${id}/delete`, REASON, admin);
    expect(await list()).toEqual([]);
  });

  it('shows the operator’s secrets once, to admins only', async () => {
    const admin = await signInStaff(server, 'once@staff.example', 'admin');
    const { id, secret } = await createForOperator(admin, '/once?key=2');
    const body = { url: `${receiver.url}/more`, environment: 'live', events: EVENTS, ...REASON };
    const rotated = dataOf(
      (await server.post<NewOne>(`${OFFICE}/${id}/rotate-secret`, REASON, admin)).envelope,
    );
    expect(rotated.secret).not.toBe(secret);
    const other = await signInStaff(
      server,
      'other@staff.example',
      'support',
      'compliance',
      'finance',
      'dealing',
      'content',
    );
    for (const action of ['create', ...ACTIONS.map((name) => `${id}/${name}`)]) {
      const sent = action === 'create' ? body : REASON;
      const { envelope } = await server.post(`${OFFICE}/${action}`, sent, other);
      expect([action, rejectionOf(envelope).code]).toEqual([action, 'forbidden']);
    }
    for (const path of ['', `/${id}`]) {
      const { envelope } = await server.get(`${OFFICE}${path}`, other);
      expect(rejectionOf(envelope).code).toBe('forbidden');
    }
    // Long lines of a mail are folded.
    const listMails = async (): Promise<readonly string[]> =>
      (await readOutbox(server.dataDir))
        .map((mail) => mail.replaceAll(/=\r?\n|\r?\n(?= )/g, ''))
        .filter((mail) => mail.includes(`${receiver.url}, by staff:${admin.id}.`));
    await eventually(async () => expect(await listMails()).toHaveLength(2));
    const mails = await listMails();
    for (const mail of mails) {
      expect(mail).toMatch(/^Subject: A webhook that receives the events of all customers/m);
    }
    const texts = [
      ...mails,
      JSON.stringify(await server.get(OFFICE, admin)),
      JSON.stringify(await server.get(`${OFFICE}/${id}`, admin)),
      JSON.stringify(await server.query('select * from webhook_endpoints')),
      JSON.stringify(await server.query('select * from audit_events')),
      server.log.join('\n'),
    ];
    for (const used of [secret, rotated.secret]) {
      for (const text of texts) expect(text).not.toContain(used.slice('whsec_'.length));
    }
    const recorded = await server.query(
      `select action, actor, reason, after ->> 'receiver' as receiver from audit_events
       where subject = $1 order by id`,
      [`operator-webhook:${id}`],
    );
    expect(recorded).toEqual(
      ['create', 'rotate'].map((action) => ({
        action: `operator-webhook.${action}`,
        actor: `staff:${admin.id}`,
        receiver: receiver.url,
        ...REASON,
      })),
    );
    const replies = await Promise.all(
      Array.from({ length: 10 }, async () => await server.post(`${OFFICE}/create`, body, admin)),
    );
    const refused = replies.filter(({ envelope }) => envelope.status === 'error');
    expect(refused.map(({ envelope }) => rejectionOf(envelope).code)).toEqual([
      'too-many-webhooks',
    ]);
  });

  it('asks for the password again before it creates one or rotates a secret', async () => {
    const post = await enter('long-ago');
    const id = Number((await create(post)).webhook.id);
    server.advance(16 * MINUTE_MS);
    const body = { url: `${receiver.url}/in`, events: EVENTS };
    expect(rejectionOf(await post('/create', body)).code).toBe('password-required');
    expect(rejectionOf(await post('/rotate', { id })).code).toBe('password-required');
  });
});

const ACTIONS = ['rotate-secret', 'disable', 'enable', 'delete'];

type Sent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

function toSent({ body }: Received): Sent {
  const { type, data } = JSON.parse(body) as Sent;
  return { type, data };
}
