// When another program takes the lease from an owner that no longer renews it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { holdLease } from '../support/hold-lease.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { beginEngine, startEngine } from './engine-fixture.ts';

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
