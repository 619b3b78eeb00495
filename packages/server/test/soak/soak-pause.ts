// Stops of an owner with a standby on the same PostgreSQL.
import { parseArgs } from 'node:util';

import { createChance } from '../simulation/chance.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import { createEvidence } from './evidence.ts';
import { runPauses } from './pause.ts';

/** True when nothing was lost, and in every round a late commit was refused. */
export async function soakPause(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      pauses: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const evidence = createEvidence({ soak: 'pause' }, !values['no-evidence']);
  const [pauses, seed] = [Number(values.pauses), Number(values.seed)];
  const own = nameOwnDatabase();
  await own.create();
  let [done, refusedCommits] = [0, 0];
  const takeOversMs: number[] = [];
  try {
    const { acknowledged, takeOverAfterKillMs } = await runPauses({
      databaseUrl: own.url,
      pauses,
      random: createChance(seed).share,
      onRun: (run, pause) => {
        done = pause;
        refusedCommits += run.refusedCommits;
        takeOversMs.push(run.takeOverMs);
        evidence.say(
          `pause ${pause}: ${run.ordersPerSecond} acknowledged orders/s, taken over after ` +
            `${run.takeOverMs} ms, ${run.doneUnanswered} done but unanswered, ` +
            `${run.refusedCommits} late commits refused`,
        );
      },
    });
    const sorted = takeOversMs.toSorted((a, b) => a - b);
    const takeOverMs = { median: sorted[Math.floor(sorted.length / 2)], longest: sorted.at(-1) };
    const figures = { acknowledged, refusedCommits, takeOverMs, takeOverAfterKillMs };
    evidence.finish({ seed, pauses, done, ...figures, failure: null });
    return true;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    evidence.say(`FAILED: ${failure}`);
    evidence.finish({ seed, pauses, done, refusedCommits, failure });
    return false;
  } finally {
    await own.drop();
  }
}
