import { randomUUID } from 'node:crypto';
import type { CloseAllAnswer } from '@halyard/contract/live';
import type { Position, PositionLists } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { dataOf, send } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf } from '../support/trader.ts';

describeOnDatabase('requests', (database) => {
  const floor = openFloor(database);

  it('repeats the first answer of a request and executes it once', async () => {
    const who = await floor.trader();
    const order = { ...BUY, amount: 40_000, requestId: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(async () => await who.open(order)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const [{ id } = { id: 0 }] = answers;
    expect((await who.balance()).invested).toBe(40_000);

    const closing = { id, requestId: randomUUID(), price: 12_345.678 };
    const first = await who.close(closing);
    expect(await who.close({ ...closing, price: 1 })).toEqual(first);
    expect((await who.open(order)).id).toBe(id);
    const other = await send(who.socket, 'openPosition', { ...order, amount: 1 });
    expect(rejectionOf(other)).toMatchObject({ code: 'duplicate-id' });

    const refusedId = randomUUID();
    const tooMuch = { ...BUY, amount: 50_000, requestId: refusedId };
    await who.open({ ...BUY, amount: 20_000 });
    const before = await send(who.socket, 'openPosition', tooMuch);
    await floor.server().operator('credit', who.session.user.email, '50000', 'now there is enough');
    const after = await send(who.socket, 'openPosition', tooMuch);
    expect(rejectionOf(before).code).toBe('amount-too-large');
    expect(rejectionOf(after).code).toBe('amount-too-large');
  });

  it('accepts the sender’s own dataUser in every form, and nobody else’s', async () => {
    const who = await floor.trader();
    const other = await floor.trader();
    const { token, uniqid } = who.session.user;
    for (const dataUser of [token, uniqid, { token }, { uniqid }, who.session.user]) {
      await who.open({ ...BUY, amount: 1, dataUser });
    }
    const theirs = other.session.user;
    for (const dataUser of [
      theirs.token,
      theirs.uniqid,
      { uniqid: theirs.uniqid },
      {},
      'x',
      { ...theirs, token },
    ]) {
      const order = { ...BUY, amount: 1, dataUser };
      expect(rejectionOf(await send(who.socket, 'openPosition', order)).code).toBe('forbidden');
      expect(rejectionOf(await send(who.socket, 'positions', { dataUser })).code).toBe('forbidden');
      expect(rejectionOf(await send(who.socket, 'closeAll', { dataUser, which: 'all' })).code).toBe(
        'forbidden',
      );
    }
    expect((await who.balance()).invested).toBe(5);
    expect((await other.balance()).positions).toEqual({ open: [], history: [] });
  });

  it('closes no position in thousands of parts, each rounded for its owner', async () => {
    const who = await floor.trader();
    const { id } = await who.open({ ...BUY, amount: 500 });
    const server = floor.server();
    // A rejected close is no part.
    for (let place = 0; place < 70; place += 1) {
      const none = { id, amount: 501, requestId: `none-${place}` };
      const answer = await send(who.socket, 'closePosition', none);
      expect(rejectionOf(answer).code).toBe('amount-too-large');
    }
    const sockets = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => await server.connect('/positions', who.token)),
    );
    const answers = await Promise.all(
      sockets.flatMap((socket, index) =>
        Array.from({ length: 30 }, (_, place) => {
          const requestId = `part-${index * 30 + place}`;
          return send(socket, 'closePosition', { id, amount: 1, requestId });
        }),
      ),
    );
    const done = answers.filter(({ status }) => status === 'success');
    const [refused] = answers.filter(({ status }) => status === 'error');
    expect(done.length).toBeGreaterThanOrEqual(60);
    expect(rejectionOf(refused ?? expect.fail('all were done'))).toMatchObject({
      code: 'too-many',
      facts: { retryAfterSeconds: 1 },
    });
    // Nothing is done twice by telling it again.
    const first = answers.findIndex(({ status }) => status === 'success');
    const again = { id, amount: 1, requestId: `part-${first}` };
    expect(await send(who.socket, 'closePosition', again)).toEqual(answers[first]);
    expect(await who.close({ id })).toMatchObject({ amount: 500 - done.length });
  });

  it('gives no customer access to another’s positions', async () => {
    const one = await floor.trader();
    const two = await floor.trader();
    const heard: PositionLists[] = [];
    two.socket.on('positions', (lists: PositionLists) => heard.push(lists));
    const position = await one.open({ ...BUY, amount: 100 });
    for (const [event, message] of [
      ['closePosition', { id: position.id }],
      ['updatePosition', { id: position.id, stop_lost: 1, take_profit: '' }],
    ] as const) {
      expect(rejectionOf(await send(two.socket, event, message)).code).toBe('not-found');
    }
    const closed = await one.close({ id: position.id });
    const page = await floor
      .server()
      .post<Position[]>('/api/accounts/history', { before: closed.id + 1 }, { token: two.token });
    expect(dataOf(page.envelope)).toEqual([]);
    expect(
      dataOf(await send<CloseAllAnswer>(two.socket, 'closeAll', { which: 'all' })).positions,
    ).toEqual([]);
    expect((await two.balance()).positions).toEqual({ open: [], history: [] });
    expect(heard.flatMap((lists) => [...lists.open, ...lists.history])).toEqual([]);
    expect((await one.balance()).positions.history).toEqual([closed]);
  });

  it('pages through the history, each closed position once, latest first', async () => {
    const who = await floor.trader();
    const closed: Position[] = [];
    for (let count = 0; count < 23; count += 1) {
      const { id } = await who.open({ ...BUY, amount: 1 });
      closed.unshift(await who.close({ id }));
    }
    const page = async (body: object) =>
      dataOf(
        (await floor.server().post<Position[]>('/api/accounts/history', body, { token: who.token }))
          .envelope,
      );
    const read: Position[] = [];
    for (let before: number | undefined; ; before = read.at(-1)?.id) {
      const rows = await page({ limit: 5, ...(before === undefined ? {} : { before }) });
      read.push(...rows);
      if (rows.length < 5) break;
    }
    expect(read).toEqual(closed);
    expect(await page({})).toEqual(closed);
    for (const limit of [0, 201, 1.5, '5']) {
      const reply = await floor
        .server()
        .post('/api/accounts/history', { limit }, { token: who.token });
      expect(reply).toMatchObject({ status: 422, envelope: { code: 'invalid' } });
    }
  });
});

describeOnDatabase('a close over the wire', (database) => {
  const floor = openFloor(database);

  it('stores the requested price with the position, to the nearest point', async () => {
    const who = await floor.trader();
    const seen = [12_345.678, '90000.01', '', null, undefined];
    const closed: unknown[] = [];
    for (const price of seen) {
      const { id } = await who.open({ ...BUY, amount: 100 });
      await who.close({ id, price });
      closed.push(id);
    }
    const db = await database.open();
    const rows = await db.query(
      'select close_seen_points from positions where id = any ($1) order by id',
      [closed],
    );
    await db.close();
    expect(rows.map((row) => row.close_seen_points)).toEqual([
      1_234_568,
      9_000_001,
      null,
      null,
      null,
    ]);
  });
});
