// Kills under load on the embedded database and on PostgreSQL.
import { parseArgs } from 'node:util';

import { createChance } from '../simulation/chance.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import type { ServerEnvironment } from '../support/server-process.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { ORDERS_PER_SECOND_FULL, runKills } from './kill.ts';

/** The kill must fall inside a commit in at least one run of so many. */
const RUNS_PER_COMMIT_MET = 5;

const DATABASES = ['embedded', 'postgres'] as const;

/** True when nothing was lost, and the kills met commits; each database has its own evidence. */
export async function soakKill(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const { only } = values;
  const databases = DATABASES.filter((one) => only === undefined || only === one);
  if (databases.length === 0) throw new Error(`--only takes ${DATABASES.join(' or ')}`);
  const plan = { kills: Number(values.kills), seed: Number(values.seed) };
  let areProven = true;
  for (const variant of databases) {
    const evidence = createEvidence({ soak: 'kill', variant }, !values['no-evidence']);
    const result = await soakOn(variant, plan, evidence);
    evidence.finish({ ...plan, ...result });
    areProven &&= result.isProven;
  }
  return areProven;
}

type Plan = { readonly kills: number; readonly seed: number };

async function soakOn(database: (typeof DATABASES)[number], plan: Plan, evidence: Evidence) {
  if (database === 'embedded') return await soak({}, plan, evidence);
  const own = nameOwnDatabase();
  await own.create();
  try {
    return await soak({ DATABASE_URL: own.url }, plan, evidence);
  } finally {
    await own.drop();
  }
}

async function soak(database: ServerEnvironment, { kills, seed }: Plan, evidence: Evidence) {
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
          `kill ${kill}: ${ordersPerSecond} acknowledged orders/s, ` +
            `${doneUnanswered} done but unanswered`,
        );
      },
    });
    acknowledged = result.acknowledged;
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    evidence.say(`FAILED: ${failure}`);
  }
  const isMet = insideACommit * RUNS_PER_COMMIT_MET >= kills && atFullLoad * 2 >= kills;
  return {
    done,
    insideACommit,
    atFullLoad,
    acknowledged,
    isProven: failure === null && isMet,
    failure,
  };
}
