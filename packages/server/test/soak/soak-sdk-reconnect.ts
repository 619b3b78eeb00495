// Cut connections and restarts under the bots of both SDKs.
import { parseArgs } from 'node:util';
import { openDatabase } from '#platform/db/db.ts';
import { findPython } from '../sdk/python.ts';
import { BOTS, runReconnects } from '../sdk/reconnect.ts';
import { createChance } from '../simulation/chance.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import { createEvidence, print } from './evidence.ts';

const ROUNDS_PER_LINE = 50;

/** True when both bots missed nothing, got nothing twice and know what the server knows. */
export async function soakSdkReconnect(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      cuts: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const evidence = createEvidence({ soak: 'sdk-reconnect' }, !values['no-evidence']);
  const [cuts, seed] = [Number(values.cuts), Number(values.seed)];
  const python = await findPython();
  if (python === undefined) throw new Error('Python 3.11 with httpx and websockets is needed');
  const own = nameOwnDatabase();
  await own.create();
  const kinds = new Map<string, number>();
  evidence.say(`seed ${seed}, ${cuts} cuts`);
  try {
    const results = await runReconnects({
      database: {
        url: () => own.url,
        open: async () =>
          await openDatabase({ url: own.url, directory: '', onError: () => undefined }),
      },
      cuts,
      python,
      bots: BOTS,
      share: createChance(seed).share,
      onRound: (round, kind) => {
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        if (round % ROUNDS_PER_LINE === 0) print(`cut ${round}`);
      },
    });
    for (const { bot, report, differences } of results) {
      const { trades, ended, snapshots, repeated } = report;
      evidence.say(
        `${bot}: ${trades.length} trades and ${ended.length} ended orders, each once; ` +
          `${snapshots} snapshots, ${repeated} requests repeated with the key of their error`,
      );
      for (const difference of differences) evidence.say(`DIFFERENT: ${difference}`);
    }
    const failure = results.every(({ differences }) => differences.length === 0)
      ? null
      : 'a bot and the server differ';
    evidence.finish({ seed, cuts, kinds: Object.fromEntries(kinds), failure });
    return failure === null;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    evidence.say(`FAILED: ${failure}`);
    evidence.finish({ seed, cuts, kinds: Object.fromEntries(kinds), failure });
    return false;
  } finally {
    await own.drop();
  }
}
