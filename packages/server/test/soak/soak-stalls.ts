// The largest bodies of nasty shapes, to every route of the whole program: how long does each hold
// up the thread that trades? DATABASE_URL may name an empty PostgreSQL database; without it an
// embedded one is started.
import { parseArgs } from 'node:util';
import { openDatabase } from '#platform/db/db.ts';
import { runAttacks } from '../stalls/run-attacks.ts';
import type { Outcome } from '../stalls/run-attacks.ts';
import { startTestCluster } from '../support/test-cluster.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { createEvidence } from './evidence.ts';

const STALL_MAX_MS = 50;
const SHOWN = 15;
const SERVER_ERROR = 500;

/** True when nothing held the thread up for longer than STALL_MAX_MS of processor time. */
export async function soakStalls(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string', default: '1' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error(`${values.seed} is not a whole number.`);
  const evidence = createEvidence({ soak: 'stalls' }, !values['no-evidence']);
  const given = process.env['DATABASE_URL'];
  const cluster = given === undefined ? await startTestCluster() : undefined;
  const database = toDatabase(cluster?.url ?? given ?? '');
  const longest = new Map<string, Outcome>();
  let attacks = 0;
  let failures = 0;
  try {
    const onOutcome = (outcome: Outcome): void => {
      attacks += 1;
      const { attack, status, stall } = outcome;
      if (status === SERVER_ERROR) {
        failures += 1;
        evidence.say(`${attack.route} answers ${attack.shape} with 500`);
      }
      const known = longest.get(attack.route);
      if (known === undefined || known.stall.cpuMs < stall.cpuMs)
        longest.set(attack.route, outcome);
    };
    await runAttacks({ database, seed, onOutcome });
  } finally {
    await cluster?.stop();
  }
  const sorted = [...longest.values()].toSorted((a, b) => b.stall.cpuMs - a.stall.cpuMs);
  for (const { attack, status, stall } of sorted.slice(0, SHOWN)) {
    evidence.say(
      `${stall.cpuMs.toFixed(1)} ms (${stall.wallMs.toFixed(1)} ms by the clock): ${attack.route}, ${attack.shape}, answered ${status}`,
    );
  }
  const longestMs = sorted[0]?.stall.cpuMs ?? 0;
  const routes = sorted.length;
  evidence.finish({ seed, routes, attacks, failures, longestMs, limitMs: STALL_MAX_MS });
  return longestMs <= STALL_MAX_MS && failures === 0;
}

function toDatabase(url: string): TestDatabase {
  return {
    open: async () => await openDatabase({ url, directory: '', onError: () => undefined }),
    url: () => url,
  };
}
