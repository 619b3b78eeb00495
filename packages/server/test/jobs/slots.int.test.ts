// The slots of a worker: what runs long delays nothing else, and is never started a second time while
// it runs.
import { MINUTE_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';

import type { Database } from '#platform/db/db.ts';
import { migrate } from '#platform/db/db.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { startCutProxy } from '../support/cut-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { createTestLog } from '../support/http-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const Payload = z.strictObject({ name: z.string() });
const TIMES = { leaseMs: MINUTE_MS, renewEveryMs: 20, runMs: 50, stopGraceMs: 20 };
const POLL_MS = 20;
/** More than a worker gives to one kind. */
const MANY = 20;

describeOnDatabase('the slots of a worker', (database) => {
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

  function create(options: { times?: typeof TIMES; own?: Database } = {}): Jobs {
    const { times, own = db } = options;
    const clock = { nowMs: () => nowMs };
    const log = createTestLog(logLines);
    const jobs = createJobs({ db: own, clock, log, pollMs: POLL_MS, times });
    running.push(jobs);
    return jobs;
  }

  /** Work that waits for a gate, whatever its signal says. */
  function hold(jobs: Jobs, kind: string) {
    const gate = Promise.withResolvers<void>();
    const begun: { readonly number: number; readonly signal: AbortSignal }[] = [];
    jobs.handle(kind, {
      payload: Payload,
      run: async (_payload, attempt) => {
        begun.push(attempt);
        await gate.promise;
      },
    });
    return { begun, open: gate.resolve };
  }

  const enqueue = async (jobs: Jobs, kind: string, count = 1): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      await jobs.enqueue(db.kysely, { kind, payload: { name: String(at) } });
    }
  };
  const countDone = async (kind: string): Promise<number> =>
    (await db.query('select 1 from jobs where kind = $1 and done_at is not null', [kind])).length;
  const dueAt = async (): Promise<number> =>
    Number(
      (await db.query('select extract(epoch from due_at) * 1000 as at from jobs', []))[0]?.['at'],
    );

  it('are not all used by one kind: a webhook runs while exports run', async () => {
    const jobs = create();
    const exports = hold(jobs, 'export');
    jobs.handle('webhook', { payload: Payload, run: async () => undefined });
    await enqueue(jobs, 'export', MANY);
    jobs.start();
    await eventually(() => expect(exports.begun).toHaveLength(8));
    for (let done = 1; done <= 3; done += 1) {
      await enqueue(jobs, 'webhook');
      await eventually(async () => expect(await countDone('webhook')).toBe(done));
    }
    expect(exports.begun).toHaveLength(8);
    exports.open();
    await eventually(async () => expect(await countDone('export')).toBe(MANY));
  });

  it('keep a run that ignores its time-out, and do not start it twice', async () => {
    const [jobs, other] = [create({ times: TIMES }), create({ times: TIMES })];
    const here = hold(jobs, 'stubborn');
    const there = hold(other, 'stubborn');
    await enqueue(jobs, 'stubborn');
    jobs.start();
    await eventually(() => expect(here.begun).toHaveLength(1));
    await eventually(() => expect(here.begun[0]?.signal.aborted).toBe(true));
    other.start();
    // Ten leases long, each time until it was renewed.
    for (let leases = 1; leases <= 10; leases += 1) {
      nowMs += MINUTE_MS - 1;
      await eventually(async () => expect(await dueAt()).toBe(nowMs + MINUTE_MS));
    }
    expect([here.begun.length, there.begun.length]).toEqual([1, 0]);
    expect(await db.query('select attempts, done_at from jobs', [])).toEqual([
      { attempts: 1, done_at: null },
    ]);
    here.open();
    await eventually(async () => expect(await countDone('stubborn')).toBe(1));
    expect([here.begun.length, there.begun.length]).toEqual([1, 0]);
    there.open();
  });

  it('retry an aborted run only once it has ended', async () => {
    const jobs = create({ times: TIMES });
    const gate = Promise.withResolvers<void>();
    const begun: number[] = [];
    jobs.handle('late', {
      payload: Payload,
      run: async (_payload, { number, signal }) => {
        begun.push(number);
        if (number > 1) return;
        await gate.promise;
        signal.throwIfAborted();
      },
    });
    await enqueue(jobs, 'late');
    jobs.start();
    await eventually(() => expect(logLines.join()).toContain('takes too long'));
    // Its lease is over, and its row due: it still runs here.
    nowMs += 10 * MINUTE_MS;
    await eventually(async () => expect(await dueAt()).toBe(nowMs + MINUTE_MS));
    expect(begun).toEqual([1]);
    gate.resolve();
    await eventually(async () => {
      const [row] = await db.query('select last_error from jobs', []);
      expect(row?.['last_error']).toBe('The attempt took too long');
    });
    nowMs += 1_000;
    await eventually(async () => expect(await countDone('late')).toBe(1));
    expect(begun).toEqual([1, 2]);
  });

  it('abort a run whose lease can’t be renewed', async () => {
    const proxy = await startCutProxy(database.url());
    const own = await database.open({ url: proxy.url });
    const jobs = create({ times: { ...TIMES, leaseMs: 100, runMs: MINUTE_MS }, own });
    const held = hold(jobs, 'cut-off');
    await enqueue(jobs, 'cut-off');
    jobs.start();
    await eventually(() => expect(held.begun).toHaveLength(1));
    proxy.refuse();
    await eventually(() => expect(held.begun[0]?.signal.aborted).toBe(true));
    expect(String(held.begun[0]?.signal.reason)).toContain('the database did not renew it');
    held.open();
    proxy.allow();
    await eventually(async () => expect(await countDone('cut-off')).toBe(1));
    await jobs.stop();
    await own.close();
    await proxy.close();
  });

  it('do not block the stop of the program', async () => {
    const jobs = create({ times: TIMES });
    const held = hold(jobs, 'stubborn');
    await enqueue(jobs, 'stubborn');
    jobs.start();
    await eventually(() => expect(held.begun).toHaveLength(1));
    await jobs.stop();
    expect(logLines.join()).toContain('work runs on although it was told to stop');
    held.open();
    await eventually(async () => expect(await countDone('stubborn')).toBe(1));
  });
});
