// A program shows itself to the others before it does anything, so that of two that must not run beside
// each other the later one refuses to start.
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@halyard/core/time';
import type { Database } from '#platform/db/db.ts';
import { findEarlier, removeProgram, showProgram } from './program-store.ts';
import type { EarlierProgram, SeenProgram } from './program-store.ts';

const POLL_MS = SECOND_MS;

/** Another program runs that must not run beside this one. */
export class ProgramRefused extends Error {}

export type EnterOptions = Pick<SeenProgram, 'dataDir' | 'version' | 'roles' | 'migrations'> & {
  readonly db: Pick<Database, 'query'>;
  /** The roles beside which this program must not run. */
  readonly conflicting: readonly string[];
};

const STARTING = {
  upMs: 0,
  isReady: false,
  engine: undefined,
  epoch: undefined,
  batch: undefined,
  clockSkewMs: 0,
  messages: 'none',
} as const;

export type Entered = {
  /** By the monotonic clock. */
  readonly startedAtMs: number;
  /** Lets the others see that this program is gone. */
  leave(): Promise<void>;
};

/**
 * Shows this program. Waits while an earlier program with conflicting roles may still run; throws a
 * ProgramRefused once that shows that it does.
 */
export async function enterPrograms({ db, conflicting, ...own }: EnterOptions): Promise<Entered> {
  const startedAtMs = performance.now();
  const place = { host: hostname(), dataDir: own.dataDir, pid: process.pid };
  await showProgram(db, { ...STARTING, ...own, ...place });
  let known: EarlierProgram | undefined;
  for (;;) {
    const found = await findEarlier(db, place, conflicting);
    if (found === undefined) break;
    // One that was killed shows nothing any more, and counts as lost after some seconds.
    const isSame = known?.host === found.host && known.dataDir === found.dataDir;
    if (isSame && known?.seenAtMs !== found.seenAtMs) {
      await removeProgram(db, place);
      throw new ProgramRefused(
        `ROLES=${own.roles} can't run beside ROLES=${found.roles}, which runs on ${found.host} in ` +
          `${found.dataDir}. Stop that program first, or use the same form for both ` +
          '(docs/operate/high-availability.md).',
      );
    }
    known = found;
    await sleep(POLL_MS);
  }
  return {
    startedAtMs,
    // Without the database the others see it anyway.
    leave: async () => await removeProgram(db, place).catch(() => undefined),
  };
}
