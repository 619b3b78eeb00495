// The storm of messages about payments, for longer than `npm test` has time for. DATABASE_URL may
// name an empty PostgreSQL database; without it an embedded one is started.
import { parseArgs } from 'node:util';

import { openDatabase } from '#platform/db/db.ts';

import { runPaymentStorm } from '../payments/payment-storm.ts';
import { openShop } from '../payments/shop.ts';
import { startTestCluster } from '../support/test-cluster.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { createEvidence } from './evidence.ts';

const EVENTS_MIN = 20;
/** The backlog of a group may take long on a machine that does other things as well. */
const JUDGED_WITHIN_MS = 1_800_000;

/** True when every deposit was credited once or not at all and the books agree. */
export async function soakPayments(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      sequences: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const [sequences, seed] = [toWhole(values.sequences), toWhole(values.seed)];
  const given = process.env['DATABASE_URL'];
  const variant = given === undefined ? 'embedded' : 'postgres';
  const cluster = given === undefined ? await startTestCluster() : undefined;
  const evidence = createEvidence({ soak: 'payments', variant }, !values['no-evidence']);
  const startedMs = performance.now();
  const shop = await openShop(toDatabase(cluster?.url ?? given ?? ''), {}, JUDGED_WITHIN_MS);
  try {
    const { problems, ...report } = await runPaymentStorm(shop, {
      sequences,
      seed,
      eventsMin: EVENTS_MIN,
    });
    for (const problem of problems) evidence.say(problem);
    const { code, printed } = await shop.server().operator('audit');
    evidence.say(printed.at(-1) ?? '');
    evidence.finish({
      database: variant,
      seed,
      ...report,
      problems: problems.length,
      auditAgrees: code === 0,
      seconds: Math.round((performance.now() - startedMs) / 1_000),
    });
    return problems.length === 0 && code === 0;
  } finally {
    await shop.close();
    await cluster?.stop();
  }
}

function toDatabase(url: string): TestDatabase {
  return {
    open: async () => await openDatabase({ url, directory: '', onError: () => undefined }),
    url: () => url,
  };
}

function toWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is not a whole number.`);
  return Number(text);
}
