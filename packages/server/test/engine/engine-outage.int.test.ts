import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { BROKER_ACCOUNT_ID } from '@halyard/core/engine';

import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';
import { startCutProxy } from '../support/cut-proxy.ts';
import type { Cut, CutProxy } from '../support/cut-proxy.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  BTCUSD,
  close,
  expectHealthy,
  expectReady,
  open,
  openedBy,
  startEngine,
} from './engine-fixture.ts';
import type { TestEngine } from './engine-fixture.ts';

/** Commands of as many clients at once as cuts fall among. */
const MANY = 24;
const RECOVERY = { timeout: 20_000, interval: 50 };

describeOnDatabase('the engine, when its connection is cut', (target) => {
  let proxy: CutProxy;
  let db: Database;
  let engine: TestEngine;
  let accountId = 0;

  beforeAll(async () => {
    proxy = await startCutProxy(target.url());
    db = await target.open({ url: proxy.url });
    await migrate(db);
    engine = await startEngine(db);
  });
  beforeEach(async () => {
    accountId += 1;
    await addAccount(engine, accountId, 1_000);
  });
  afterEach(async () => {
    await expectReady(engine);
    await expectHealthy(engine, db);
  });
  afterAll(async () => {
    await engine.stop();
    await db.close();
    await proxy.close();
  });

  const countPositions = async (): Promise<number> =>
    (await db.query('select id from positions where account_id = $1', [accountId])).length;

  it('detects a commit whose answer was lost', async () => {
    const command = open(engine, accountId);
    proxy.cutNext('engine_commit', 'after');
    let resumed = 0;
    const stop = engine.onResumed(() => (resumed += 1));
    const positionId = openedBy(await engine.submit('lost', command));
    await expectReady(engine);
    stop();
    expect(resumed).toBe(1);
    expect(openedBy(await engine.submit('lost', command))).toBe(positionId);
    expect([...((await engine.account(accountId))?.positions.keys() ?? [])]).toEqual([positionId]);
    expect(await countPositions()).toBe(1);
  });

  it.each(['engine_take_lease', 'join commands', 'symbol_splits'])(
    'detects it although %s fails too, and resumes once',
    async (statement) => {
      const command = open(engine, accountId);
      let resumed = 0;
      const stop = engine.onResumed(() => (resumed += 1));
      proxy.cutNext('engine_commit', 'after');
      const outcome = engine.submit('lost', command);
      await expect.poll(() => engine.isReady(), RECOVERY).toBe(false);
      proxy.cutNext(statement, 'after');
      openedBy(await outcome);
      await expectReady(engine);
      stop();
      expect(resumed).toBe(1);
    },
  );

  it('reports a commit that never arrived as not executed, and executes a retry once', async () => {
    const command = open(engine, accountId);
    proxy.cutNext('engine_commit', 'before');
    await expect(engine.submit('cut', command)).rejects.toThrow(Outage);
    await expectReady(engine);
    expect((await engine.account(accountId))?.positions.size).toBe(0);
    openedBy(await engine.submit('cut', command));
    expect(await countPositions()).toBe(1);
  });

  it.each<Cut>(['before', 'after'])(
    'loses no close that a tick caused when the connection is cut %s its commit',
    async (cut) => {
      const request = { stopPoints: 8_900_000 };
      await engine.tick(BTCUSD, 9_000_000);
      const positionId = openedBy(await engine.submit('open', open(engine, accountId, request)));
      proxy.cutNext('engine_commit', cut);
      await engine.tick(BTCUSD, 8_800_000);
      await expect.poll(() => engine.isReady(), RECOVERY).toBe(false);
      await expectReady(engine);
      await engine.tick(BTCUSD, 8_790_000);
      const isOpen = async (): Promise<boolean | undefined> =>
        (await engine.account(accountId))?.positions.has(positionId);
      await expect.poll(isOpen, RECOVERY).toBe(false);
      const rows = await db.query('select close_points from positions where id = $1', [positionId]);
      expect(rows).toEqual([{ close_points: cut === 'after' ? 8_800_000 : 8_790_000 }]);
    },
  );

  it.each<Cut>(['before', 'after'])(
    'splits a symbol once and whole when the connection is cut %s its commit',
    async (cut) => {
      await engine.tick(BTCUSD, 9_000_000);
      const positionId = openedBy(await engine.submit('open', open(engine, accountId)));
      const before = await engine.account(accountId);
      const opened = before?.positions.get(positionId)?.openPoints ?? 0;
      const setState = (state: 'live' | 'halted') =>
        engine.feed({ kind: 'set-symbol-state', atMs: Date.now(), symbol: BTCUSD, state });
      setState('halted');
      const action = `split:${cut}`;
      const split = {
        kind: 'split-symbol',
        accountId: BROKER_ACCOUNT_ID,
        atMs: Date.now(),
        symbol: BTCUSD,
        newUnits: 2,
        oldUnits: 1,
        action,
      } as const;
      proxy.cutNext('engine_adjust', cut);
      const first = await engine.submit(action, split).catch((error: unknown) => error);
      await expectReady(engine);
      if (cut === 'before') expect(first).toBeInstanceOf(Outage);
      const kept = await engine.submit(action, split);
      expect(await engine.submit(action, split)).toEqual(kept);
      const half = Math.round(opened / 2);
      const rows = await db.query(
        'select open_points, filled_points from positions where id = $1',
        [positionId],
      );
      expect(rows).toEqual([{ open_points: half, filled_points: opened }]);
      expect((await engine.account(accountId))?.positions.get(positionId)?.openPoints).toBe(half);
      // The next term knows the price of after, too.
      expect(engine.market(BTCUSD).quote).toMatchObject({ bidPoints: 4_500_000, source: 'split' });
      setState('live');
      await engine.tick(BTCUSD, 9_000_000);
    },
  );

  it('survives disconnections around many commits, each with one effect', async () => {
    const commands = Array.from({ length: MANY }, (_, n) => ({ id: `many-${n}`, n }));
    const cutting = setInterval(() => {
      proxy.cutNext('engine_commit', Math.random() < 0.5 ? 'before' : 'after');
    }, 300);
    const untilDone = async (id: string): Promise<number> => {
      const command = open(engine, accountId, { euros: 5 });
      for (;;) {
        try {
          return openedBy(await engine.submit(id, command));
        } catch (error) {
          if (!(error instanceof Outage)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    };
    const chains = Array.from({ length: 6 }, async (_, chain) => {
      const positions: number[] = [];
      for (const { id, n } of commands) {
        if (n % 6 === chain) positions.push(await untilDone(id));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return positions;
    });
    const positions = (await Promise.all(chains)).flat();
    clearInterval(cutting);
    proxy.cutNothing();
    expect(new Set(positions).size).toBe(MANY);
    expect(await countPositions()).toBe(MANY);
  });

  it('rejects commands during a database outage, and recovers', async () => {
    const command = open(engine, accountId);
    proxy.refuse();
    await expect(engine.submit('gone', command)).rejects.toThrow(Outage);
    await expect.poll(() => engine.isReady(), RECOVERY).toBe(false);
    await expect(engine.submit('gone', command)).rejects.toThrow(Outage);
    await expect(engine.account(accountId)).rejects.toThrow(Outage);
    await engine.tick(BTCUSD, 9_300_000);
    expect(engine.market(BTCUSD).quote?.bidPoints).toBe(9_300_000);
    proxy.allow();
    await expectReady(engine);
    expect(engine.market(BTCUSD)).toMatchObject({
      state: 'live',
      quote: { bidPoints: 9_300_000 },
    });
    const positionId = openedBy(await engine.submit('gone', open(engine, accountId)));
    expect((await engine.submit('close', close(accountId, positionId))).kind).toBe('done');
    expect(await countPositions()).toBe(1);
  });
});
