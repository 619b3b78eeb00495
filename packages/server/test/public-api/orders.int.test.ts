// Entry orders over the public API; `openFloor` audits the books at the end.
import { EntryOrder, listOrders } from '@halyard/contract/v1/orders';
import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor, type Trader } from '../support/trader.ts';
import { codeOf, createClient, createKey, limitOrder, type ApiClient } from './api-client.ts';

describeOnDatabase('entry orders of the public API', (database) => {
  const floor = openFloor(database);
  const enter = async (): Promise<{ trader: Trader; call: ApiClient; path: string }> => {
    const trader = await floor.trader();
    const { key } = await createKey(floor.server(), trader.token);
    const call = createClient(floor.server(), key);
    return { trader, call, path: `/accounts/${trader.session.user.id}/orders` };
  };
  const listed = async (call: ApiClient, path: string): Promise<z.infer<typeof listOrders.reply>> =>
    z.parse(listOrders.reply, (await call('GET', path)).json);

  it('places an order once per client_order_id, and rejects other content', async () => {
    const { call, path } = await enter();
    const body = limitOrder({ stop_loss: '38000', take_profit_distance: '1500.5' });
    const [first, second] = await Promise.all([
      call('POST', path, { body }),
      call('POST', path, { body }),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    const placed = z.parse(EntryOrder, first.json);
    expect(placed).toMatchObject({
      type: 'limit',
      status: 'pending',
      price: '39000.00',
      margin: '1000.00',
      stop_loss: '38000.00',
      take_profit: null,
      take_profit_distance: '1500.50',
      time_in_force: 'gtc',
      position_id: null,
    });
    expect(second.json).toEqual(first.json);
    const other = await call('POST', path, { body: { ...body, price: '39001' } });
    expect([other.status, codeOf(other)]).toEqual([422, 'duplicate-id']);
    expect((await listed(call, path)).data).toEqual([placed]);
    expect((await call('GET', `${path}/${placed.id}`)).json).toEqual(placed);
  });

  it('changes only the fields that are sent', async () => {
    const { call, path } = await enter();
    const expiry = new Date(Date.now() + floor.server().offsetMs() + DAY_MS).toISOString();
    const terms = { time_in_force: 'gtd', expires_at: expiry, stop_loss: '38000' };
    const made = await call('POST', path, { body: limitOrder(terms) });
    const placed = z.parse(EntryOrder, made.json);
    const one = `${path}/${placed.id}`;
    const moved = await call('PATCH', one, { body: { price: '39500', stop_loss_distance: '700' } });
    expect(moved.json).toEqual({
      ...placed,
      price: '39500.00',
      stop_loss: null,
      stop_loss_distance: '700.00',
    });
    const kept = await call('PATCH', one, { body: { time_in_force: 'gtc', margin: '500' } });
    expect(kept.json).toMatchObject({
      margin: '500.00',
      time_in_force: 'gtc',
      stop_loss_distance: '700.00',
    });
    const both = await call('PATCH', one, {
      body: { stop_loss: '38000', stop_loss_distance: '700' },
    });
    expect(both.json).toMatchObject({
      code: 'invalid',
      errors: { stop_loss_distance: expect.any(String) },
    });
    const wrong = await call('PATCH', one, { body: { price: '45000' } });
    expect(codeOf(wrong)).toBe('order-price-invalid');
  });

  it('keeps both of two simultaneous changes of different terms', async () => {
    const { call, path } = await enter();
    const made = await call('POST', path, { body: limitOrder({}) });
    const one = `${path}/${z.parse(EntryOrder, made.json).id}`;
    for (const distance of [700, 800, 900]) {
      const stop_loss_distance = `${distance}.00`;
      const take_profit_distance = `${distance + 50}.00`;
      const sent = [{ stop_loss_distance }, { take_profit_distance }, { margin: `${distance}.00` }];
      const replies = await Promise.all(
        sent.map(async (body) => await call('PATCH', one, { body })),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      const margin = `${distance}.00`;
      const changed = { stop_loss_distance, take_profit_distance, margin, price: '39000.00' };
      expect((await call('GET', one)).json).toMatchObject(changed);
    }
  });

  it('replaces a stop loss with a trailing stop, which the position of the fill has', async () => {
    const { call, path } = await enter();
    const made = await call('POST', path, { body: limitOrder({ stop_loss: '38000' }) });
    const one = `${path}/${z.parse(EntryOrder, made.json).id}`;
    const trailing = await call('PATCH', one, { body: { trailing_stop_distance: '250.5' } });
    expect(trailing.json).toMatchObject({ stop_loss: null, trailing_stop_distance: '250.50' });
    const kept = await call('PATCH', one, { body: { price: '39500' } });
    expect(kept.json).toMatchObject({ trailing_stop_distance: '250.50' });
    const fixed = await call('PATCH', one, { body: { stop_loss_distance: '700' } });
    expect(fixed.json).toMatchObject({
      stop_loss_distance: '700.00',
      trailing_stop_distance: null,
    });
    const place = async (client_order_id: string, levels: object) =>
      await call('POST', path, { body: limitOrder({ client_order_id, ...levels }) });
    const both = await place('both', { stop_loss: '38000', trailing_stop_distance: '250' });
    expect(codeOf(both)).toBe('trail-unavailable');
    expect(codeOf(await place('near', { trailing_stop_distance: '1' }))).toBe('trail-invalid');
    const fine = await place('fine', { trailing_stop_distance: '1.005' });
    expect(fine.json).toMatchObject({ errors: { trailing_stop_distance: expect.any(String) } });
  });

  it('cancels an order, which is then among those that have ended', async () => {
    const { call, path } = await enter();
    const placed = z.parse(EntryOrder, (await call('POST', path, { body: limitOrder({}) })).json);
    const cancelled = await call('DELETE', `${path}/${placed.id}`);
    expect(cancelled.json).toMatchObject({
      id: placed.id,
      status: 'cancelled',
      reason: 'customer',
    });
    expect((await call('DELETE', `${path}/${placed.id}`)).json).toEqual(cancelled.json);
    expect((await call('GET', `${path}/${placed.id}`)).json).toEqual(cancelled.json);
    expect((await listed(call, path)).data).toEqual([]);
    expect((await listed(call, `${path}?status=ended`)).data).toEqual([cancelled.json]);
  });

  it('pairs two orders and unlinks the remaining one', async () => {
    const { call, path } = await enter();
    const first = z.parse(EntryOrder, (await call('POST', path, { body: limitOrder({}) })).json);
    const pair = limitOrder({
      type: 'stop',
      client_order_id: 'stop-1',
      price: '41000',
      oco_order_id: first.id,
    });
    const second = z.parse(EntryOrder, (await call('POST', path, { body: pair })).json);
    expect(second).toMatchObject({ type: 'stop', oco_order_id: first.id });
    await call('DELETE', `${path}/${second.id}`);
    const rest = await listed(call, path);
    expect(rest.data).toEqual([{ ...first, oco_order_id: null }]);
    const lone = { ...pair, client_order_id: 'stop-2', oco_order_id: second.id };
    expect(codeOf(await call('POST', path, { body: lone }))).toBe('not-found');
    const strange = { ...pair, client_order_id: 'stop-3', oco_order_id: 'x' };
    expect(codeOf(await call('POST', path, { body: strange }))).toBe('not-found');
  });

  it('pages pending and ended orders', async () => {
    const { call, path } = await enter();
    for (const number of [1, 2, 3]) {
      await call('POST', path, { body: limitOrder({ client_order_id: `page-${number}` }) });
    }
    const all = await listed(call, path);
    const first = await listed(call, `${path}?limit=2`);
    const rest = await listed(call, `${path}?limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...rest.data]).toEqual(all.data);
    expect(rest.next_cursor).toBeNull();
    for (const { id } of all.data) await call('DELETE', `${path}/${id}`);
    const ended = await listed(call, `${path}?status=ended&limit=2`);
    const more = await listed(call, `${path}?status=ended&limit=2&cursor=${ended.next_cursor}`);
    expect([...ended.data, ...more.data].map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
  });

  it("finds no other customer's order", async () => {
    const { call, path } = await enter();
    const placed = z.parse(EntryOrder, (await call('POST', path, { body: limitOrder({}) })).json);
    const other = await enter();
    const foreign = `${other.path}/${placed.id}`;
    for (const method of ['GET', 'DELETE']) {
      expect(codeOf(await other.call(method, foreign))).toBe('not-found');
      expect(codeOf(await other.call(method, `${path}/${placed.id}`))).toBe('not-found');
    }
    const body = { price: '38000' };
    expect(codeOf(await other.call('PATCH', foreign, { body }))).toBe('not-found');
    expect((await call('GET', `${path}/${placed.id}`)).json).toEqual(placed);
  });

  it('names the fields of a rejection as the request does', async () => {
    const { call, path } = await enter();
    const reply = await call('POST', path, { body: limitOrder({ stop_loss: '1.23456' }) });
    expect(reply.json).toMatchObject({
      code: 'invalid',
      errors: { stop_loss: expect.any(String) },
    });
  });
});
