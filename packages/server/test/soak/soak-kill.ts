// Kills under load on the embedded database and on PostgreSQL.
import { parseArgs } from 'node:util';

import { createChance } from '../simulation/chance.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import type { ServerEnvironment } from '../support/server-process.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { ORDERS_PER_SECOND_FULL, runKills } from './kill.ts';

/** The kill must fall inside a commit in at least one run of so many. */
const RUNS_PER_COMMIT_MET = 5;

/** True when nothing was lost, and the kills met commits. */
export async function soakKill(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const evidence = createEvidence({ soak: 'kill' }, !values['no-evidence']);
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  const own = nameOwnDatabase();
  await own.create();
  try {
    const embedded = await soakOne(evidence, { name: 'embedded', database: {}, kills, seed });
    const database = { DATABASE_URL: own.url };
    const postgres = await soakOne(evidence, { name: 'PostgreSQL', database, kills, seed });
    const isProven = [embedded, postgres].every((one) => one.failure === null && one.isProven);
    evidence.finish({ seed, kills, proven: isProven, embedded, postgres });
    return isProven;
  } finally {
    await own.drop();
  }
}

async function soakOne(
  evidence: Evidence,
  one: {
    readonly name: string;
    readonly database: ServerEnvironment;
    readonly kills: number;
    readonly seed: number;
  },
) {
  const { name, database, kills, seed } = one;
  let [done, insideACommit, atFullLoad, acknowledged] = [0, 0, 0, 0];
  let failure: string | null = null;
  try {
    const result = await runKills({
      database,
      kills,
      random: createChance(seed).share,
      onRun: ({ ordersPerSecond, doneUnanswered }, kill) => {
        done = kill;
        if (doneUnanswered > 0) insideACommit += 1;
        if (ordersPerSecond >= ORDERS_PER_SECOND_FULL) atFullLoad += 1;
        evidence.say(
          `kill ${kill} on ${name}: ${ordersPerSecond} acknowledged orders/s, ` +
            `${doneUnanswered} done but unanswered`,
        );
      },
    });
    acknowledged = result.acknowledged;
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    evidence.say(`FAILED on ${name}: ${failure}`);
  }
  const isProven = insideACommit * RUNS_PER_COMMIT_MET >= kills && atFullLoad * 2 >= kills;
  return { done, insideACommit, atFullLoad, acknowledged, isProven, failure };
}
