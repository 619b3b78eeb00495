import { DAY_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';

import type { Database } from '#platform/db/db.ts';
import { migrate } from '#platform/db/db.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { createTestLog } from '../support/http-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { eventually } from '../support/eventually.ts';

const Payload = z.strictObject({ name: z.string() });
const POLL_MS = 20;

describeOnDatabase('jobs and outbox', (database) => {
  let db: Database;
  let nowMs = 0;
  let running: Jobs[] = [];
  const logLines: string[] = [];

  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
  });
  afterAll(() => db.close());
  beforeEach(() => {
    nowMs = Date.UTC(2026, 0, 1);
  });
  afterEach(async () => {
    await Promise.all(running.map((jobs) => jobs.stop()));
    running = [];
    await sql`truncate jobs, outbox`.execute(db.kysely);
    logLines.length = 0;
  });

  function create(): Jobs {
    const jobs = createJobs({
      db,
      clock: { nowMs: () => nowMs },
      log: createTestLog(logLines),
      pollMs: POLL_MS,
    });
    running.push(jobs);
    return jobs;
  }

  it('deletes thousands of executed jobs, also under constant load', async () => {
    const jobs = create();
    let isBusy = true;
    jobs.handle('busy', {
      payload: Payload,
      run: async (payload) => {
        if (isBusy) await jobs.enqueue(db.kysely, { kind: 'busy', payload });
      },
    });
    const monthAgo = new Date(nowMs - 31 * DAY_MS);
    await sql`
      insert into jobs (kind, key, payload, created_at, due_at, done_at)
      select 'old', n::text, '{}', ${monthAgo}, ${monthAgo}, ${monthAgo}
      from generate_series(1, 2500) n`.execute(db.kysely);
    await jobs.enqueue(db.kysely, { kind: 'busy', payload: { name: 'again' } });
    jobs.start();
    await eventually(async () => {
      expect(await db.query("select 1 from jobs where kind = 'old' limit 1", [])).toEqual([]);
    });
    isBusy = false;
  });

  it('deletes executed jobs after a month, failed payloads after that, and failed jobs after a year', async () => {
    const jobs = create();
    jobs.handle('greet', {
      payload: Payload,
      attemptsMax: 1,
      run: async ({ name }) => {
        if (name === 'dead') throw new Error('no');
      },
    });
    await jobs.enqueue(db.kysely, { kind: 'greet', payload: { name: 'done' } });
    await jobs.enqueue(db.kysely, { kind: 'greet', payload: { name: 'dead' } });
    jobs.start();
    await eventually(async () => expect(await jobs.listDead(10)).toHaveLength(1));
    const left = async () => await db.query('select stream, payload, last_error from jobs', []);
    nowMs += 31 * DAY_MS;
    await eventually(async () => {
      expect(await left()).toEqual([{ stream: '', payload: {}, last_error: 'no' }]);
    });
    nowMs += 335 * DAY_MS;
    await eventually(async () => expect(await left()).toEqual([]));
  });
});
