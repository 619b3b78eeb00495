// Webhooks in the customer's profile, and the dead deliveries that staff send again.
import type { NewWebhook, Webhook, WebhookDelivery } from '@halyard/contract/v1/webhooks';
import type { Envelope } from '@halyard/contract/wire';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const ROOT = '/api/accounts/webhooks';
const EVENTS = ['order.expired'];

describeOnDatabase('webhooks in the profile', (database) => {
  let server: TestServer;
  let receiver: Receiver;
  beforeAll(async () => {
    server = await startServer({ database, environment: { WEBHOOK_PRIVATE_TARGETS: 'on' } });
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

    expect((await post('/delete', { id })).status).toBe('success');
    expect(dataOf(await post('', {}))).toEqual([]);
  });

  it('asks for the password again before it creates one', async () => {
    const post = await enter('long-ago');
    server.advance(16 * MINUTE_MS);
    const body = { url: `${receiver.url}/in`, events: EVENTS };
    expect(rejectionOf(await post('/create', body)).code).toBe('password-required');
  });
});
