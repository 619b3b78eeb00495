// The trading screen from one browser to another, with the bounds of its documents.
import {
  type Layout,
  type Watchlists,
  WATCHLIST_SYMBOLS_MAX,
  WATCHLISTS_MAX,
  type Workspace,
} from '@halyard/contract/workspace';
import { expect, it } from 'vitest';
import { dataOf } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor, rejectionOf } from '../support/trader.ts';

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

  it('is what was saved last, and nobody else’s', async () => {
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

  it('takes the largest watchlists, and none larger', async () => {
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

  it('counts a document that no longer fits as never saved', async () => {
    const { token } = await floor.trader();
    await save(token, { layout: LAYOUT });
    await floor
      .server()
      .query(`update workspace_documents set document = '{"px": 1}' where name = 'layout'`);
    expect((await read(token)).layout).toBeNull();
    expect(dataOf(await save(token, { layout: LAYOUT }))).toEqual({ layout: 2 });
  });
});
