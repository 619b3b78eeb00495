// Push messages of the running program, received by a push service that speaks RFC 8030 and decrypted
// as the subscribed browser would (RFC 8291).
import { PUSH_DEVICES_MAX } from '@halyard/contract/web-push/web-push';
import type { PushMessage, PushSettings } from '@halyard/contract/web-push/web-push';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { startPushService, type PushService, type PushSubscriber } from '@halyard/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';

const ROOT = '/api/accounts/push';
const PRIVATE = { WEBHOOK_PRIVATE_TARGETS: 'on', OPERATOR_EMAIL: 'desk@broker.example' };
const AGENTS = {
  'Firefox, Windows': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  'Chrome, Linux': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
  'Safari, macOS': 'Mozilla/5.0 (Macintosh; Mac OS X) Safari/18',
  'Chrome, Android': 'Mozilla/5.0 (Android 16) Chrome/140.0',
} as const;
type Agent = keyof typeof AGENTS;

const OWN = 'another long password';

describeOnDatabase('push messages', (database) => {
  let server: TestServer;
  let service: PushService;
  beforeAll(async () => {
    server = await startServer({ database, environment: PRIVATE, jobPollMs: 20 });
    service = await startPushService(() => Date.now() + server.offsetMs());
  });
  afterAll(async () => {
    await service.close();
    await server.stop();
  });

  const as = (token: string) => {
    const post = async <Data = object>(path: string, body: object) =>
      (await server.post<Data>(`${ROOT}${path}`, body, { token })).envelope;
    const settings = async () => dataOf(await post<PushSettings>('', {}));
    const save = async ({ endpoint, p256dh, auth }: PushSubscriber) =>
      await post<{ id: number }>('/save', { endpoint, p256dh, auth });
    const subscribe = async (): Promise<PushSubscriber & { readonly id: number }> => {
      const subscriber = service.subscribe((await settings()).public_key);
      return { ...subscriber, ...dataOf(await save(subscriber)) };
    };
    const signOut = async (body = {}) => await server.post('/api/accounts/logout', body, { token });
    return { post, settings, save, subscribe, signOut };
  };
  const enter = async (name: string) => {
    const email = `${name}@push.example`;
    const { access_token: token } = await signUp(server, email);
    return { email, token, ...as(token) };
  };
  /** Signs in from a device that the account does not know, which notifies the customer. */
  const signInFrom = async (email: string, agent: Agent) => {
    const form = { email, password: SIGN_UP.password };
    const headers = { 'user-agent': AGENTS[agent] };
    const reply = await server.post<{ access_token: string }>('/api/accounts/login', form, {
      headers,
    });
    return dataOf(reply.envelope).access_token;
  };
  /** The messages that wait for a device, oldest first. */
  const waiting = async (deviceId: number) => {
    const rows = await server.query(
      `select attempts, due_at, facts->>'device' as agent from push_messages
       where device_id = $1 order by id`,
      [deviceId],
    );
    return rows as readonly { attempts: number; due_at: Date; agent: string }[];
  };
  const bodiesOf = ({ received }: PushSubscriber): string[] =>
    received.map(({ text }) => (JSON.parse(text) as PushMessage).body);
  const expectAgents = async (to: PushSubscriber, ...agents: readonly Agent[]): Promise<void> => {
    await eventually(() => expect(to.received).toHaveLength(agents.length));
    for (const [at, agent] of agents.entries()) expect(bodiesOf(to)[at]).toContain(agent);
  };

  it('arrive encrypted and signed on each device, for the topics that are on', async () => {
    const ada = await enter('ada');
    const [phone, desk] = [await ada.subscribe(), await ada.subscribe()];
    await signInFrom(ada.email, 'Firefox, Windows');
    await expectAgents(phone, 'Firefox, Windows');
    await expectAgents(desk, 'Firefox, Windows');
    const [push] = phone.received;
    expect(push).toMatchObject({ urgency: 'normal', contact: 'mailto:desk@broker.example' });
    expect(push?.ttlS).toBeGreaterThan(86_000);
    expect(JSON.parse(push?.text ?? '')).toMatchObject({
      title: 'Sign-in from a new device',
      page: '/my-account/password',
    });

    const off = dataOf(await ada.post<PushSettings>('/topics', { topics: { security: false } }));
    expect(off.topics.filter(({ on }) => !on)).toEqual([{ topic: 'security', on: false }]);
    await signInFrom(ada.email, 'Chrome, Linux');
    await ada.post('/topics', { topics: { security: true } });
    await signInFrom(ada.email, 'Safari, macOS');
    await expectAgents(phone, 'Firefox, Windows', 'Safari, macOS');

    expect(dataOf(await ada.post('/test', { id: desk.id }))).toEqual({});
    expect(bodiesOf(desk).at(-1)).toBe('This device shows your notifications.');
    expect(service.rejections).toEqual([]);
    const devices = (await ada.settings()).devices;
    expect(devices.map(({ id, delivered_at: at }) => [id, at !== null])).toEqual([
      [phone.id, true],
      [desk.id, true],
    ]);
  });

  it('are retried after an outage, until they are too old, and end with the subscription', async () => {
    const ben = await enter('ben');
    const phone = await ben.subscribe();
    const failedBefore = service.requestCount();
    service.failWith(503);
    await signInFrom(ben.email, 'Firefox, Windows');
    await eventually(() => expect(service.requestCount()).toBeGreaterThan(failedBefore));
    expect(rejectionOf(await ben.post('/test', { id: phone.id })).code).toBe('push-not-delivered');
    service.failWith(undefined);
    server.advance(10 * MINUTE_MS);
    await expectAgents(phone, 'Firefox, Windows');

    const lateBefore = service.requestCount();
    service.failWith(503);
    await signInFrom(ben.email, 'Chrome, Linux');
    await eventually(() => expect(service.requestCount()).toBeGreaterThan(lateBefore));
    service.failWith(undefined);
    // The sessions are over by then, but nobody signed out.
    server.advance(DAY_MS + HOUR_MS);
    await signInFrom(ben.email, 'Safari, macOS');
    await expectAgents(phone, 'Firefox, Windows', 'Safari, macOS');

    // More than a minute of retries is not enough for an outage of hours, nor is a restart.
    service.failWith(503);
    await signInFrom(ben.email, 'Chrome, Android');
    let attempts = 0;
    for (const passedMs of [0, 10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS]) {
      server.advance(passedMs);
      // Not the requests: the time of the next attempt is set only after the answer.
      const before = attempts;
      await eventually(async () => {
        attempts = (await waiting(phone.id))[0]?.attempts ?? 0;
        expect(attempts).toBeGreaterThan(before);
      });
    }
    const offsetMs = server.offsetMs();
    await server.stop();
    server = await startServer({ database, offsetMs, environment: PRIVATE, jobPollMs: 20 });
    service.failWith(undefined);
    server.advance(HOUR_MS);
    const back = as(await signInFrom(ben.email, 'Safari, macOS'));
    await expectAgents(phone, 'Firefox, Windows', 'Safari, macOS', 'Chrome, Android');
    await eventually(async () => expect(await waiting(phone.id)).toEqual([]));

    phone.unsubscribe();
    expect(rejectionOf(await back.post('/test', { id: phone.id })).code).toBe('push-not-delivered');
    expect((await back.settings()).devices).toEqual([]);
  });

  it('wait as long as the push service asks, at most fifty for a device', async () => {
    const gina = await enter('gina');
    const [phone, desk] = [await gina.subscribe(), await gina.subscribe()];
    dataOf(await gina.post('/remove', { id: desk.id }));
    service.failWith(429, '7200');
    await signInFrom(gina.email, 'Firefox, Windows');
    await eventually(async () =>
      expect(await waiting(phone.id)).toMatchObject([{ attempts: 1, agent: 'Firefox, Windows' }]),
    );
    await server.query(
      `insert into push_messages (device_id, customer_id, kind, facts, topic, tag, created_at,
         expires_at, attempts, due_at)
       select device_id, customer_id, kind, facts, topic, 'copy ' || n, created_at, expires_at,
         attempts, due_at
       from push_messages, generate_series(1, 49) n where device_id = $1`,
      [phone.id],
    );
    await signInFrom(gina.email, 'Chrome, Linux');
    const kept = await waiting(phone.id);
    expect(kept).toHaveLength(50);
    expect(kept.at(-1)).toMatchObject({ attempts: 1, agent: 'Chrome, Linux' });
    expect(new Set(kept.map(({ due_at: at }) => at.getTime())).size).toBe(1);
    const [dueMs = 0] = kept.map(({ due_at: at }) => at.getTime());
    expect(dueMs - Date.now() - server.offsetMs()).toBeGreaterThan(HOUR_MS);

    await server.query(`delete from push_messages where tag like 'copy %'`);
    service.failWith(undefined);
    server.advance(3 * HOUR_MS);
    await expectAgents(phone, 'Chrome, Linux');
    expect(desk.received).toEqual([]);
  });

  it('end when the device signs out, not when its session is idle', async () => {
    const cora = await enter('cora');
    const [idle, out] = [
      as(await signInFrom(cora.email, 'Firefox, Windows')),
      as(await signInFrom(cora.email, 'Chrome, Linux')),
    ];
    const [phone, desk] = [await idle.subscribe(), await out.subscribe()];
    await idle.signOut({ idle: true });
    await out.signOut();
    await signInFrom(cora.email, 'Safari, macOS');
    await expectAgents(phone, 'Safari, macOS');
    expect(desk.received).toEqual([]);
    expect((await cora.settings()).devices.map(({ id }) => id)).toEqual([phone.id]);

    // Whoever had the session for a while hears nothing after the owner has revoked the others.
    await server.query(
      `update sessions set ended_at = now(), end_reason = 'idle'
       where id = (select session_id from push_devices where id = $1)`,
      [phone.id],
    );
    expect((await cora.settings()).devices.map(({ id }) => id)).toEqual([phone.id]);
    const revoked = await server.post(
      '/api/accounts/updatePassword',
      { current_password: SIGN_UP.password, new_password: OWN, confirm_password: OWN },
      { token: cora.token },
    );
    expect(revoked.envelope.status).toBe('success');
    await eventually(async () => expect((await cora.settings()).devices).toEqual([]));
  });

  it('end with the session that took the subscription over', async () => {
    const dora = await enter('dora');
    const phone = await dora.subscribe();
    const next = as(await signInFrom(dora.email, 'Firefox, Windows'));
    expect(dataOf(await next.post('/keep', { endpoint: phone.endpoint }))).toEqual({
      id: phone.id,
    });
    await next.signOut();
    await eventually(async () => expect((await dora.settings()).devices).toEqual([]));
  });

  it('belong to the customer who is signed in in the browser', async () => {
    const [dan, eve] = [await enter('dan'), await enter('eve')];
    const phone = await dan.subscribe();
    const { endpoint, id } = phone;
    expect(dataOf(await eve.post('/keep', { endpoint }))).toEqual({ id: null });
    for (const path of ['/remove', '/test']) {
      expect(rejectionOf(await eve.post(path, { id })).code).toBe('not-found');
    }
    dataOf(await eve.save(phone));
    expect((await dan.settings()).devices).toEqual([]);
    await signInFrom(dan.email, 'Firefox, Windows');
    await signInFrom(eve.email, 'Chrome, Android');
    await expectAgents(phone, 'Chrome, Android');
    dataOf(await eve.post('/remove', { id: (await eve.settings()).devices[0]?.id }));
    expect((await eve.settings()).devices).toEqual([]);
  });

  it('go to at most ten devices, and to no address that is not a push service’s', async () => {
    const finn = await enter('finn');
    const first = await finn.subscribe();
    for (let count = 1; count < PUSH_DEVICES_MAX; count += 1) await finn.subscribe();
    const { public_key: key } = await finn.settings();
    expect(rejectionOf(await finn.save(service.subscribe(key)))).toMatchObject({
      code: 'too-many-push-devices',
    });
    dataOf(await finn.save(first));
    const noKey = { ...service.subscribe(key), p256dh: `B${'A'.repeat(86)}` };
    expect(rejectionOf(await finn.save(noKey)).code).toBe('push-target-refused');

    // Without the setting for tests, nothing on a private network is called.
    const offsetMs = server.offsetMs();
    await server.stop();
    server = await startServer({ database, offsetMs, jobPollMs: 20 });
    expect(rejectionOf(await finn.save(first)).code).toBe('push-target-refused');
    const requests = service.requestCount();
    expect(rejectionOf(await finn.post('/test', { id: first.id })).code).toBe('push-not-delivered');
    expect(service.requestCount()).toBe(requests);
    // The same key pair as before the restart.
    expect((await finn.settings()).public_key).toBe(key);
  });
});
