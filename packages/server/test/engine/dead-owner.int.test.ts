// When another program takes the lease from an owner that no longer renews it.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { holdLease } from '../support/hold-lease.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import type { Block } from './blocking-owner.ts';
import { beginEngine, BTCUSD, startEngine, startHangingEngine } from './engine-fixture.ts';
import type { HangingEngine, TestEngine } from './engine-fixture.ts';

/** The design's limit, and what a busy machine adds. */
const REPLACED_WITHIN_MS = 2_000 + 1_000;
/** Three attempts of an engine that stands by. */
const STANDS_BY_MS = 1_500;

describeOnDatabase('an engine that stands by', (target) => {
  let db: Database;
  let other: Database;
  beforeAll(async () => {
    db = await target.open();
    other = await target.open();
    await migrate(db);
  });
  afterAll(async () => {
    await db.close();
    await other.close();
  });

  const findEpoch = async (): Promise<number> => {
    const [row] = await db.query('select epoch from engine_lease', []);
    return Number(row?.epoch);
  };
  const wait = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, STANDS_BY_MS));
  };

  it('replaces an owner that hangs when its lease expires', async () => {
    const until = new Date(Date.now() + 2_000).toISOString();
    const hanging = await holdLease(target.url(), until);
    const begun = performance.now();
    const next = await startEngine(other);
    expect(performance.now() - begun).toBeGreaterThan(STANDS_BY_MS);
    expect(await findEpoch()).toBe(hanging.epoch + 1);
    await next.stop();
    await hanging.die();
  });

  /** Whether the owner knows that somebody stands by. */
  const isWatched = async (): Promise<unknown> => {
    const [row] = await db.query(
      `select engine_has_standby() and expires_at < clock_timestamp() + interval '1.8 s' as is_watched
       from engine_lease`,
      [],
    );
    return row?.is_watched;
  };

  /** An owner, and an engine that stands by of which the owner knows. */
  const startPair = async (): Promise<readonly [HangingEngine, TestEngine]> => {
    const owner = await startHangingEngine(db);
    const second = beginEngine(other);
    await eventually(async () => expect(await isWatched()).toBe(true));
    return [owner, second];
  };

  it('replaces an owner that hangs within two seconds, which then serves nobody', async () => {
    const [owner, second] = await startPair();
    const epoch = await findEpoch();
    owner.hang();
    const begun = performance.now();
    while (!second.isReady()) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      // The owner stops before another engine can begin.
      if (second.isReady()) expect(owner.isReady()).toBe(false);
    }
    const elapsedMs = performance.now() - begun;
    process.stdout.write(`a hanging owner was replaced after ${Math.round(elapsedMs)} ms\n`);
    expect(elapsedMs).toBeLessThan(REPLACED_WITHIN_MS);
    expect(await findEpoch()).toBe(epoch + 1);
    owner.goOn();
    await wait();
    expect(owner.isReady()).toBe(false);
    await owner.stop();
    await second.stop();
  });

  it('replaces no owner that is busy for 1.2 seconds again and again, and one that is for longer', async () => {
    const busy = new Worker(new URL('blocking-owner.ts', import.meta.url), {
      workerData: target.url(),
    });
    const said = async (): Promise<unknown> => (await once(busy, 'message'))[0];
    const block = (how: Block): void => busy.postMessage(how);
    expect(await said()).toBe('ready');
    const epoch = await findEpoch();
    const second = beginEngine(other);
    await eventually(async () => expect(await isWatched()).toBe(true));
    // Each begins just before a renewal is due.
    block({ forMs: 1_200, times: 3, pauseMs: 270 });
    expect(await said()).toBe('over');
    expect([second.isReady(), await findEpoch()]).toEqual([false, epoch]);
    const begun = performance.now();
    block({ forMs: 5_000, times: 1, pauseMs: 0 });
    await eventually(() => expect(second.isReady()).toBe(true));
    const elapsedMs = performance.now() - begun;
    process.stdout.write(`a blocked owner was replaced after ${Math.round(elapsedMs)} ms\n`);
    expect(elapsedMs).toBeLessThan(REPLACED_WITHIN_MS);
    await busy.terminate();
    await second.stop();
  });

  it('lets an owner go on with its memory after a pause in which nobody took the lease', async () => {
    const owner = await startHangingEngine(db);
    const epoch = await findEpoch();
    // As a program that stands by, which never takes the lease.
    const lane = other.openLane({ name: 'stands-by' });
    await lane.query('select engine_stand_by()', []);
    await eventually(async () => expect(await isWatched()).toBe(true));
    let begunAgain = 0;
    owner.onResumed(() => (begunAgain += 1));
    owner.hang();
    await wait();
    expect(owner.isReady()).toBe(false);
    owner.goOn();
    await owner.tick(BTCUSD, 9_000_000);
    await eventually(() => expect(owner.isReady()).toBe(true));
    expect([await findEpoch(), begunAgain]).toEqual([epoch, 0]);
    await lane.close();
    await owner.stop();
  });

  it('leaves the lease and the memory to an owner that hangs when nobody stands by', async () => {
    const owner = await startHangingEngine(db);
    const epoch = await findEpoch();
    owner.hang();
    await wait();
    expect(owner.isReady()).toBe(true);
    owner.goOn();
    expect(await findEpoch()).toBe(epoch);
    await owner.stop();
  });

  it('replaces an owner whose connection has ended, however long its lease lasts', async () => {
    const dying = await holdLease(target.url(), 'infinity');
    const next = beginEngine(other);
    await wait();
    expect(next.isReady()).toBe(false);
    await dying.die();
    await eventually(() => expect(next.isReady()).toBe(true));
    expect(await findEpoch()).toBe(dying.epoch + 1);
    await next.stop();
  });

  it('leaves the lease to an owner that has connected again', async () => {
    const owner = await startEngine(db);
    const epoch = await findEpoch();
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'halyard:lease' and datname = current_database()`,
      [],
    );
    await eventually(async () => {
      const [row] = await db.query('select engine_owner_is_there($1) as is_there', [epoch]);
      expect(row?.is_there).toBe(true);
    });
    const second = beginEngine(other);
    await wait();
    expect(second.isReady()).toBe(false);
    expect(await findEpoch()).toBe(epoch);
    await owner.stop();
    await second.stop();
  });
});
