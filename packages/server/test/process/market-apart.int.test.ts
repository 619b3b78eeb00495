// The market apart from the engine: two programs with the market, one with the engine and the jobs,
// and two edges on one database and one NATS.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PositionAnswer, PriceBook } from '@halyard/contract/live';
import type { MarketQuote } from '@halyard/contract/market';
import type { BalanceData } from '@halyard/contract/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { HAS_NATS, NATS_URL } from '../support/messages/nats.ts';
import { signInStaff } from '../support/staff.ts';
import { stagePrices, STILL } from '../support/staged-prices.ts';
import {
  dataOf,
  nextMessage,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';

/** Ends the session of the leader, as the end of its process would; the program itself goes on. */
const END_SESSION = `select pg_terminate_backend(l.pid) from pg_locks l, market_lease m
  where l.locktype = 'advisory' and l.objsubid = 1
    and (l.classid::bigint << 32) + l.objid::bigint = m.epoch`;
const LEADER = 'select epoch, owner from market_lease';

describe.skipIf(!HAS_NATS)('with NATS', () => {
  describeOnDatabase('an engine and two edges beside a market', (database) => {
    const cluster = { NATS_URL, NATS_PREFIX: randomUUID() };
    const started: TestServer[] = [];
    let folder = '';
    let engine: TestServer;
    let one: TestServer;
    let two: TestServer;
    let token = '';

    const start = async (roles: string, isReady = true): Promise<TestServer> => {
      const environment = { ...cluster, ...stagePrices(folder), ROLES: roles };
      const [first] = started;
      const beside = first === undefined ? {} : { beside: first };
      const server = await startServer({ database, environment, jobPollMs: 50, ...beside });
      started.push(server);
      if (!isReady) return server;
      await eventually(async () => {
        expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
      });
      return server;
    };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
      await start('market');
      await start('market', false);
      engine = await start('engine,jobs');
      // The operator's command runs in the program with the engine.
      one = { ...(await start('edge')), operator: engine.operator };
      two = { ...(await start('edge')), operator: engine.operator };
      token = (await signUpTrader(one, 'apart@example.com', '10000')).access_token;
    });
    afterAll(async () => {
      await Promise.all(started.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    });

    const quoted = async (symbol: string) =>
      dataOf((await two.get<Record<string, MarketQuote>>('/api/market/quotes')).envelope)[symbol];
    const equity = async () =>
      dataOf((await two.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope)
        .equity;
    const open = async (symbol = 'BTCUSD') => {
      const socket = await one.connect('/positions', token);
      const order = { ...BUY, symbol, price: 1e6, amount: 100, requestId: randomUUID() };
      return await send<PositionAnswer>(socket, 'openPosition', order);
    };

    /** Ends the leader's session again and again: it takes the lock again with its next renewal. */
    const replaceLeader = async (): Promise<void> => {
      const [before] = await engine.query(LEADER);
      await eventually(async () => {
        const [after] = await engine.query(LEADER);
        if (after?.['owner'] === before?.['owner']) await engine.query(END_SESSION);
        expect(Number(after?.['epoch'])).toBeGreaterThan(Number(before?.['epoch']));
        expect(after?.['owner']).not.toBe(before?.['owner']);
      });
    };

    it('trade at its prices, on both edges, with live and practice money', async () => {
      await eventually(async () => expect((await quoted('BTCUSD'))?.state).toBe('live'));
      const { position } = dataOf(await open());
      expect(position).toMatchObject({ symbol: 'BTCUSD', open_rate: STILL.orderBuy });
      const there = await two.connect('/positions', token);
      dataOf(await send(there, 'closePosition', { id: position.id }));
      const practice = await two.connect('/practice/positions', token);
      const order = { ...BUY, amount: 100, requestId: randomUUID() };
      expect(dataOf(await send<PositionAnswer>(practice, 'openPosition', order))).toMatchObject({
        position: { open_rate: STILL.orderBuy },
      });
    });

    it('show stale prices and fill nothing while nobody leads, and go on with the next leader', async () => {
      const book = await two.connect('/prices');
      const was = (wanted: string) =>
        nextMessage<PriceBook>(book, 'price', ({ ETHUSD }) => ETHUSD?.state === wanted);
      const [before] = await engine.query(LEADER);
      const stale = was('stale');
      await replaceLeader();
      await Promise.race([stale, was('live')]);
      let id = 0;
      await eventually(async () => {
        expect((await quoted('ETHUSD'))?.state).toBe('live');
        ({ id } = dataOf(await open('ETHUSD')).position);
      });
      // A position that stayed open would change the equity of the next tests with its price.
      const there = await two.connect('/positions', token);
      await eventually(async () => void dataOf(await send(there, 'closePosition', { id })));
      // The engine records that it went from one leader to the next.
      await eventually(async () => {
        const gaps = await engine.query('select reason, from_epoch, to_epoch from market_gaps');
        expect(gaps).toContainEqual({
          reason: 'leader',
          from_epoch: before?.['epoch'],
          to_epoch: expect.anything(),
        });
      });
    });

    it('split a symbol between two frames: nothing trades at a price of before', async () => {
      dataOf(await open());
      const worth = await equity();
      const { token: staff } = await signInStaff(two, 'dealer@staff.example', 'dealing');
      const act = async (action: string, body: object = {}) => {
        const call = { reason: 'a test', ...body };
        const path = `/api/backoffice/symbols/BTCUSD/${action}`;
        const { envelope } = await two.post<object>(path, call, { token: staff });
        return envelope.status === 'error' ? envelope.code : envelope.data;
      };
      expect(await act('halt')).toEqual({ state: 'halted', changed: true });
      expect(await open()).toMatchObject({ status: 'error', code: 'price-unavailable' });
      const split = async (newUnits: number, oldUnits: number, id: string) =>
        await act('split', { new_units: newUnits, old_units: oldUnits, request_id: id });
      expect(await split(2, 1, 'first')).toMatchObject({ positions: expect.any(Number) });
      await eventually(async () => {
        expect(await quoted('BTCUSD')).toMatchObject({ state: 'halted', sell: STILL.sell / 2 });
      });
      expect(await act('resume')).toBe('split-not-quoted');
      // The next leader begins with the frozen symbol at its adjusted price.
      await replaceLeader();
      await eventually(async () => expect((await quoted('ETHUSD'))?.state).toBe('live'));
      await eventually(async () => expect(await act('resume')).toBe('split-not-quoted'));
      expect((await quoted('BTCUSD'))?.state).not.toBe('live');
      expect(await open()).toMatchObject({ status: 'error' });
      expect(await split(1, 2, 'second')).toMatchObject({ positions: expect.any(Number) });
      expect(await act('resume')).toMatchObject({ changed: true });
      await eventually(async () => {
        expect(await quoted('BTCUSD')).toMatchObject({ state: 'live', sell: STILL.sell });
      });
      expect(await equity()).toBe(worth);
      const { printed } = await engine.operator('audit');
      expect(printed.at(-1)).toContain('everything agrees');
    });

    it('fill nothing without a leader', async () => {
      await started[0]?.stop();
      await started[1]?.stop();
      await eventually(async () => expect((await quoted('BTCUSD'))?.state).toBe('stale'));
      expect(await open()).toMatchObject({ status: 'error', code: 'price-unavailable' });
    });
  });
});
