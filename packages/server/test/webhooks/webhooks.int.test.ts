// Webhooks from the event to the receiver; `openFloor` audits the books at the end.
import { createHmac } from 'node:crypto';
import { NewWebhook, listWebhookDeliveries } from '@halyard/contract/v1/webhooks';
import { EntryOrder } from '@halyard/contract/v1/orders';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  codeOf,
  createClient,
  createKey,
  limitOrder,
  type ApiClient,
} from '../public-api/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { dataOf } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { signInStaff } from '../support/staff.ts';
import { openFloor, rejectionOf } from '../support/trader.ts';
import { startReceiver, type Received, type Receiver } from './receiver.ts';

type Deliveries = z.infer<typeof listWebhookDeliveries.reply>['data'];

describeOnDatabase('webhooks', (database) => {
  const floor = openFloor(database, { WEBHOOK_PRIVATE_TARGETS: 'on' });
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  type Entered = {
    readonly call: ApiClient;
    readonly path: string;
    readonly one: string;
    readonly secret: string;
    /** Has so many orders expire, and gives their ids. */
    expire(count: number): Promise<string[]>;
    deliveries(status?: string): Promise<Deliveries>;
  };
  const enter = async (): Promise<Entered> => {
    const trader = await floor.trader();
    const { key } = await createKey(floor.server(), trader.token);
    const call = createClient(floor.server(), key);
    const events = ['order.expired', 'order.filled'];
    const made = await call('POST', '/webhooks', { body: { url: `${receiver.url}/in`, events } });
    expect(made.status).toBe(201);
    const { webhook, secret } = z.parse(NewWebhook, made.json);
    const path = `/accounts/${trader.session.user.id}/orders`;
    const one = `/webhooks/${webhook.id}`;
    const expire = async (count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let number = 0; number < count; number += 1) {
        const atMs = Date.now() + floor.server().offsetMs() + MINUTE_MS;
        const body = limitOrder({
          client_order_id: `order-${number}-${atMs}`,
          time_in_force: 'gtd',
          expires_at: new Date(atMs).toISOString(),
        });
        ids.push(z.parse(EntryOrder, (await call('POST', path, { body })).json).id);
      }
      floor.server().advance(2 * MINUTE_MS);
      return ids;
    };
    const deliveries = async (status?: string): Promise<Deliveries> => {
      const query = status === undefined ? '' : `?status=${status}`;
      const reply = await call('GET', `${one}/deliveries${query}`);
      return z.parse(listWebhookDeliveries.reply, reply.json).data;
    };
    return { call, path, one, secret, expire, deliveries };
  };

  it('delivers events in order, signed by Standard Webhooks', async () => {
    const { secret, expire, deliveries } = await enter();
    const ids = await expire(3);
    await eventually(() => expect(receiver.received).toHaveLength(3));
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Sent);
    expect(bodies.map(({ data }) => data['order_id'])).toEqual(ids);
    expect(bodies[0]).toMatchObject({
      type: 'order.expired',
      data: { type: 'limit', symbol: 'BTCUSD', side: 'buy', margin: '1000.00', price: '39000.00' },
    });
    for (const one of receiver.received) expect(isSigned(one, secret)).toBe(true);
    const first = receiver.received[0];
    expect(first !== undefined && isSigned({ ...first, body: `${first.body} ` }, secret)).toBe(
      false,
    );
    expect(new Set(receiver.received.map(idOf)).size).toBe(3);
    await eventually(async () =>
      expect((await deliveries()).map(({ status }) => status)).toEqual([
        'delivered',
        'delivered',
        'delivered',
      ]),
    );
  });

  it('retries a failed event with the same id, before later events', async () => {
    const { expire, deliveries } = await enter();
    receiver.answer(500);
    await expire(2);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await eventually(async () => {
      const [second, first] = await deliveries('pending');
      expect(first).toMatchObject({ attempts: 1, last_error: 'The receiver answered 500' });
      expect(second).toMatchObject({ attempts: 0, last_error: null });
    });
    receiver.answer(200);
    floor.server().advance(6 * MINUTE_MS);
    await eventually(() => expect(receiver.received).toHaveLength(3));
    const [first, again, second] = receiver.received.map(idOf);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
  });

  it('gives up after three days, and resends on request', async () => {
    const { call, one, expire, deliveries } = await enter();
    receiver.answer(302, { location: `${receiver.url}/elsewhere` });
    await expire(1);
    await eventually(async () => expect(await deliveries('pending')).toHaveLength(1));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    floor.server().advance(3 * DAY_MS);
    await eventually(async () => {
      const [dead] = await deliveries('dead');
      expect(dead).toMatchObject({ status: 'dead', last_error: 'The receiver redirects (302)' });
    });
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');
    receiver.answer(200);
    const count = receiver.received.length;
    const [dead] = await deliveries('dead');
    const resent = await call('POST', `${one}/deliveries/${dead?.id}/resend`);
    expect(resent.json).toMatchObject({ status: 'pending', attempts: 0 });
    await eventually(() => expect(receiver.received).toHaveLength(count + 1));
    expect(new Set(receiver.received.map(idOf)).size).toBe(1);
    await eventually(async () => expect(await deliveries('delivered')).toHaveLength(1));
  });

  it('signs with the previous secret too after a rotation, for a day', async () => {
    const { call, one, secret, expire } = await enter();
    const rotated = z.parse(NewWebhook, (await call('POST', `${one}/rotate_secret`)).json);
    expect(rotated.secret).not.toBe(secret);
    await expire(1);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [both] = receiver.received;
    expect([secret, rotated.secret].map((used) => both && isSigned(both, used))).toEqual([
      true,
      true,
    ]);
    floor.server().advance(DAY_MS);
    await expire(1);
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const last = receiver.received[1];
    expect([secret, rotated.secret].map((used) => last && isSigned(last, used))).toEqual([
      false,
      true,
    ]);
  });

  it('stores secrets encrypted, logs none and shows each once', async () => {
    const { call, one, secret } = await enter();
    const rotated = z.parse(NewWebhook, (await call('POST', `${one}/rotate_secret`)).json);
    const tables = ['webhook_endpoints', 'webhook_deliveries', 'audit_events'];
    const texts = [floor.server().log.join('\n'), (await call('GET', '/webhooks')).text];
    for (const table of tables) {
      texts.push(JSON.stringify(await floor.server().query(`select * from ${table}`)));
    }
    for (const used of [secret, rotated.secret]) {
      for (const text of texts) expect(text).not.toContain(used.slice('whsec_'.length));
    }
  });

  it('sends nothing to a deleted webhook, and no unsubscribed events', async () => {
    const { call, path, one, expire, deliveries } = await enter();
    const placed = z.parse(EntryOrder, (await call('POST', path, { body: limitOrder({}) })).json);
    await call('DELETE', `${path}/${placed.id}`);
    await expire(1);
    await eventually(async () => expect(await deliveries()).toHaveLength(1));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect((await call('DELETE', one)).status).toBe(204);
    expect(codeOf(await call('GET', `${one}/deliveries`))).toBe('not-found');
    await expire(1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(receiver.received).toHaveLength(1);
  });

  it("finds no other customer's webhook", async () => {
    const { one, expire, deliveries } = await enter();
    await expire(1);
    await eventually(async () => expect(await deliveries()).toHaveLength(1));
    const [delivery] = await deliveries();
    const other = await enter();
    const resend = `${one}/deliveries/${delivery?.id}/resend`;
    for (const [method, path] of [
      ['DELETE', one],
      ['POST', `${one}/rotate_secret`],
      ['GET', `${one}/deliveries`],
      ['POST', resend],
      ['POST', resend.replace(one, other.one)],
    ] as const) {
      expect([path, codeOf(await other.call(method, path))]).toEqual([path, 'not-found']);
    }
  });

  it('writes events while the deletion of a webhook waits for the audit log', async () => {
    const { expire } = await enter();
    const server = floor.server();
    const admin = await signInStaff(server, 'deleting@staff.example', 'admin');
    const office = '/api/backoffice/operator-webhooks';
    const reason = { reason: 'the CRM moved' };
    const asked = { url: `${receiver.url}/operator`, environment: 'live', ...reason };
    const made = await server.post<{ id: number }>(
      `${office}/create`,
      { ...asked, events: ['order.expired'] },
      admin,
    );
    const { id } = dataOf(made.envelope);
    const db = await database.open();
    const lane = db.openLane({ name: 'audit', statementTimeoutMs: MINUTE_MS });
    try {
      // Holds the end of the audit chain, as every transaction that has recorded something.
      await lane.query('begin', []);
      await lane.query('select pg_advisory_xact_lock(7100021)', []);
      const deleted = server.post(`${office}/${id}/delete`, reason, admin);
      const free = 'select 1 from webhook_endpoints where id = $1 for key share skip locked';
      await eventually(async () => expect(await server.query(free, [id])).toEqual([]));
      const waiting = `select pid, xact_start from pg_stat_activity
        where wait_event = 'advisory' and query like '%audit_events%'`;
      const deletions = await server.query(waiting);
      expect(deletions).toHaveLength(1);
      await expire(1);
      await eventually(() => expect(receiver.received.map(({ path }) => path)).toEqual(['/in']));
      expect(await server.query(waiting)).toEqual(deletions);
      await lane.query('commit', []);
      expect((await deleted).envelope.status).toBe('success');
    } finally {
      await lane.close();
      await db.close();
    }
  });

  it('allows five webhooks', async () => {
    const { call } = await enter();
    const body = { url: `${receiver.url}/more`, events: ['margin.warning'] };
    const replies = await Promise.all(
      Array.from({ length: 6 }, async () => await call('POST', '/webhooks', { body })),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused.map(codeOf)).toEqual(['too-many-webhooks', 'too-many-webhooks']);
  });
});

describeOnDatabase('webhooks to private networks', (database) => {
  const floor = openFloor(database);
  let operators = 0;
  it.each([
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'http://93.184.216.34/',
    'https://169.254.169.254/',
  ])('refuses %s', async (url) => {
    const { token } = await floor.trader();
    const call = createClient(floor.server(), (await createKey(floor.server(), token)).key);
    const body = { url, events: ['order.filled'] };
    const reply = await call('POST', '/webhooks', { body });
    expect([reply.status, codeOf(reply)]).toEqual([422, 'webhook-target-refused']);
    operators += 1;
    const staff = await signInStaff(floor.server(), `admin-${operators}@staff.example`, 'admin');
    const asked = { ...body, environment: 'live', reason: 'to be notified' };
    const path = '/api/backoffice/operator-webhooks/create';
    const { envelope } = await floor.server().post(path, asked, { token: staff.token });
    expect(rejectionOf(envelope).code).toBe('webhook-target-refused');
  });
});

type Sent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

function idOf({ headers }: Received): string {
  return String(headers['webhook-id']);
}

/** As the specification of Standard Webhooks has a receiver verify it. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
