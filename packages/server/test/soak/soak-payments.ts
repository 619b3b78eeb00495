// The storm of messages about payments, for longer than `npm test` has time for. DATABASE_URL may
// name an empty PostgreSQL database; without it the embedded one is used.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { openDatabase } from '#platform/db/db.ts';

import { runPaymentStorm } from '../payments/payment-storm.ts';
import { openShop } from '../payments/shop.ts';
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
  const root = mkdtempSync(join(tmpdir(), 'halyard-soak-'));
  const database = toDatabase(process.env['DATABASE_URL'] ?? '', root);
  const evidence = createEvidence(
    { soak: 'payments', variant: database.kind },
    !values['no-evidence'],
  );
  const startedMs = performance.now();
  const shop = await openShop(database, {}, JUDGED_WITHIN_MS);
  try {
    const { faults, ...report } = await runPaymentStorm(shop, {
      sequences,
      seed,
      eventsMin: EVENTS_MIN,
    });
    for (const fault of faults) evidence.say(fault);
    const { code, printed } = await shop.server().operator('audit');
    evidence.say(printed.at(-1) ?? '');
    evidence.finish({
      database: database.kind,
      seed,
      ...report,
      faults: faults.length,
      auditAgrees: code === 0,
      seconds: Math.round((performance.now() - startedMs) / 1_000),
    });
    return faults.length === 0 && code === 0;
  } finally {
    await shop.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function toDatabase(url: string, root: string): TestDatabase {
  const directory = join(root, 'database');
  return {
    kind: url === '' ? 'embedded' : 'postgres',
    open: async () =>
      await openDatabase({ url: url || undefined, directory, onError: () => undefined }),
    url: () => url,
    directory: () => directory,
  };
}

function toWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is not a whole number.`);
  return Number(text);
}
