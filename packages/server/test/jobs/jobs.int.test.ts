import { setTimeout as sleep } from 'node:timers/promises';

import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
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
/** Many polls: what has not happened by then does not happen. */
const QUIET_MS = 200;

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

  it('executes a job once, after the transaction that wrote it', async () => {
    const jobs = create();
    const done: string[] = [];
    jobs.handle('greet', { payload: Payload, run: async ({ name }) => void done.push(name) });
    jobs.start();
    await db.kysely.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, { kind: 'greet', payload: { name: 'committed' } });
    });
    const undone = db.kysely.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, { kind: 'greet', payload: { name: 'rolled back' } });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await eventually(() => expect(done).toEqual(['committed']));
    await sleep(QUIET_MS);
    expect(done).toEqual(['committed']);
  });

  it('treats a job of the same kind and key as the same job', async () => {
    const jobs = create();
    const done: string[] = [];
    jobs.handle('greet', { payload: Payload, run: async ({ name }) => void done.push(name) });
    await jobs.enqueue(db.kysely, { kind: 'greet', key: 'k', payload: { name: 'first' } });
    await jobs.enqueue(db.kysely, { kind: 'greet', key: 'k', payload: { name: 'second' } });
    jobs.start();
    await eventually(() => expect(done).toEqual(['first']));
    await jobs.enqueue(db.kysely, { kind: 'greet', key: 'k', payload: { name: 'third' } });
    await sleep(QUIET_MS);
    expect(done).toEqual(['first']);
  });

  it('stores of an executed job only that it was done', async () => {
    const jobs = create();
    const done: string[] = [];
    const run = async ({ name }: { readonly name: string }) => void done.push(name);
    jobs.handle('greet', { payload: Payload, run });
    jobs.carry('post', { payload: Payload, run });
    await jobs.enqueue(db.kysely, { kind: 'greet', key: 'k', payload: { name: 'secret' } });
    const payload = { name: 'secret link' };
    await jobs.post(db.kysely, { channel: 'post', stream: 's', key: 'k', payload });
    jobs.start();
    await eventually(async () => {
      const { rows } = await sql`
        select payload from jobs where done_at is not null
        union all select payload from outbox where done_at is not null`.execute(db.kysely);
      expect(rows).toEqual([{ payload: {} }, { payload: {} }]);
    });
    expect(done.toSorted()).toEqual(['secret', 'secret link']);
  });

  it('waits until a job is due', async () => {
    const jobs = create();
    const done: string[] = [];
    jobs.handle('greet', { payload: Payload, run: async ({ name }) => void done.push(name) });
    await jobs.enqueue(db.kysely, {
      kind: 'greet',
      payload: { name: 'later' },
      notBeforeMs: nowMs + HOUR_MS,
    });
    jobs.start();
    await sleep(QUIET_MS);
    expect(done).toEqual([]);
    nowMs += HOUR_MS;
    await eventually(() => expect(done).toEqual(['later']));
  });

  it('retries with growing delays and then fails visibly', async () => {
    const jobs = create();
    const attempts: number[] = [];
    jobs.handle('fail', {
      payload: Payload,
      attemptsMax: 3,
      run: async (_payload, { number }) => {
        attempts.push(number);
        throw new Error(`failed the ${number}. time`);
      },
    });
    await jobs.enqueue(db.kysely, { kind: 'fail', payload: { name: 'x' } });
    jobs.start();
    await eventually(() => expect(attempts).toEqual([1]));
    await sleep(QUIET_MS);
    expect(attempts).toEqual([1]);
    nowMs += 1000;
    await eventually(() => expect(attempts).toEqual([1, 2]));
    nowMs += 1999;
    await sleep(QUIET_MS);
    expect(attempts).toEqual([1, 2]);
    nowMs += 1;
    await eventually(() => expect(attempts).toEqual([1, 2, 3]));
    await eventually(async () => {
      expect(await jobs.listDead(10)).toMatchObject([
        { queue: 'jobs', kind: 'fail', attempts: 3, lastError: 'failed the 3. time' },
      ]);
    });
    nowMs += HOUR_MS;
    await sleep(QUIET_MS);
    expect(attempts).toEqual([1, 2, 3]);
    expect(logLines.join()).toContain('work was given up');
  });

  it('fails an outdated payload only after all attempts', async () => {
    const jobs = create();
    jobs.handle('greet', { payload: Payload, attemptsMax: 1, run: async () => undefined });
    await jobs.enqueue(db.kysely, { kind: 'greet', payload: { nom: 'old' } });
    jobs.start();
    await eventually(async () => {
      const [dead] = await jobs.listDead(10);
      expect(dead?.lastError).toContain('The payload is not valid');
    });
  });

  it('ignores unknown kinds of jobs', async () => {
    const jobs = create();
    await jobs.enqueue(db.kysely, { kind: 'unknown', payload: {} });
    jobs.start();
    await sleep(QUIET_MS);
    const rows = await db.query('select attempts, done_at, dead_at from jobs', []);
    expect(rows).toEqual([{ attempts: 0, done_at: null, dead_at: null }]);
  });

  it('resumes the job of a dead worker when its lease expires', async () => {
    const dying = create();
    let started = 0;
    dying.handle('greet', {
      payload: Payload,
      run: async (_payload, { signal }) => {
        started += 1;
        await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      },
    });
    await dying.enqueue(db.kysely, { kind: 'greet', payload: { name: 'resumed' } });
    dying.start();
    await eventually(() => expect(started).toBe(1));

    const heir = create();
    const done: [string, number][] = [];
    heir.handle('greet', {
      payload: Payload,
      run: async ({ name }, { number }) => void done.push([name, number]),
    });
    heir.start();
    await sleep(QUIET_MS);
    expect(done).toEqual([]);
    nowMs += MINUTE_MS;
    // The end of a run is written after its handler has ended.
    await eventually(async () => {
      const finished = await db.query('select done_at is not null as is_done from jobs', []);
      expect(finished).toEqual([{ is_done: true }]);
    });
    expect(done).toEqual([['resumed', 2]]);
  });

  it('rejects the result of a worker whose lease expired', async () => {
    const [late, heir] = [create(), create()];
    const gates = [late, heir].map((jobs) => {
      const gate = Promise.withResolvers<void>();
      let isRunning = false;
      jobs.handle('greet', {
        payload: Payload,
        run: async () => {
          isRunning = true;
          await gate.promise;
        },
      });
      return { open: gate.resolve, isRunning: () => isRunning };
    });
    const [lateGate, heirGate] = gates;
    await late.enqueue(db.kysely, { kind: 'greet', payload: { name: 'x' } });
    late.start();
    await eventually(() => expect(lateGate?.isRunning()).toBe(true));
    nowMs += MINUTE_MS;
    heir.start();
    await eventually(() => expect(heirGate?.isRunning()).toBe(true));
    lateGate?.open();
    await eventually(() => expect(logLines.join()).toContain('work outlived its lease'));
    expect(await db.query('select done_at, attempts from jobs', [])).toEqual([
      { done_at: null, attempts: 2 },
    ]);
    heirGate?.open();
    await eventually(async () => {
      const done = await db.query('select 1 from jobs where done_at is not null', []);
      expect(done).toHaveLength(1);
    });
  });

  it('fails a job that killed its worker in the last attempt', async () => {
    const heir = create();
    let runs = 0;
    heir.handle('greet', {
      payload: Payload,
      attemptsMax: 1,
      run: async () => {
        runs += 1;
      },
    });
    await heir.enqueue(db.kysely, { kind: 'greet', payload: { name: 'deadly' } });
    await sql`update jobs set attempts = 1, lease = gen_random_uuid()`.execute(db.kysely);
    heir.start();
    await eventually(async () => {
      const [dead] = await heir.listDead(10);
      expect(dead?.lastError).toBe('The worker died in the last attempt');
    });
    expect(runs).toBe(0);
  });

  it('assigns each job to one of several workers', async () => {
    const done: string[] = [];
    const workers = [create(), create(), create()];
    for (const jobs of workers) {
      jobs.handle('greet', {
        payload: Payload,
        run: async ({ name }) => {
          done.push(name);
          await sleep(5);
        },
      });
    }
    const [first] = workers;
    for (let at = 0; at < 60; at += 1) {
      await first?.enqueue(db.kysely, { kind: 'greet', payload: { name: String(at) } });
    }
    for (const jobs of workers) jobs.start();
    await eventually(() => expect(done.length).toBe(60));
    await sleep(QUIET_MS);
    expect(new Set(done).size).toBe(60);
    expect(done.length).toBe(60);
  });

  it('delivers the messages of one stream in order, skipping a failed one', async () => {
    const jobs = create();
    const sent: string[] = [];
    jobs.carry('post', {
      payload: Payload,
      attemptsMax: 2,
      run: async ({ name }) => {
        sent.push(name);
        if (name === 'a2') throw new Error('refused');
      },
    });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) {
      await jobs.post(db.kysely, { channel: 'post', stream: name.slice(0, 1), payload: { name } });
    }
    jobs.start();
    await eventually(() => expect(sent).toContain('b2'));
    await sleep(QUIET_MS);
    expect(sent.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2']);
    nowMs += 1000;
    await eventually(() => expect(sent).toContain('a3'));
    expect(sent.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a2', 'a3']);
    expect(sent.indexOf('b1')).toBeLessThan(sent.indexOf('b2'));
    expect(await jobs.listDead(10)).toMatchObject([{ queue: 'outbox', lastError: 'refused' }]);
  });

  it('continues by itself after a database outage', async () => {
    const jobs = create();
    const done: string[] = [];
    jobs.handle('greet', { payload: Payload, run: async ({ name }) => void done.push(name) });
    await sql`alter table jobs rename to jobs_away`.execute(db.kysely);
    jobs.start();
    await eventually(() => expect(logLines.join()).toContain('a round of queued work failed'));
    await sql`alter table jobs_away rename to jobs`.execute(db.kysely);
    await jobs.enqueue(db.kysely, { kind: 'greet', payload: { name: 'back' } });
    await eventually(() => expect(done).toEqual(['back']));
  });

  it('refuses a payload that is too large before anything is written', async () => {
    const payload = { name: 'x'.repeat(70_000) };
    const enqueued = create().enqueue(db.kysely, { kind: 'greet', payload });
    await expect(enqueued).rejects.toThrow('too large');
    expect(await db.query('select 1 from jobs', [])).toEqual([]);
  });
});
