// Limits of guesses that several programs on one database share.
import { MINUTE_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCountsInMemory, createStoredCounts } from '#features/identity/throttles/counts.ts';
import { PASSWORD_LIMITS } from '#features/identity/throttles/limits.ts';
import { deleteAbove } from '#features/identity/throttles/purge-failures.ts';
import { createThrottle } from '#features/identity/throttles/throttle.ts';
import type { Throttle } from '#features/identity/throttles/throttle.ts';
import type { Database } from '#platform/db/db.ts';
import { createChance } from '../simulation/chance.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const SEED = 7;
const STEPS = 400;

describeOnDatabase('a limit of guesses', (database) => {
  let one: Database;
  let two: Database;
  const clock = { time: Date.parse('2030-01-01T00:00Z'), nowMs: () => clock.time };
  const open = (db: Database, name: string): Throttle =>
    createThrottle({ clock, limits: PASSWORD_LIMITS, counts: createStoredCounts(db, name) });
  beforeAll(async () => {
    [one, two] = await Promise.all([database.open(), database.open()]);
  });
  afterAll(async () => {
    await one.close();
    await two.close();
  });

  it('holds for simultaneous attempts through two programs', async () => {
    const programs = [open(one, 'simultaneous'), open(two, 'simultaneous')];
    const attempts = Array.from({ length: 20 }, (_, index) => ({
      account: 'a@example.com',
      network: `192.0.2.${index % 3}`,
    }));
    const admissions = await Promise.all(
      programs.flatMap((program) => attempts.map(async (attempt) => await program.admit(attempt))),
    );
    const admitted = admissions.filter(({ kind }) => kind === 'admitted');
    expect(admitted).toHaveLength(PASSWORD_LIMITS.accountFree);
    expect(await open(two, 'simultaneous').countFailures(attempts[0] ?? expect.fail())).toBe(5);
    expect(await open(two, 'another').countFailures(attempts[0] ?? expect.fail())).toBe(0);
  });

  it('leaves the database to others while many try at one account at once', async () => {
    const throttle = open(one, 'crowd');
    const { attempts } = await two.kysely.transaction().execute(async (tx) => {
      // Another program is slow to judge the account.
      await sql`select pg_advisory_xact_lock(7100104, hashtext('crowd crowd@example.com'))`.execute(
        tx,
      );
      const attempts = Array.from({ length: 200 }, async (_, index) => {
        const network = `192.0.2.${index}`;
        return await throttle.admit({ account: 'crowd@example.com', network });
      });
      expect(await one.query('select 1 as one', [])).toEqual([{ one: 1 }]);
      const { open: opened, idle, waiting } = one.poolUse();
      expect([opened - idle, waiting]).toEqual([1, 0]);
      return { attempts };
    });
    const admissions = await Promise.all(attempts);
    const admitted = admissions.filter(({ kind }) => kind === 'admitted');
    expect(admitted).toHaveLength(PASSWORD_LIMITS.accountFree);
    expect(admissions.filter(({ kind }) => kind === 'delayed')).toHaveLength(195);
    const owner = { account: 'crowd@example.com', network: '203.0.113.1' };
    expect(await throttle.countFailures(owner)).toBe(PASSWORD_LIMITS.accountFree);
  });

  it('decides like one program that keeps its counts in memory', async () => {
    const chance = createChance(SEED);
    const pick = (count: number): number => Math.floor(chance.share() * count);
    const counts = createCountsInMemory();
    const oracle = createThrottle({ clock, limits: PASSWORD_LIMITS, counts });
    const programs = [open(one, 'random'), open(two, 'random')];
    for (let step = 0; step < STEPS; step += 1) {
      clock.time += pick(4) === 0 ? pick(MINUTE_MS) : pick(500);
      const attempt = { account: `account ${pick(3)}`, network: `198.51.${pick(12)}.7` };
      const program = programs[pick(2)] ?? expect.fail();
      const act = (
        ['admit', 'admit', 'admit', 'admit', 'admitKnown', 'release', 'succeed'] as const
      )[pick(7)];
      // Few succeed, so that most delays grow.
      const name = act === undefined || (act === 'succeed' && pick(3) > 0) ? 'admit' : act;
      expect([step, SEED, await program[name](attempt)]).toEqual([
        step,
        SEED,
        await oracle[name](attempt),
      ]);
    }
  });

  it('keeps at most so many counts, and those of second factors apart', async () => {
    const second = open(one, 'secondFactor');
    await second.admit({ account: 'customer 7', network: '192.0.2.1' });
    for (let count = 0; count < 5; count += 1) {
      clock.time += 1000;
      await open(one, 'flood').admit({ account: `${count}`, network: `203.0.${count}.1` });
    }
    while ((await deleteAbove(one.kysely, 2)) > 0) {
      // Each call deletes a page.
    }
    const rows = await one.query('select throttle from credential_failures order by last_at', []);
    expect(rows.filter(({ throttle }) => throttle !== 'secondFactor')).toHaveLength(2);
    expect(rows).toContainEqual({ throttle: 'secondFactor' });
  });
});
