// Kills under load: of the program on either database, of the embedded PostgreSQL, and of both.
import { parseArgs } from 'node:util';

import { createChance } from '../simulation/chance.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import type { ServerEnvironment } from '../support/server-process.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { ORDERS_PER_SECOND_FULL, runKills } from './kill.ts';
import type { Victim } from './kill.ts';

/** Enough for more than the full load. */
const CLIENTS = 32;
/** The kill must fall inside a commit in at least one run of so many. */
const RUNS_PER_COMMIT_MET = 5;

const VARIANTS = ['embedded', 'embedded-postmaster', 'embedded-both', 'postgres'] as const;
type Variant = (typeof VARIANTS)[number];

const VICTIMS: Readonly<Record<Variant, Victim>> = {
  embedded: 'program',
  'embedded-postmaster': 'postmaster',
  'embedded-both': 'both',
  postgres: 'program',
};

/** True when nothing was lost, and the kills met commits; each variant has its own evidence. */
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
  const variants = VARIANTS.filter((one) => only === undefined || only === one);
  if (variants.length === 0) throw new Error(`--only takes ${VARIANTS.join(' or ')}`);
  const plan = { kills: Number(values.kills), seed: Number(values.seed) };
  let areProven = true;
  for (const variant of variants) {
    const evidence = createEvidence({ soak: 'kill', variant }, !values['no-evidence']);
    const result = await soakOn(variant, plan, evidence);
    evidence.finish({ ...plan, ...result });
    areProven &&= result.isProven;
  }
  return areProven;
}

type Plan = { readonly kills: number; readonly seed: number; readonly victim: Victim };

async function soakOn(
  variant: Variant,
  given: { kills: number; seed: number },
  evidence: Evidence,
) {
  const plan = { ...given, victim: VICTIMS[variant] };
  if (variant !== 'postgres') return await soak({}, plan, evidence);
  const own = nameOwnDatabase();
  await own.create();
  try {
    return await soak({ DATABASE_URL: own.url }, plan, evidence);
  } finally {
    await own.drop();
  }
}

async function soak(
  database: ServerEnvironment,
  { kills, seed, victim }: Plan,
  evidence: Evidence,
) {
  let [done, insideACommit, atFullLoad, acknowledged] = [0, 0, 0, 0];
  let failure: string | null = null;
  try {
    const result = await runKills({
      database,
      kills,
      victim,
      clients: CLIENTS,
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
