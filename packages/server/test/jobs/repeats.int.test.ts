import { setTimeout as sleep } from 'node:timers/promises';

import { HOUR_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import type { Database } from '#platform/db/db.ts';
import { migrate } from '#platform/db/db.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { eventually } from '../support/eventually.ts';
import { createTestLog } from '../support/http-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const POLL_MS = 20;
/** Many polls: what has not happened by then does not happen. */
const QUIET_MS = 200;

describeOnDatabase('work that repeats', (database) => {
  let db: Database;
  let nowMs = Date.UTC(2026, 0, 1);
  let running: Jobs[] = [];

  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
  });
  afterAll(() => db.close());
  afterEach(async () => {
    await Promise.all(running.map((jobs) => jobs.stop()));
    running = [];
    await sql`truncate jobs`.execute(db.kysely);
  });

  function create(): Jobs {
    const clock = { nowMs: () => nowMs };
    const jobs = createJobs({ db, clock, log: createTestLog([]), pollMs: POLL_MS });
    running.push(jobs);
    return jobs;
  }

  it('runs in each interval, also after a failed run', async () => {
    const jobs = create();
    let runs = 0;
    let isFailing = true;
    jobs.repeat({
      kind: 'sweep',
      everyMs: HOUR_MS,
      run: async () => {
        runs += 1;
        if (isFailing) throw new Error('not now');
      },
    });
    jobs.start();
    await sleep(QUIET_MS);
    expect(runs).toBe(0);
    nowMs += HOUR_MS;
    await eventually(async () => {
      const failed = sql`update jobs set attempts = 11 where last_error is not null returning 1`;
      expect((await failed.execute(db.kysely)).rows).toHaveLength(1);
    });
    nowMs += 1000;
    await eventually(async () => expect(await jobs.listDead(10)).toHaveLength(1));
    expect(runs).toBe(2);
    isFailing = false;
    for (const expected of [3, 4]) {
      nowMs += HOUR_MS;
      await eventually(() => expect(runs).toBe(expected));
      await sleep(QUIET_MS);
      expect(runs).toBe(expected);
    }
  });

  it('runs once for several programs', async () => {
    let runs = 0;
    for (const jobs of [create(), create()]) {
      jobs.repeat({
        kind: 'sweep',
        everyMs: HOUR_MS,
        run: async () => {
          runs += 1;
        },
      });
      jobs.start();
    }
    await sleep(QUIET_MS);
    nowMs += HOUR_MS;
    await eventually(() => expect(runs).toBe(1));
    await sleep(QUIET_MS);
    expect(runs).toBe(1);
  });
});
