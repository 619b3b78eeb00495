import { listAccounts } from '@halyard/contract/v1/accounts';
import { MarketOrder } from '@halyard/contract/v1/orders';
import { listWebhooks, NewWebhook } from '@halyard/contract/v1/webhooks';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  codeOf,
  createClient,
  createKey,
  limitOrder,
  order,
  type ApiClient,
} from '../public-api/api-client.ts';
import { openLine } from '../public-api/stream-client.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor } from '../support/trader.ts';
import { startReceiver } from '../webhooks/receiver.ts';
const CLOSE = { 'idempotency-key': 'close-1' };

describeOnDatabase('keys of practice accounts', (database) => {
  const floor = openFloor(database, { WEBHOOK_PRIVATE_TARGETS: 'on' });

  const enterByKey = async (email: string) => {
    const server = floor.server();
    const session = await signUp(server, email);
    const token = session.access_token;
    const practice = createClient(
      server,
      (await createKey(server, token, { environment: 'practice' })).key,
    );
    const live = createClient(server, (await createKey(server, token)).key);
    const { id } = session.user;
    return { token, practice, live, livePath: `/accounts/${id}`, path: `/accounts/practice-${id}` };
  };

  it('gives a practice key access to the practice account only', async () => {
    const who = await enterByKey('practice-5@example.com');
    const { data } = z.parse(listAccounts.reply, (await who.practice('GET', '/accounts')).json);
    expect(data).toMatchObject([{ environment: 'practice', balance: '10000.00' }]);
    expect(who.path).toBe(`/accounts/${data[0]?.id}`);

    const opened = await who.practice('POST', `${who.path}/orders`, { body: order({}) });
    const { position } = z.parse(MarketOrder, opened.json);
    const placed = await who.practice('POST', `${who.path}/orders`, { body: limitOrder({}) });
    expect([opened.status, placed.status]).toEqual([201, 201]);
    expect((await who.practice('GET', `${who.path}/positions`)).json).toMatchObject({
      data: [{ id: position.id }],
    });

    const elsewhere: readonly (readonly [ApiClient, string])[] = [
      [who.practice, who.livePath],
      [who.live, who.path],
    ];
    for (const [call, path] of elsewhere) {
      for (const below of ['', '/positions', '/orders', '/trades']) {
        expect(codeOf(await call('GET', `${path}${below}`))).toBe('not-found');
      }
      expect(codeOf(await call('POST', `${path}/orders`, { body: order({}) }))).toBe('not-found');
      const changes = [
        await call('POST', `${path}/positions/${position.id}/close`, { body: {}, headers: CLOSE }),
        await call('PATCH', `${path}/positions/${position.id}`, { body: { stop_loss: '1.0' } }),
      ];
      expect(changes.map(codeOf)).toEqual(['not-found', 'not-found']);
    }
    const live = (await who.live('GET', '/accounts')).json;
    expect(live).toMatchObject({ data: [{ environment: 'live', balance: '0.00' }] });
    expect((await who.live('GET', `${who.livePath}/positions`)).json).toMatchObject({ data: [] });
    const close = await who.live('POST', `${who.livePath}/positions/${position.id}/close`, {
      body: {},
      headers: CLOSE,
    });
    expect(codeOf(close)).toBe('not-found');
    for (const path of [`${who.path}/transactions`, '/alerts']) {
      expect(codeOf(await who.practice('GET', path))).toBe('live-key-required');
    }
  });

  it('refuses a key whose beginning names the other account', async () => {
    await enterByKey('practice-6@example.com');
    const server = floor.server();
    for (const environment of ['live', 'practice']) {
      await expect(
        server.query(`update api_keys set environment = '${environment}'`),
      ).rejects.toThrow('api_keys_prefix');
    }
  });

  it('streams to each key its own account', async () => {
    const who = await enterByKey('practice-7@example.com');
    const server = floor.server();
    const { key: liveKey } = await createKey(server, who.token);
    const { key } = await createKey(server, who.token, { environment: 'practice' });
    const [live, line] = [await openLine(server.url, liveKey), await openLine(server.url, key)];
    const channel = who.path.replace('/accounts/', 'account:');
    const liveChannel = who.livePath.replace('/accounts/', 'account:');
    line.send({ op: 'subscribe', channel });
    live.send({ op: 'subscribe', channel: liveChannel });
    const snapshot = await line.next((frame) => frame.type === 'snapshot');
    expect(snapshot).toMatchObject({ channel, data: { account: { environment: 'practice' } } });
    const liveSnapshot = await live.next((frame) => frame.type === 'snapshot');
    expect(liveSnapshot).toMatchObject({
      channel: liveChannel,
      data: { account: { environment: 'live', balance: '0.00' } },
    });
    await who.practice('POST', `${who.path}/orders`, { body: order({}) });
    const update = await line.next((frame) => frame.type === 'update');
    expect(update).toMatchObject({ data: { positions: [{ symbol: 'BTCUSD' }] } });
    const elsewhere = [
      [line, liveChannel],
      [live, channel],
    ] as const;
    for (const [one, other] of elsewhere) {
      one.send({ op: 'subscribe', channel: other });
      const refused = await one.next((frame) => frame.type === 'error');
      expect(refused).toMatchObject({ problem: { code: 'not-found' } });
    }
    for (const one of [line, live]) one.socket.close();
  });

  it('sends the events of each account to its own webhooks alone', async () => {
    const server = floor.server();
    const { token, session } = await floor.trader();
    const { id } = session.user;
    const enter = async (environment: 'live' | 'practice') =>
      createClient(server, (await createKey(server, token, { environment })).key);
    const [live, practice] = [await enter('live'), await enter('practice')];
    const receiver = await startReceiver();
    const create = async (call: ApiClient, name: string): Promise<string> => {
      const body = { url: `${receiver.url}/${name}`, events: ['order.expired'] };
      const { webhook } = z.parse(NewWebhook, (await call('POST', '/webhooks', { body })).json);
      return webhook.id;
    };
    const ids = { live: await create(live, 'live'), practice: await create(practice, 'practice') };
    for (const [call, environment] of [
      [live, 'live'],
      [practice, 'practice'],
    ] as const) {
      const { data } = z.parse(listWebhooks.reply, (await call('GET', '/webhooks')).json);
      expect(data).toMatchObject([{ environment, id: ids[environment] }]);
      const other = `/webhooks/${ids[environment === 'live' ? 'practice' : 'live']}`;
      for (const [method, path] of [
        ['GET', `${other}/deliveries`],
        ['POST', `${other}/rotate_secret`],
        ['DELETE', other],
      ] as const) {
        expect(codeOf(await call(method, path))).toBe('not-found');
      }
    }
    const atMs = Date.now() + server.offsetMs() + 60_000;
    const body = () =>
      limitOrder({ time_in_force: 'gtd', expires_at: new Date(atMs).toISOString() });
    const accounts = { live: String(id), practice: `practice-${id}` };
    const placed = [
      await live('POST', `/accounts/${accounts.live}/orders`, { body: body() }),
      await practice('POST', `/accounts/${accounts.practice}/orders`, { body: body() }),
    ];
    expect(placed.map(({ status }) => status)).toEqual([201, 201]);
    server.advance(2 * 60_000);
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const events = receiver.received.map(({ path, headers, body: text }) => ({
      path,
      id: headers['webhook-id'],
      event: JSON.parse(text) as unknown,
    }));
    for (const environment of ['live', 'practice'] as const) {
      expect(events).toContainEqual({
        path: `/${environment}`,
        id: expect.any(String) as string,
        event: expect.objectContaining({
          type: 'order.expired',
          data: expect.objectContaining({ account_id: accounts[environment] }) as unknown,
        }) as unknown,
      });
    }
    expect(new Set(events.map((one) => one.id)).size).toBe(2);
    receiver.close();
  });
});
