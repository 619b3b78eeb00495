// Streams on real sockets: who may connect, what each channel sends, and when a connection ends.
import { listFrames } from '@halyard/contract/v1/frames';
import {
  CLOSE_CODES,
  type DataFrame,
  STREAM_CONNECTIONS_MAX,
  SUBSCRIPTIONS_MAX,
} from '@halyard/contract/v1/stream';
import { MarketOrder } from '@halyard/contract/v1/orders';
import { SECOND_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor, type Trader } from '../support/trader.ts';
import {
  codeOf,
  createClient,
  createKey,
  limitOrder,
  order,
  type ApiClient,
} from './api-client.ts';
import { openLine, refusedUpgrade, type Line } from './stream-client.ts';

const REVOKED_WITHIN_MS = 2 * SECOND_MS;

describeOnDatabase('the streams of the public API', (database) => {
  const floor = openFloor(database);
  type Entered = {
    readonly trader: Trader;
    readonly key: string;
    readonly keyId: number;
    readonly account: string;
    readonly call: ApiClient;
    line(): Promise<Line>;
  };
  const enter = async (request: object = {}): Promise<Entered> => {
    const trader = await floor.trader();
    const { key, id: keyId } = await createKey(floor.server(), trader.token, request);
    const call = createClient(floor.server(), key);
    const line = async (): Promise<Line> => await openLine(floor.server().url, key);
    return { trader, key, keyId, account: String(trader.session.user.id), call, line };
  };
  const revoke = async ({ trader, keyId }: Entered): Promise<void> => {
    await floor.server().post('/api/accounts/apiKeys/revoke', { id: keyId }, trader);
  };

  it('refuses a key that it does not know, and one outside its network', async () => {
    const { url } = floor.server();
    expect(await refusedUpgrade(url, undefined)).toEqual({ status: 401, code: 'api-key-invalid' });
    const wrong = `hk_live_${'x'.repeat(43)}`;
    expect(await refusedUpgrade(url, wrong)).toEqual({ status: 401, code: 'api-key-invalid' });
    const { key } = await enter({ networks: ['192.0.2.0/24'] });
    expect(await refusedUpgrade(url, key)).toEqual({ status: 403, code: 'network-refused' });
    expect(floor.server().log.join('\n')).not.toContain(key);
  });

  it('refuses a key without the scope read', async () => {
    const { key, keyId } = await enter();
    const { server } = floor;
    await server().query('alter table api_keys drop constraint api_keys_scopes');
    await server().query(`update api_keys set scopes = array['trade'] where id = $1`, [keyId]);
    expect(await refusedUpgrade(server().url, key)).toEqual({ status: 403, code: 'scope-missing' });
  });

  it('sends a snapshot of an account, then what each commit changes', async () => {
    const { account, call, line } = await enter();
    const stream = await line();
    const channel = `account:${account}`;
    stream.send({ op: 'subscribe', channel });
    const first = await stream.next(({ type }) => type === 'snapshot');
    expect(first).toMatchObject({
      channel,
      seq: 0,
      data: { account: { balance: '60000.00' }, positions: [], orders: [], recent_trades: [] },
    });
    const opened = await call('POST', `/accounts/${account}/orders`, { body: order({}) });
    const { position } = z.parse(MarketOrder, opened.json);
    const update = await stream.next((frame) => frame.type === 'update' && frame.seq === 1);
    expect(update).toMatchObject({ data: { positions: [{ id: position.id }], trades: [] } });

    const limit = await call('POST', `/accounts/${account}/orders`, { body: limitOrder({}) });
    const { id } = limit.json as { readonly id: string };
    expect(await stream.next((frame) => frame.type === 'update' && frame.seq === 2)).toMatchObject({
      data: { positions: [], orders: [limit.json] },
    });
    await call('DELETE', `/accounts/${account}/orders/${id}`);
    expect(await stream.next((frame) => frame.type === 'update' && frame.seq === 3)).toMatchObject({
      data: { orders: [], ended_orders: [{ id, status: 'cancelled' }] },
    });
    const close = `/accounts/${account}/positions/${position.id}/close`;
    const part = { body: { margin: '400' }, headers: { 'idempotency-key': 'part' } };
    const closed = await call('POST', close, part);
    expect(await stream.next((frame) => frame.type === 'update' && frame.seq === 4)).toMatchObject({
      data: {
        positions: [{ id: position.id, margin: '600.00' }],
        trades: [closed.json],
        removed_position_ids: [],
      },
    });
    await call('POST', close, { body: {}, headers: { 'idempotency-key': 'rest' } });
    expect(await stream.next((frame) => frame.type === 'update' && frame.seq === 5)).toMatchObject({
      data: { positions: [], trades: [{ id: position.id }], removed_position_ids: [position.id] },
    });
    const beat = await stream.next((frame) => frame.type === 'heartbeat' && frame.seq === 5);
    expect(beat).toMatchObject({ channel });
    stream.socket.close();
  });

  it('sends the frames after a number, and a snapshot for another stream', async () => {
    const { account, call, line } = await enter();
    const channel = `account:${account}`;
    const one = await line();
    one.send({ op: 'subscribe', channel });
    const first = await one.next(({ type }) => type === 'snapshot');
    const stream = 'stream' in first ? first.stream : '';
    for (const number of [1, 2, 3]) {
      const body = limitOrder({ client_order_id: `resume-${number}` });
      await call('POST', `/accounts/${account}/orders`, { body });
      await one.next((frame) => frame.type === 'update' && frame.seq === number);
    }
    const two = await line();
    two.send({ op: 'subscribe', channel, stream, since: 1 });
    await two.next((frame) => frame.type === 'update' && frame.seq === 3);
    const sent = one.frames.filter(({ type }) => type === 'update').slice(1);
    expect(two.frames.filter(({ type }) => type !== 'heartbeat')).toEqual(sent);
    const three = await line();
    three.send({ op: 'subscribe', channel, stream: 'another', since: 1 });
    expect(await three.next(({ type }) => type === 'snapshot')).toMatchObject({ stream, seq: 3 });
    two.send({ op: 'subscribe', channel, stream, since: 99 });
    expect(await two.next(({ type }) => type === 'snapshot')).toMatchObject({ seq: 3 });
    const frames = async (query: string): Promise<unknown> =>
      (await call('GET', `/stream/frames?channel=${channel}${query}`)).json;
    expect(await frames(`&stream=${stream}&since=1`)).toEqual({ data: sent, next_cursor: null });
    expect(await frames(`&stream=${stream}&since=3`)).toEqual({ data: [], next_cursor: null });
    const snapshot = { data: [{ type: 'snapshot', stream, seq: 3 }] };
    expect(await frames('&stream=another&since=1')).toMatchObject(snapshot);
    expect(await frames('')).toMatchObject(snapshot);
    expect(await frames(`&stream=${stream}&since=4`)).toMatchObject({
      code: 'invalid',
      errors: { since: expect.any(String) },
    });
    expect(await frames('&since=1')).toMatchObject({ errors: { stream: expect.any(String) } });
    for (const { socket } of [one, two, three]) socket.close();
  });

  it('gives frames by request, also of a channel that nobody follows', async () => {
    const { account, call } = await enter();
    const frames = async (channel: string, query = ''): Promise<readonly DataFrame[]> => {
      const reply = await call('GET', `/stream/frames?channel=${channel}${query}`);
      return z.parse(listFrames.reply, reply.json).data;
    };
    for (const channel of [`account:${account}`, 'quotes:BTCUSD', 'candles:ETHUSD:1m']) {
      expect(await frames(channel)).toMatchObject([{ channel, type: 'snapshot' }]);
    }
    const [snapshot] = await frames(`account:${account}`);
    await call('POST', `/accounts/${account}/orders`, { body: limitOrder({}) });
    const since = `&stream=${snapshot?.stream}&since=0`;
    await eventually(async () => {
      expect(await frames(`account:${account}`, since)).toMatchObject([{ type: 'update', seq: 1 }]);
    });
    const other = await enter();
    for (const channel of [`account:${other.account}`, `account:practice-${account}`]) {
      const reply = await call('GET', `/stream/frames?channel=${channel}`);
      expect(codeOf(reply)).toBe('not-found');
    }
  });

  it('limits the requests for frames of an account', async () => {
    const { call } = await enter();
    const path = '/stream/frames?channel=quotes:BTCUSD';
    const replies = await Promise.all(Array.from({ length: 90 }, async () => call('GET', path)));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['too-many']));
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
  });

  it('sends quotes and candles of a symbol', async () => {
    const { line } = await enter();
    const stream = await line();
    stream.send({ op: 'subscribe', channel: 'quotes:ETHUSD' });
    stream.send({ op: 'subscribe', channel: 'candles:ETHUSD:1m' });
    await stream.next((frame) => frame.type === 'snapshot' && frame.channel === 'quotes:ETHUSD');
    await stream.next((frame) => frame.type === 'update' && frame.channel === 'quotes:ETHUSD');
    const candle = await stream.next(
      (frame) => frame.type === 'snapshot' && frame.channel === 'candles:ETHUSD:1m',
    );
    expect(candle).toMatchObject({ data: { symbol: 'ETHUSD', timeframe: '1m' } });
    stream.send({ op: 'unsubscribe', channel: 'quotes:ETHUSD' });
    await stream.next(({ type }) => type === 'unsubscribed');
    const count = stream.frames.filter(({ channel }) => channel === 'quotes:ETHUSD').length;
    await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
    expect(stream.frames.filter(({ channel }) => channel === 'quotes:ETHUSD')).toHaveLength(count);
    stream.socket.close();
  });

  it.each([
    ['{', 'malformed'],
    ['[]', 'invalid'],
    [{ op: 'subscribe' }, 'invalid'],
    [{ op: 'subscribe', channel: 'quotes:NOTHING' }, 'not-found'],
    [{ op: 'subscribe', channel: 'candles:NOTHING:1m' }, 'not-found'],
    [{ op: 'subscribe', channel: 'candles:BTCUSD:2m' }, 'invalid'],
    [{ op: 'subscribe', channel: 'account:999999' }, 'not-found'],
    [{ op: 'subscribe', channel: 'quotes:BTCUSD', since: -1 }, 'invalid'],
  ])('answers the message %j with the error %s', async (message, code) => {
    const { line } = await enter();
    const stream = await line();
    stream.send(message);
    expect(await stream.next(({ type }) => type === 'error')).toMatchObject({ problem: { code } });
    stream.socket.close();
  });

  it("shows no other customer's account", async () => {
    const one = await enter();
    const other = await enter();
    const stream = await one.line();
    stream.send({ op: 'subscribe', channel: `account:${other.account}` });
    expect(await stream.next(({ type }) => type === 'error')).toMatchObject({
      problem: { code: 'not-found' },
    });
    stream.socket.close();
  });

  it('ends the streams of a revoked key within two seconds', async () => {
    const entered = await enter();
    const stream = await entered.line();
    stream.send({ op: 'subscribe', channel: `account:${entered.account}` });
    await stream.next(({ type }) => type === 'snapshot');
    const atMs = Date.now();
    await revoke(entered);
    expect(await stream.closed()).toBe(CLOSE_CODES.keyEnded);
    expect(Date.now() - atMs).toBeLessThan(REVOKED_WITHIN_MS);
    expect(stream.frames.at(-1)).toMatchObject({ problem: { code: 'api-key-invalid' } });
  });

  it('ends the streams of a customer who is blocked', async () => {
    const { trader, line } = await enter();
    const stream = await line();
    await floor.server().operator('customer', 'block', trader.session.user.email, 'test');
    expect(await stream.closed()).toBe(CLOSE_CODES.keyEnded);
  });

  it('limits channels, connections and messages', async () => {
    const { line } = await enter();
    const lines = await Promise.all(
      Array.from({ length: STREAM_CONNECTIONS_MAX + 1 }, async () => await line()),
    );
    const refused = await Promise.race(lines.map(async (one) => await one.closed()));
    expect(refused).toBe(CLOSE_CODES.tooMany);
    const [stream] = lines.filter(({ socket }) => socket.readyState === socket.OPEN);
    const channels = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'].flatMap((timeframe) =>
      ['BTCUSD', 'ETHUSD', 'LTCUSD', 'XRPUSD', 'ADAUSD', 'SOLUSD', 'DOTUSD'].map(
        (symbol) => `candles:${symbol}:${timeframe}`,
      ),
    );
    expect(channels.length).toBeGreaterThan(SUBSCRIPTIONS_MAX);
    for (const channel of channels) stream?.send({ op: 'subscribe', channel });
    expect(
      await stream?.next((frame) => frame.type === 'error' && frame.problem.code !== 'not-found'),
    ).toMatchObject({ problem: { code: 'too-many-channels' } });
    for (let count = 0; count < 200; count += 1) stream?.send({ op: 'unsubscribe' });
    expect(await stream?.closed()).toBe(CLOSE_CODES.tooMany);
    for (const { socket } of lines) socket.terminate();
  });

  it('disconnects a client that sends a message beyond the limit', async () => {
    const { line } = await enter();
    const stream = await line();
    stream.send('x'.repeat(5_000));
    expect(await stream.closed()).toBe(1009);
  });

  it('serves the description of the streams without a key', async () => {
    const reply = await createClient(floor.server(), undefined)('GET', '/asyncapi.json');
    expect(reply.json).toMatchObject({ asyncapi: '3.0.0' });
  });
});
