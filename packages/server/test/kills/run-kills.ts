// Faults of every kind while customers trade, one after the other, and the judgement of each round.
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { createChance } from '../simulation/chance.ts';
import { beginFault } from './faults.ts';
import type { Fault, FaultOptions, Kind } from './faults.ts';
import { Installation, PARTS } from './installation.ts';
import { LeaseSampler } from './lease-samples.ts';
import type { Network } from './namespaces.ts';
import { planPartitions } from './partitions.ts';
import { Round } from './round.ts';
import type { RoundResult } from './round.ts';

/** So many faults are judged at once. */
const ROUND_FAULTS = 50;
const LOAD_MS = [200, 600] as const;

export type KillsOptions = {
  readonly network: Network;
  readonly folder: string;
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** Returns whether no further fault begins. */
  readonly isOver: () => boolean;
  /** False: the standby of PostgreSQL can miss commits, which the checker must find. */
  readonly isSynchronous: boolean;
  /** `interruptedMs`: until an order was answered that was sent after the fault. */
  readonly onFault: (kind: Kind, what: string, interruptedMs: number) => void;
  /** Called with what a program said that ended by itself. */
  readonly onCrash: (what: string) => void;
  readonly onRound: (result: RoundResult) => void;
  /** Called with why no further fault begins. */
  readonly onFailure: (error: unknown) => void;
};

export async function runKills(options: KillsOptions): Promise<void> {
  const { network, folder, isSynchronous, onCrash } = options;
  const installation = await Installation.start({ root: folder, network, isSynchronous, onCrash });
  const { url } = installation.database;
  const db = await openDatabase({ url, directory: '', onError: () => undefined });
  try {
    await runRounds(options, installation, db);
  } finally {
    await db.close();
    await installation.stop();
  }
}

async function runRounds(
  options: KillsOptions,
  installation: Installation,
  db: Database,
): Promise<void> {
  const { network, seed, faults, isOver, onRound, onFailure } = options;
  const chance = createChance(seed);
  const nextPartition = planPartitions(PARTS, chance);
  const sampler = new LeaseSampler(db);
  try {
    for (let first = 0; first < faults.length && !isOver(); first += ROUND_FAULTS) {
      const round = await Round.start({ installation, db, number: first / ROUND_FAULTS + 1 });
      const some = faults.slice(first, first + ROUND_FAULTS);
      const shared = { installation, network, chance, nextPartition, round, some };
      const failed = await runFaults(options, shared).catch((error: unknown) => ({ error }));
      if (failed !== undefined) onFailure(failed.error);
      // What customers saw until then is judged, too.
      onRound(await round.end(sampler));
      if (failed !== undefined) return;
    }
  } finally {
    await sampler.end();
  }
}

type Faults = FaultOptions & { readonly round: Round; readonly some: readonly Fault[] };

async function runFaults({ isOver, onFault }: KillsOptions, faults: Faults): Promise<undefined> {
  const { installation, chance, round, some } = faults;
  for (const fault of some) {
    if (isOver()) return undefined;
    await sleep(chance.between(...LOAD_MS));
    const { kind, what, atMs, isSeen, mend } = await beginFault(fault, faults);
    const mended = mend();
    mended.catch(() => undefined);
    await isSeen;
    await round.untilAnswered(isSeen === undefined ? atMs : performance.now());
    onFault(kind, what, Math.round(performance.now() - atMs));
    await mended;
    await installation.untilWhole();
  }
  return undefined;
}
