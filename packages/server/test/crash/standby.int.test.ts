// Two programs on one PostgreSQL, as processes of their own: when the owner hangs or dies the
// other takes over, customers go on there, and what the stopped one had on its way is refused.
// `npm run soak -- pause` does the same fifty times.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChance } from '../simulation/chance.ts';
import { runPauses } from '../soak/pause.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';

const PAUSES = 1;
const SEED = 1;
const LONG_MS = 300_000;

describe('a program that stands by', () => {
  const own = nameOwnDatabase();
  beforeAll(() => own.create('migrated'));
  afterAll(() => own.drop());

  it(
    'takes over from an owner that hangs or dies, and nothing is lost or done twice',
    async () => {
      const { runs, takeOverAfterKillMs } = await runPauses({
        databaseUrl: own.url,
        pauses: PAUSES,
        random: createChance(SEED).share,
        onRun: (run, pause) => {
          process.stdout.write(`pause ${pause}: ${JSON.stringify(run)}\n`);
        },
      });
      process.stdout.write(`after a kill: ${takeOverAfterKillMs} ms\n`);
      expect(runs).toHaveLength(PAUSES);
      for (const { refusedCommits } of runs) expect(refusedCommits).toBeGreaterThan(0);
    },
    LONG_MS,
  );
});
