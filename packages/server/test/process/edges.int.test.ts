// One program with the engine and two edges on one database and one NATS. The edges keep no truth.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { getCluster } from '@halyard/contract/backoffice/installation/cluster';
import type { PositionAnswer, PriceBook } from '@halyard/contract/live';
import type { MarketQuote } from '@halyard/contract/market';
import type { ReplyOf } from '@halyard/contract/route';
import type { PositionLists } from '@halyard/contract/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSymbolTurns } from '#features/trading-halts/trading-halts.ts';
import { enterPrograms } from '#platform/programs/programs.ts';
import { eventually } from '../support/eventually.ts';
import { HAS_NATS, NATS_URL } from '../support/messages/nats.ts';
import { signInStaff } from '../support/staff.ts';
import { stagePrices } from '../support/staged-prices.ts';
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

type ClusterStatus = {
  readonly problems: readonly string[];
  readonly programs: readonly { readonly host: string; readonly roles: string }[];
  readonly lease: { readonly epoch: number };
};

describe.skipIf(!HAS_NATS)('with NATS', () => {
  describeOnDatabase('two edges beside an engine', (database) => {
    const cluster = { NATS_URL, NATS_PREFIX: randomUUID() };
    let folder = '';
    let core: TestServer;
    let one: TestServer;
    let two: TestServer;

    const startEdge = async (): Promise<TestServer> => {
      const environment = { ...cluster, ROLES: 'edge' };
      const edge = await startServer({ database, beside: core, environment });
      await eventually(async () => {
        expect((await fetch(`${edge.url}/health/ready`)).status).toBe(200);
      });
      // The operator's command runs in the program with the engine.
      return { ...edge, operator: core.operator };
    };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
      const environment = { ...cluster, ...stagePrices(folder), ROLES: 'engine,market,jobs' };
      core = await startServer({ database, environment, jobPollMs: 50 });
      one = await startEdge();
      two = await startEdge();
    });
    afterAll(async () => {
      await Promise.all([one.stop(), two.stop(), core.stop()]);
      rmSync(folder, { recursive: true, force: true });
    });

    it('serve a customer on both, and what they trade on one is on the other', async () => {
      const { access_token: token } = await signUpTrader(one, 'one@example.com', '10000');
      const [here, there] = await Promise.all(
        [one, two].map((edge) => edge.connect('/positions', token)),
      );
      if (here === undefined || there === undefined) throw new Error('not connected');
      const shown = nextMessage<PositionLists>(there, 'positions', ({ open }) => open.length === 1);
      const order = { ...BUY, amount: 100, requestId: randomUUID() };
      const opened = dataOf(await send<PositionAnswer>(here, 'openPosition', order));
      expect((await shown).open).toMatchObject([{ id: opened.position.id }]);
      // The same request through the other edge is the same order.
      expect(dataOf(await send<PositionAnswer>(there, 'openPosition', order))).toEqual(opened);

      const gone = nextMessage<PositionLists>(
        here,
        'positions',
        ({ open, history }) => open.length === 0 && history.length === 1,
      );
      dataOf(await send(there, 'closePosition', { id: opened.position.id }));
      expect((await gone).history).toMatchObject([{ id: opened.position.id }]);
    });

    it('show live prices, candles, quotes and the practice account', async () => {
      const { access_token: token } = await signUpTrader(two, 'two@example.com', '10000');
      const socket = await two.connect('/prices');
      await nextMessage<PriceBook>(socket, 'price', (book) => book['ETHUSD']?.state === 'live');
      const now = Date.now();
      const range = `symbol=BTCUSD&timeframe=1m&from=${now - 3_600_000}&to=${now}`;
      const candles = await two.get<unknown[]>(`/api/market/candles?${range}`);
      expect(dataOf(candles.envelope).length).toBeGreaterThan(0);
      const practice = await two.connect('/practice/positions', token);
      const order = { ...BUY, amount: 100, requestId: randomUUID() };
      expect(dataOf(await send<PositionAnswer>(practice, 'openPosition', order))).toMatchObject({
        position: { symbol: 'BTCUSD' },
      });
    });

    it('refuse the market apart from the engine, and wait for one that was killed', async () => {
      const environment = { ...cluster, ...stagePrices(folder), ROLES: 'market' };
      await expect(startServer({ database, beside: core, environment })).rejects.toThrow(
        "ROLES=market can't run beside ROLES=engine,market,jobs",
      );
      expect(await core.query(`select from programs where roles = 'market'`)).toEqual([]);
      await core.query(
        `insert into programs (host, data_dir, pid, started_at, seen_at, version, migrations, roles,
           is_ready, clock_skew_ms, messages)
         values ('killed', '/var/lib/halyard', 1, now() - interval '1 minute',
           now() - interval '13 seconds', '1', 1, 'market', true, 0, 'none')`,
      );
      const db = await database.open();
      const own = { dataDir: '/elsewhere', version: '1', migrations: 1, roles: 'all' };
      const begunMs = performance.now();
      const entered = await enterPrograms({ db, ...own, conflicting: ['market'] });
      expect(performance.now() - begunMs).toBeGreaterThan(1_000);
      await entered.leave();
      await core.query(`delete from programs where host = 'killed'`);
      await db.close();
    });

    it('push a notification to a customer of any edge', async () => {
      const email = 'notified@example.com';
      const { access_token: token } = await signUpTrader(one, email, '100');
      const socket = await two.connect('/positions', token);
      const pushed = nextMessage(socket, 'notification');
      await core.operator('credit', email, '50', 'a bonus');
      expect(await pushed).toMatchObject({ unread: expect.any(Number) });
    });

    it('apply what staff do on one of them, and show staff all accounts', async () => {
      const { token } = await signInStaff(two, 'dealer@staff.example', 'dealing');
      const act = async (action: string, body: object = {}) => {
        const path = `/api/backoffice/symbols/ETHUSD/${action}`;
        const call = { reason: 'a test of edges', ...body };
        const { envelope } = await two.post<object>(path, call, { token });
        return envelope.status === 'error' ? envelope.code : envelope.data;
      };
      const book = await one.connect('/prices');
      const halted = nextMessage<PriceBook>(
        book,
        'price',
        ({ ETHUSD }) => ETHUSD?.state === 'halted',
      );
      expect(await act('halt')).toEqual({ state: 'halted', changed: true });
      await halted;
      const split = { new_units: 2, old_units: 1, request_id: 'edges' };
      const elsewhere = await database.open();
      const inTurn = createSymbolTurns(elsewhere);
      /** Staff act while another program works on the symbol; they wait for it. */
      const actBehind = async (action: string, body?: object) => {
        const { answer } = await inTurn('ETHUSD', async () => {
          const answer = act(action, body);
          await eventually(async () => {
            const waiting = `select 1 as one from pg_locks where not granted
              and database = (select oid from pg_database where datname = current_database())`;
            expect(await elsewhere.query(waiting, [])).toEqual([{ one: 1 }]);
          });
          return { answer };
        });
        return await answer;
      };
      expect(await actBehind('split', split)).toMatchObject({ positions: 0 });
      // The file's prices are between 2,000 and 3,200. Both edges show the half of it.
      for (const edge of [one, two]) {
        await eventually(async () => {
          const { envelope } = await edge.get<Record<string, MarketQuote>>('/api/market/quotes');
          expect(dataOf(envelope)['ETHUSD']?.sell).toBeLessThan(1_700);
        });
      }
      // The replayed source never quotes the split.
      expect(await actBehind('resume')).toBe('split-not-quoted');
      await elsewhere.close();
      const exposure = await two.get<object>('/api/backoffice/dealing', { token });
      expect(dataOf(exposure.envelope)).toMatchObject({ house: { positions: expect.any(Number) } });
    });

    it('show themselves, and what needs attention, to the operator', async () => {
      const problem =
        'No program stands by for the engine: if the active one fails, trading stops.';
      let host = '';
      // Programs report themselves a few seconds apart.
      await eventually(async () => {
        const { code, printed } = await core.operator('cluster', 'status', '--json');
        const status = JSON.parse(printed.join('')) as ClusterStatus;
        expect(status.programs).toMatchObject([
          { roles: 'edge', isReady: true, messages: 'connected' },
          { roles: 'edge', isReady: true, messages: 'connected' },
          {
            roles: 'engine,market,jobs',
            engine: 'active',
            isReady: true,
            epoch: status.lease.epoch,
            batch: expect.any(Number),
          },
        ]);
        expect(status.problems).toEqual([problem]);
        expect(code).toBe(1);
        host = status.programs[0]?.host ?? '';
      });
      const shown = await core.operator('cluster', 'status');
      expect(shown.printed.slice(0, 2)).toEqual(['Problems: 1', `  ${problem}`]);
      expect(shown.printed.join('\n')).toMatch(/ engine,market,jobs +active, epoch \d+ /);
      // A machine that was lost: its row stays until somebody forgets it.
      await core.query(
        `insert into programs select 'gone', data_dir, pid, started_at, now() - interval '1 hour',
           version, migrations, roles, is_ready, engine, epoch, batch, committed_batch, clock_skew_ms,
           messages, database_server from programs where engine is not null`,
      );
      const lost = await core.operator('cluster', 'status');
      expect(lost.printed[1]).toBe(
        '  gone (engine,market,jobs) has not been seen for 1 h. If it was removed for good, remove it ' +
          'from the list: halyard cluster forget gone',
      );
      const { token } = await signInStaff(one, 'admin@staff.example', 'admin');
      const office = await two.get<ReplyOf<typeof getCluster>>('/api/backoffice/cluster', {
        token,
      });
      expect(dataOf(office.envelope)).toMatchObject({
        problems: [
          { problem: 'program-lost', concerns: 'gone (engine,market,jobs)' },
          { problem: 'no-engine-standby', concerns: null },
        ],
        programs: expect.arrayContaining([
          expect.objectContaining({ program_roles: 'edge', program_state: 'ready', epoch: null }),
          expect.objectContaining({ host, program_state: 'active', nats: 'connected' }),
          expect.objectContaining({ host: 'gone', program_state: 'lost' }),
        ]),
        engine_lease: { lease_held: true },
      });
      expect((await core.operator('cluster', 'forget', host)).code).toBe(1);
      expect((await core.operator('cluster', 'forget', 'gone')).code).toBe(0);
      const audited = `select actor, before from audit_events where action = 'cluster.forget'`;
      expect(await core.query(audited)).toEqual([
        {
          actor: expect.stringMatching(/^operator:/),
          before: { host: 'gone', programs: ['engine,market,jobs'] },
        },
      ]);
      expect((await core.operator('cluster', 'status')).printed[0]).toBe('Problems: 1');
      expect((await core.operator('cluster', 'nonsense')).code).toBe(2);
    });

    it('lose nothing when one of them ends: the other one goes on', async () => {
      const { access_token: token } = await signUpTrader(one, 'moving@example.com', '1000');
      const socket = await one.connect('/positions', token);
      const order = { ...BUY, amount: 100, requestId: randomUUID() };
      const opened = dataOf(await send<PositionAnswer>(socket, 'openPosition', order));
      await one.stop();
      const other = await two.connect('/positions', token);
      expect(dataOf(await send<PositionAnswer>(other, 'openPosition', order))).toEqual(opened);
      dataOf(await send(other, 'closePosition', { id: opened.position.id }));
    });

    it('answer that nobody runs the engine when it stops, and show stale prices', async () => {
      const book = await two.connect('/prices');
      await nextMessage<PriceBook>(book, 'price', ({ BTCUSD }) => BTCUSD?.state === 'live');
      const stale = nextMessage<PriceBook>(
        book,
        'price',
        ({ BTCUSD }) => BTCUSD?.state === 'stale',
      );
      const { printed } = await core.operator('audit');
      expect(printed.at(-1)).toContain('everything agrees');
      await core.stop();
      await stale;
      await eventually(async () => {
        expect((await fetch(`${two.url}/health/ready`)).status).toBe(503);
      });
    });
  });
});
