// The statements of a commit keep their plans. One that was made while next to nothing was open must
// not read all that is open for each position that closes, once much is.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PositionId } from '@halyard/core/position';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, close, open, startEngine, type TestEngine } from './engine-fixture.ts';

const ACCOUNT = 1;
/** PostgreSQL settles on a kept plan at the sixth. */
const BY_THEMSELVES = 12;
const AT_ONCE = 60;
/** A connection tells what it read with a commit, once a second at most. */
const NOTIFIED_AFTER_MS = 1_100;

describeOnDatabase('the plans of a commit', (target) => {
  let db: Database;
  let engine: TestEngine;
  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    engine = await startEngine(db);
    await addAccount(engine, ACCOUNT, 10_000);
  });
  afterAll(async () => {
    await engine.stop();
    await db.close();
  });

  const openOne = async (name: string): Promise<PositionId> => {
    const opened = await engine.submit(name, open(engine, ACCOUNT, { euros: 20, leverage: 2 }));
    const [event] = opened.kind === 'done' ? opened.events : [];
    return event?.kind === 'position-opened' ? event.position.id : expect.fail('it opens');
  };
  const closeOne = async (id: PositionId): Promise<void> => {
    const closed = await engine.submit(`close-${id}`, close(ACCOUNT, id));
    expect(closed.kind).toBe('done');
  };
  /** Entries read so far of the indexes of what is open, which are for lists and the start. */
  const countRead = async (): Promise<number> => {
    const [row] = await db.query(
      `select sum(idx_tup_read)::int as read from pg_stat_user_indexes
        where relname = 'positions' and indexrelname like 'positions_open%'`,
      [],
    );
    return Number(row?.['read']);
  };

  it('find each closing position by its id', async () => {
    for (let one = 0; one < BY_THEMSELVES; one += 1) await closeOne(await openOne(`alone-${one}`));
    const names = Array.from({ length: AT_ONCE }, (_, index) => `among-${index}`);
    const ids = await Promise.all(names.map(openOne));
    await Promise.all(ids.map(closeOne));
    await sleep(NOTIFIED_AFTER_MS);
    await openOne('last');
    expect(await countRead()).toBeLessThan(AT_ONCE);
  });
});
