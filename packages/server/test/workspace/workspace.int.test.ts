// The trading screen from one browser to another, with the bounds of its documents.
import {
  type Layout,
  type Watchlists,
  WATCHLIST_SYMBOLS_MAX,
  WATCHLISTS_MAX,
  type Workspace,
} from '@halyard/contract/workspace';
import { listWatchlists } from '@halyard/contract/v1/watchlists';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { codeOf, createClient, createKey, type ApiClient } from '../public-api/api-client.ts';
import { dataOf } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor, rejectionOf, type Trader } from '../support/trader.ts';

const PATH = '/api/accounts/workspace';

const LAYOUT: Layout = {
  px: { left: 300, right: 310, bottom: 220 },
  folded: ['left'],
  chartCount: 2,
  charts: [
    { symbol: 'BTCUSD', timeframe: '15m', indicators: [{ name: 'EMA', periods: [12, 26] }] },
    { symbol: 'EURUSD', timeframe: '1h', indicators: [] },
  ],
  tables: {
    positions: { hidden: ['leverage'], sort: { column: 'profit', isDescending: true } },
  },
};

const listOf = (id: number, symbols: readonly string[] = []) => ({
  id,
  name: `List ${id}`,
  symbols: [...symbols],
});
const watchlists = (lists: Watchlists['lists']): Watchlists => ({
  favourites: ['BTCUSD'],
  lists,
  shown: null,
});

describeOnDatabase('the workspace', (database) => {
  const floor = openFloor(database);
  const read = async (token: string) =>
    dataOf((await floor.server().post<Workspace>(PATH, {}, { token })).envelope);
  const save = async (token: string, body: object) =>
    (await floor.server().post<Record<string, number>>(`${PATH}/save`, body, { token })).envelope;

  it('returns what its customer saved last', async () => {
    const [one, other] = [await floor.trader(), await floor.trader()];
    const nothing = { layout: null, watchlists: null, drawings: null };
    expect(await read(one.token)).toEqual(nothing);
    expect(dataOf(await save(one.token, { layout: LAYOUT }))).toEqual({ layout: 1 });
    const drawings = [
      { symbol: 'BTCUSD', drawings: [{ tool: 'horizontalStraightLine', points: [{ rate: 1.5 }] }] },
    ];
    const moved = { ...LAYOUT, chartCount: 4 };
    const both = dataOf(await save(one.token, { layout: moved, drawings }));
    expect(both).toEqual({ layout: 2, drawings: 1 });
    expect(await read(one.token)).toEqual({
      layout: { version: 2, document: moved },
      watchlists: null,
      drawings: { version: 1, document: drawings },
    });
    expect(await read(other.token)).toEqual(nothing);
  });

  it('is separate for the practice account', async () => {
    const { token } = await floor.trader();
    const practice = '/api/practice/workspace';
    await save(token, { layout: LAYOUT });
    const moved = { ...LAYOUT, chartCount: 4 };
    const server = floor.server();
    for (const version of [1, 2]) {
      const saved = await server.post(`${practice}/save`, { layout: moved }, { token });
      expect(dataOf(saved.envelope)).toEqual({ layout: version });
    }
    const { envelope } = await server.post<Workspace>(practice, {}, { token });
    expect(dataOf(envelope).layout).toEqual({ version: 2, document: moved });
    expect((await read(token)).layout).toEqual({ version: 1, document: LAYOUT });
  });

  it('accepts the largest watchlists, and none larger', async () => {
    const { token } = await floor.trader();
    const symbols = Array.from({ length: WATCHLIST_SYMBOLS_MAX }, (_, index) => `SYM${index}`);
    const lists = Array.from({ length: WATCHLISTS_MAX }, (_, index) => listOf(index + 1, symbols));
    expect(dataOf(await save(token, { watchlists: watchlists(lists) }))).toEqual({ watchlists: 1 });
    for (const tooMany of [
      [...lists, listOf(99)],
      [listOf(1, [...symbols, 'ONEMORE'])],
      [{ ...listOf(1), name: 'x'.repeat(41) }],
    ]) {
      const refused = await save(token, { watchlists: watchlists(tooMany) });
      expect(rejectionOf(refused).code).toBe('invalid');
    }
    const kept = (await read(token)).watchlists;
    expect([kept?.version, kept?.document.lists.length]).toEqual([1, WATCHLISTS_MAX]);
  });

  it('saves nothing if one of the documents is invalid', async () => {
    const { token } = await floor.trader();
    const tooMany = Array.from({ length: 7 }, (_, index) => ({
      symbol: `SYM${index}`,
      drawings: Array.from({ length: 50 }, () => ({
        tool: 'horizontalStraightLine',
        points: [{ rate: 1 }],
      })),
    }));
    const refused = await save(token, { layout: LAYOUT, drawings: tooMany });
    expect(rejectionOf(refused).errors).toEqual({ drawings: 'must be at most 300 drawings' });
    expect((await read(token)).layout).toBeNull();
  });

  it('treats an invalid stored document as never saved', async () => {
    const { token } = await floor.trader();
    await save(token, { layout: LAYOUT });
    await floor
      .server()
      .query(`update workspace_documents set document = '{"px": 1}' where name = 'layout'`);
    expect((await read(token)).layout).toBeNull();
    expect(dataOf(await save(token, { layout: LAYOUT }))).toEqual({ layout: 2 });
  });

  const enter = async (request: object = {}): Promise<{ trader: Trader; call: ApiClient }> => {
    const trader = await floor.trader();
    const { key } = await createKey(floor.server(), trader.token, request);
    return { trader, call: createClient(floor.server(), key) };
  };

  it('creates, fills, renames and deletes watchlists, which the trading screen shows', async () => {
    const { call, trader } = await enter();
    const favourites = { id: 'favourites', name: 'Favourites', symbols: [] };
    expect((await call('GET', '/watchlists')).json).toEqual({
      data: [favourites],
      next_cursor: null,
    });
    const body = { name: ' Crypto ', symbols: ['BTCUSD', 'ETHUSD', 'BTCUSD'] };
    const made = await call('POST', '/watchlists', { body });
    expect([made.status, made.json]).toEqual([
      201,
      { id: '1', name: 'Crypto', symbols: ['BTCUSD', 'ETHUSD'] },
    ]);
    expect((await call('POST', '/watchlists', { body })).json).toEqual(made.json);
    const taken = await call('POST', '/watchlists', { body: { name: 'crypto' } });
    expect(taken.json).toMatchObject({ code: 'invalid', errors: { name: expect.any(String) } });
    const unlisted = await call('PATCH', '/watchlists/1', { body: { symbols: ['NOTHING'] } });
    expect(unlisted.json).toMatchObject({
      errors: { symbols: expect.stringContaining('NOTHING') },
    });

    const starred = await call('PATCH', '/watchlists/favourites', {
      body: { symbols: ['ETHUSD'] },
    });
    expect(starred.json).toEqual({ ...favourites, symbols: ['ETHUSD'] });
    const changed = await call('PATCH', '/watchlists/1', { body: { name: 'Coins' } });
    expect(changed.json).toMatchObject({ name: 'Coins', symbols: ['BTCUSD', 'ETHUSD'] });
    expect((await call('GET', '/watchlists/1')).json).toEqual(changed.json);
    const path = '/api/accounts/workspace';
    const { envelope } = await floor.server().post<Workspace>(path, {}, trader);
    expect(dataOf(envelope).watchlists?.document).toEqual({
      favourites: ['ETHUSD'],
      lists: [{ id: 1, name: 'Coins', symbols: ['BTCUSD', 'ETHUSD'] }],
      shown: null,
    });

    for (const [method, change] of [
      ['PATCH', { name: 'Stars' }],
      ['DELETE', undefined],
    ] as const) {
      expect(codeOf(await call(method, '/watchlists/favourites', { body: change }))).toBe(
        'invalid',
      );
    }
    const other = await enter();
    expect(codeOf(await other.call('GET', '/watchlists/1'))).toBe('not-found');
    expect(codeOf(await other.call('DELETE', '/watchlists/1'))).toBe('not-found');
    expect((await call('DELETE', '/watchlists/1')).status).toBe(204);
    expect(codeOf(await call('DELETE', '/watchlists/1'))).toBe('not-found');
  });

  it('saves watchlists only over the version that the screen changed', async () => {
    const { call, trader } = await enter();
    const { token } = trader;
    const first = { watchlists: watchlists([listOf(1)]), watchlists_version: 0 };
    expect(dataOf(await save(token, first))).toEqual({ watchlists: 1 });
    const renamed = await call('PATCH', '/watchlists/1', { body: { name: 'Of the program' } });
    expect(renamed.status).toBe(200);
    const outdated = { watchlists: watchlists([listOf(1), listOf(2)]), watchlists_version: 1 };
    const refused = await save(token, { ...outdated, layout: LAYOUT });
    expect(rejectionOf(refused).code).toBe('content-changed');
    const { layout, watchlists: stored } = await read(token);
    expect([layout, stored?.version, stored?.document.lists[0]?.name]).toEqual([
      null,
      2,
      'Of the program',
    ]);
    expect(dataOf(await save(token, { ...outdated, watchlists_version: 2 }))).toEqual({
      watchlists: 3,
    });
    // What no longer fits its schema counts as never saved.
    await floor
      .server()
      .query(`update workspace_documents set document = '{}' where name = 'watchlists'`);
    expect(dataOf(await save(token, first))).toEqual({ watchlists: 4 });
  });

  it('keeps the limits of watchlists, also of requests at the same time', async () => {
    const { call } = await enter();
    const answers = await Promise.all(
      Array.from({ length: WATCHLISTS_MAX + 3 }, async (_, index) =>
        call('POST', '/watchlists', { body: { name: `List ${index}` } }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(codeOf)).toEqual(Array(3).fill('too-many-watchlists'));
    expect(refused[0]?.json).toMatchObject({ facts: { maximum: WATCHLISTS_MAX } });
    const lists = z.parse(listWatchlists.reply, (await call('GET', '/watchlists')).json);
    expect(new Set(lists.data.map(({ id }) => id)).size).toBe(WATCHLISTS_MAX + 1);
    // As many values as a body of the largest list has: they are judged, not too many to read.
    const full = { name: 'Full', symbols: Array(WATCHLIST_SYMBOLS_MAX).fill('BTCUSD') };
    expect((await call('PATCH', '/watchlists/1', { body: full })).status).toBe(200);
    const more = { symbols: [...full.symbols, 'BTCUSD'] };
    expect(codeOf(await call('PATCH', '/watchlists/1', { body: more }))).toBe('invalid');
  });

  it.each([
    ['POST', '/watchlists', { name: 'Mine' }],
    ['PATCH', '/watchlists/favourites', { symbols: [] }],
    ['DELETE', '/watchlists/1', undefined],
  ])('does not change watchlists with a key that may only read: %s %s', async (...request) => {
    const [method, path, body] = request;
    const { call } = await enter({ scope: 'read' });
    expect(codeOf(await call(method, path, { body }))).toBe('scope-missing');
    expect((await call('GET', '/watchlists')).status).toBe(200);
  });
});
