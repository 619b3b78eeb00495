// The public API from the key to the ledger; `openFloor` audits the books at the end.
import type { ApiKey } from '@halyard/contract/api-keys';
import { Account, listTrades } from '@halyard/contract/v1/accounts';
import { listKeys } from '@halyard/contract/v1/keys';
import { MarketOrder } from '@halyard/contract/v1/orders';
import { Position } from '@halyard/contract/v1/trading';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';
import { dataOf } from '../support/start-server.ts';
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

/** An amount or a price in a rejection. */
const CENTS = expect.stringMatching(/^\d+\.\d{2}$/) as string;

type Entered = { trader: Trader; call: ApiClient; key: string; keyId: number; path: string };

describeOnDatabase('the public API', (database) => {
  const floor = openFloor(database);
  const enter = async (request: object = {}): Promise<Entered> => {
    const trader = await floor.trader();
    const { key, id: keyId } = await createKey(floor.server(), trader.token, request);
    const call = createClient(floor.server(), key);
    return { trader, call, key, keyId, path: `/accounts/${trader.session.user.id}` };
  };
  let shared: Promise<Entered> | undefined;
  /** The same customer for all tests that leave the account as it is. */
  const enterShared = (): Promise<Entered> => (shared ??= enter());

  it('requires a known key', async () => {
    const reply = await createClient(floor.server(), undefined)('GET', '/accounts');
    expect([reply.status, codeOf(reply)]).toEqual([401, 'api-key-invalid']);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    const { trader, key } = await enterShared();
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    for (const bad of [wrong, trader.token, 'hk_live_x']) {
      expect(codeOf(await createClient(floor.server(), bad)('GET', '/accounts'))).toBe(
        'api-key-invalid',
      );
    }
  });

  it('ends with the revocation, expiry and network of the key', async () => {
    const { trader, call, keyId } = await enter();
    expect((await call('GET', '/accounts')).status).toBe(200);
    await floor.server().post('/api/accounts/apiKeys/revoke', { id: keyId }, trader);
    expect(codeOf(await call('GET', '/accounts'))).toBe('api-key-invalid');
    const elsewhere = await createKey(floor.server(), trader.token, { networks: ['192.0.2.0/24'] });
    const foreign = createClient(floor.server(), elsewhere.key);
    expect(codeOf(await foreign('GET', '/accounts'))).toBe('network-refused');
    const { email } = trader.session.user;
    const here = createClient(floor.server(), (await createKey(floor.server(), trader.token)).key);
    await floor.server().operator('customer', 'block', email, 'test');
    expect(codeOf(await here('GET', '/accounts'))).toBe('blocked');
  });

  it('expires at the end of its last day', async () => {
    const { trader } = await enter();
    const until = new Date(Date.now() + floor.server().offsetMs()).toISOString().slice(0, 10);
    const { key, id } = await createKey(floor.server(), trader.token, { until });
    const call = createClient(floor.server(), key);
    expect((await call('GET', '/accounts')).status).toBe(200);
    const change = `update api_keys set expires_at = expires_at - interval '1 day' where id = ${id}`;
    await floor.server().query(change);
    // A change by another process takes effect within a second.
    await eventually(async () => {
      expect(codeOf(await call('GET', '/accounts'))).toBe('api-key-invalid');
    });
  });

  it('does not trade with a key that may only read', async () => {
    const { call, path } = await enter({ scope: 'read' });
    const reply = await call('POST', `${path}/orders`, { body: order({}) });
    expect([reply.status, codeOf(reply)]).toEqual([403, 'scope-missing']);
    expect((await call('GET', `${path}/positions`)).json).toEqual({ data: [], next_cursor: null });
  });

  it("opens no other customer's account", async () => {
    const { call } = await enter();
    const other = await enterShared();
    for (const below of ['', '/positions', '/trades', '/transactions']) {
      expect(codeOf(await call('GET', `${other.path}${below}`))).toBe('not-found');
    }
    const reply = await call('POST', `${other.path}/orders`, { body: order({}) });
    expect(codeOf(reply)).toBe('not-found');
  });

  it('shows the customer the last use of a key, and the log none of the key', async () => {
    const { trader, call, key, keyId } = await enterShared();
    await call('GET', '/accounts');
    await call('GET', `/accounts?key=${key}`);
    await call('GET', `/${key}`);
    await call('POST', '/alerts', { body: `{"key":"${key}` });
    const path = '/api/accounts/apiKeys';
    const keys = dataOf((await floor.server().post<ApiKey[]>(path, {}, trader)).envelope);
    const used = keys.find(({ id }) => id === keyId);
    expect(used?.last_used_ip).toBe('127.0.0.1');
    expect(used?.last_used_at).toMatch(/Z$/);
    expect(floor.server().log.join('\n')).not.toContain(key);
  });

  it('returns the request id and the remaining rate', async () => {
    const { call } = await enter();
    const id = 'my-own-request-1';
    const { headers } = await call('GET', '/accounts', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toBe(id);
    expect(headers.get('ratelimit-policy')).toBe('"key";q=10000;w=10');
    expect(headers.get('ratelimit')).toMatch(/^"key";r=(9999|10000);t=[01]$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['GET', '/nothing', 404, 'not-found'],
    ['GET', '', 404, 'not-found'],
    ['GET', '/accounts/%E0%A4%A', 400, 'malformed'],
    ['POST', '/%zz', 400, 'malformed'],
    ['GET', `/accounts/${'x'.repeat(300)}`, 404, 'not-found'],
    ['GET', '%zz', 400, 'malformed'],
    ['GET', '%2Faccounts/%zz', 400, 'malformed'],
    ['PUT', '/accounts', 405, 'method-not-allowed'],
    ['PROPFIND', '/accounts', 405, 'method-not-allowed'],
    ['GET', '/candles?symbol=BTCUSD', 422, 'invalid'],
    ['GET', '/instruments/NOTHING', 404, 'not-found'],
    ['GET', '/quotes?symbols=BTCUSD&symbols=ETHUSD', 422, 'invalid'],
  ])('answers %s %s with a problem: %i %s', async (method, path, status, code) => {
    const { call } = await enterShared();
    const reply = await call(method, path);
    expect([reply.status, codeOf(reply)]).toEqual([status, code]);
  });

  it.each([
    ['{', undefined, 400, 'malformed'],
    ['{}', 'text/plain', 415, 'media-type-unsupported'],
    [`{"symbol":"${'x'.repeat(20_000)}"}`, undefined, 413, 'too-large'],
    ['[]', undefined, 422, 'invalid'],
    ['{"symbol":"BTC\\u0000"}', undefined, 422, 'invalid'],
  ])('answers the body %.20s of type %s with a problem', async (body, type, status, code) => {
    const { call } = await enterShared();
    const headers = type === undefined ? {} : { 'content-type': type };
    const reply = await call('POST', '/alerts', { body, headers });
    expect([reply.status, codeOf(reply)]).toEqual([status, code]);
  });

  it('reads instruments, quotes, candles and the account', async () => {
    const { call, path } = await enterShared();
    const instrument = await call('GET', '/instruments/BTCUSD');
    expect(instrument.json).toMatchObject({ symbol: 'BTCUSD', decimals: 2, category: 'crypto' });
    const quotes = await call('GET', '/quotes?symbols=BTCUSD');
    expect(quotes.json).toMatchObject({
      data: [{ symbol: 'BTCUSD', bid: '40000.00', ask: '40010.20' }],
    });
    const range = 'from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00%2B02:00';
    const candles = await call('GET', `/candles?symbol=BTCUSD&timeframe=1h&${range}`);
    expect(candles.status).toBe(200);
    const account = z.parse(Account, (await call('GET', path)).json);
    expect(account).toMatchObject({ balance: '60000.00', equity: '60000.00' });
    expect((await call('GET', '/accounts')).json).toEqual({ data: [account], next_cursor: null });
  });

  it('opens, changes, closes in part and closes a position, each once', async () => {
    const { call, path, trader } = await enter();
    const body = order({ stop_loss: '39000', take_profit: '42000.5' });
    const [first, second] = await Promise.all([
      call('POST', `${path}/orders`, { body }),
      call('POST', `${path}/orders`, { body }),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    const { position } = z.parse(MarketOrder, first.json);
    expect(position).toMatchObject({
      margin: '1000.00',
      open_price: '40020.20',
      stop_loss: '39000.00',
      take_profit: '42000.50',
    });
    expect(z.parse(MarketOrder, second.json).position.id).toBe(position.id);
    const other = await call('POST', `${path}/orders`, { body: { ...body, margin: '1001' } });
    expect([other.status, codeOf(other)]).toEqual([422, 'duplicate-id']);
    expect((await trader.balance()).positions.open).toHaveLength(1);

    const one = `${path}/positions/${position.id}`;
    const changed = await call('PATCH', one, { body: { take_profit: null } });
    expect(z.parse(Position, changed.json)).toMatchObject({
      stop_loss: '39000.00',
      take_profit: null,
    });
    expect((await call('GET', one)).json).toEqual(changed.json);

    const part = { body: { margin: '400.00' }, headers: { 'idempotency-key': 'part' } };
    const closed = await call('POST', `${one}/close`, part);
    expect(closed.json).toMatchObject({ margin: '400.00', closing_reason: 'manually' });
    expect((await call('POST', `${one}/close`, part)).json).toEqual(closed.json);
    expect((await call('GET', one)).json).toMatchObject({ margin: '600.00' });
    const reused = { ...part, body: {} };
    expect(codeOf(await call('POST', `${one}/close`, reused))).toBe('duplicate-id');
    expect(codeOf(await call('POST', `${one}/close`, { body: {} }))).toBe('invalid');
    const whole = { body: {}, headers: { 'idempotency-key': 'whole' } };
    expect((await call('POST', `${one}/close`, whole)).status).toBe(200);
    expect(codeOf(await call('GET', one))).toBe('not-found');

    const page = z.parse(listTrades.reply, (await call('GET', `${path}/trades?limit=1`)).json);
    expect(page.data).toHaveLength(1);
    const next = await call('GET', `${path}/trades?limit=1&cursor=${page.next_cursor}`);
    expect(next.json).toEqual({ data: [closed.json], next_cursor: null });
  });

  it('keeps both of two simultaneous changes of different levels', async () => {
    const { call, path } = await enter();
    const opened = await call('POST', `${path}/orders`, { body: order({}) });
    const one = `${path}/positions/${z.parse(MarketOrder, opened.json).position.id}`;
    for (const number of [1, 2, 3]) {
      const stop_loss = `3900${number}.00`;
      const take_profit = `4200${number}.00`;
      const sent = [{ stop_loss }, { take_profit }, { trailing_stop_distance: '250.00' }];
      const replies = await Promise.all(
        sent.map(async (body) => await call('PATCH', one, { body })),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      const changed = { stop_loss, take_profit, trailing_stop_distance: '250.00' };
      expect((await call('GET', one)).json).toMatchObject(changed);
    }
  });

  it('sets, moves and removes a trailing stop', async () => {
    const { call, path } = await enter();
    const body = order({ trailing_stop_distance: '100.5' });
    const opened = z.parse(MarketOrder, (await call('POST', `${path}/orders`, { body })).json);
    // A buy trails the bid, which is 40,000.00.
    expect(opened.position).toMatchObject({
      trailing_stop_distance: '100.50',
      trailing_stop_price: '39899.50',
    });
    const one = `${path}/positions/${opened.position.id}`;
    const moved = { trailing_stop_distance: '250', stop_loss: '39000' };
    expect((await call('PATCH', one, { body: moved })).json).toMatchObject({
      stop_loss: '39000.00',
      trailing_stop_distance: '250.00',
      trailing_stop_price: '39750.00',
    });
    const kept = await call('PATCH', one, { body: { take_profit: '42000' } });
    expect(kept.json).toMatchObject({ trailing_stop_price: '39750.00' });
    expect((await call('GET', one)).json).toEqual(kept.json);
    const near = await call('PATCH', one, { body: { trailing_stop_distance: '1' } });
    expect([near.status, codeOf(near)]).toEqual([422, 'trail-invalid']);
    const removed = await call('PATCH', one, { body: { trailing_stop_distance: null } });
    expect(removed.json).toMatchObject({
      stop_loss: '39000.00',
      trailing_stop_distance: null,
      trailing_stop_price: null,
    });
  });

  it('names the fields of a rejection as the request does', async () => {
    const { call, path } = await enterShared();
    const reply = await call('POST', `${path}/orders`, { body: order({ stop_loss: '1.23456' }) });
    expect(reply.json).toMatchObject({
      code: 'invalid',
      errors: { stop_loss: expect.any(String) },
    });
    const moved = await call('POST', `${path}/orders`, { body: order({ requested_price: '1' }) });
    expect(codeOf(moved)).toBe('price-moved');
  });

  it('writes the prices and amounts of a rejection as decimal strings', async () => {
    const { call, path } = await enterShared();
    const send = async (body: object): Promise<unknown> =>
      (await call('POST', `${path}/orders`, { body })).json;
    const reject = async (request: object): Promise<unknown> =>
      await send(order({ client_order_id: JSON.stringify(request), ...request }));
    expect(await reject({ requested_price: '1' })).toMatchObject({
      title: 'Price moved',
      detail: 'The price has moved to 40020.20',
      facts: { price: '40020.20' },
    });
    const stop = { code: 'stop-invalid', facts: { limit: CENTS } };
    expect(await reject({ stop_loss: '40000.1' })).toMatchObject(stop);
    const amount = { code: 'amount-too-large', facts: { maximum: CENTS } };
    expect(await reject({ margin: '59999999' })).toMatchObject(amount);
    const price = { code: 'order-price-invalid', facts: { limit: CENTS } };
    expect(await send(limitOrder({ price: '50000' }))).toMatchObject(price);
  });

  it('sets, lists and deletes an alert', async () => {
    const { call } = await enter();
    const body = { symbol: 'BTCUSD', side: 'sell', price: '50000' };
    const made = await call('POST', '/alerts', { body });
    expect(made.json).toMatchObject({ price: '50000.00', direction: 'rises', reached_at: null });
    const { id } = made.json as { readonly id: string };
    expect((await call('GET', '/alerts')).json).toEqual({ data: [made.json], next_cursor: null });
    expect((await call('DELETE', `/alerts/${id}`)).status).toBe(204);
    expect(codeOf(await call('DELETE', `/alerts/${id}`))).toBe('not-found');
  });

  it('lists the keys of its account without their secrets, and revokes them', async () => {
    const { trader, call, key, keyId } = await enter();
    const server = floor.server();
    const reading = await createKey(server, trader.token, { name: 'Reader', scope: 'read' });
    const practice = await createKey(server, trader.token, { environment: 'practice' });
    const { text, json } = await call('GET', '/keys');
    const { data } = z.parse(listKeys.reply, json);
    expect(data).toMatchObject([
      { id: String(keyId), is_current: true, scopes: ['read', 'trade'], environment: 'live' },
      { id: String(reading.id), is_current: false, name: 'Reader', scopes: ['read'] },
    ]);
    for (const secret of [key, reading.key, practice.key]) {
      expect(text).not.toContain(secret.slice('hk_live_'.length + 4));
    }
    const other = await enterShared();
    for (const id of [other.keyId, practice.id, 999_999, 'x']) {
      expect(codeOf(await call('DELETE', `/keys/${id}`))).toBe('not-found');
    }
    const reader = createClient(server, reading.key);
    // A key that may only read ends itself, and no other.
    for (const id of [keyId, other.keyId]) {
      expect(codeOf(await reader('DELETE', `/keys/${id}`))).toBe('scope-missing');
    }
    expect((await reader('DELETE', `/keys/${reading.id}`)).status).toBe(204);
    expect(codeOf(await reader('GET', '/keys'))).toBe('api-key-invalid');
    expect((await call('DELETE', `/keys/${keyId}`)).status).toBe(204);
    expect(codeOf(await call('GET', '/keys'))).toBe('api-key-invalid');
    const { envelope } = await server.post('/api/accounts/notifications', {}, trader);
    expect(JSON.stringify(envelope).split('An API key was revoked: Reader')).toHaveLength(2);
    const audit = "select after from audit_events where action = 'key.revoke'";
    const events = await server.query(`${audit} and before ->> 'id' = $1`, [String(reading.id)]);
    expect(events).toMatchObject([{ after: { byKey: reading.id } }]);
  });

  it('returns a statement as a file', async () => {
    const { call, path } = await enterShared();
    const query = 'from=2026-01-01&until=2099-01-31&format=csv';
    const { status, headers, text } = await call('GET', `${path}/statements?${query}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain('statement-2026-01-01');
    expect(text).toContain('60');
  });

  it('serves its own description without a key', async () => {
    const reply = await createClient(floor.server(), undefined)('GET', '/openapi.json');
    expect(reply.json).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
  });
});
