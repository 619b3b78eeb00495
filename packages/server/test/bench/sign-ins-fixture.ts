// The transaction of a sign-in, many at once, with its audit record in the chain and with a queued
// one, for `npm run bench -- sign-ins`. It is forked with the seconds of each half; the halves
// alternate, so that both see the same machine.
import { queueAudit, recordAudit, startChaining } from '#platform/audit/audit.ts';
import { Sessions } from '#features/identity/sessions.ts';
import type { Database } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { createBenchDatabase, isAbsent } from './bench-database.ts';

/** More than connections, so that none is idle. */
const CLIENTS = 32;
const HALVES = 2;
const POLL_MS = 10;

type Record = typeof recordAudit;

async function signInFor(db: Database, seconds: number, record: Record): Promise<number> {
  const clock = { nowMs: () => Date.now() };
  const changes = { on: () => undefined, onGap: () => undefined };
  const sessions = new Sessions({ db, clock, log: createLog('error'), changes });
  const endsAtMs = performance.now() + seconds * 1_000;
  let signedIn = 0;
  const client = async (_: unknown, index: number): Promise<void> => {
    const subject = { kind: 'customer', id: index + 1 } as const;
    while (performance.now() < endsAtMs) {
      await db.kysely.transaction().execute(async (tx) => {
        await sessions.start(tx, {
          subject,
          assurance: 'full',
          isPasswordProved: true,
          ip: '192.0.2.1',
          userAgent: 'bench',
          device: '',
          clientInfo: null,
        });
        const actor = `customer:${subject.id}`;
        await record(tx, clock.nowMs(), { actor, action: 'session.start', subject: actor });
      });
      signedIn += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await sessions.close();
  return signedIn;
}

async function waitUntilChained(db: Database): Promise<number> {
  const begunAtMs = performance.now();
  for (;;) {
    const [row] = await db.query('select exists (select from audit_queue) as waits', []);
    if (row?.['waits'] !== true) return performance.now() - begunAtMs;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function main(seconds: number): Promise<void> {
  const { db, drop } = await createBenchDatabase('postgres');
  const chaining = startChaining({ db, log: createLog('error') });
  try {
    let [chained, queued, drainedMs] = [0, 0, 0];
    for (let half = 0; half < HALVES; half += 1) {
      chained += await signInFor(db, seconds, recordAudit);
      queued += await signInFor(db, seconds, queueAudit);
      drainedMs = Math.max(drainedMs, await waitUntilChained(db));
    }
    const all = HALVES * seconds;
    const figures = {
      chainedPerSecond: chained / all,
      queuedPerSecond: queued / all,
      drainedMs,
    };
    process.send?.({ kind: 'measured', figures });
  } finally {
    await chaining.close();
    await drop();
  }
}

const [, , seconds] = process.argv;
try {
  await main(Number(seconds));
} catch (error) {
  if (!isAbsent(error)) throw error;
  process.send?.({ kind: 'absent' });
}
process.disconnect();
