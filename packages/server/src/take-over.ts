// Runs the steps that need a lease: the engine's, or the market's. While the database is
// unavailable, a step waits and is repeated. While another program has the lease, this one waits as a standby, before the first
// step or between two steps. So each step must be repeatable.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

const RETRY_MS = 250;

export type Step = {
  /** The step's name, for the log. */
  readonly name: string;
  readonly run: () => void | Promise<void>;
};

export type TakeOverOptions = {
  /** What holds the lease: the engine, or the leader of the market. */
  readonly duty: { readonly isReady: () => boolean };
  readonly log: Pick<Log, 'warn'>;
  /** Aborted when the program stops: no further step begins. */
  readonly signal: AbortSignal;
};

/** Runs the steps in order. Throws errors that are not outages; an Outage if aborted. */
export async function takeOver(options: TakeOverOptions, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await doStep(options, step);
}

async function doStep(options: TakeOverOptions, step: Step): Promise<void> {
  const { duty, log, signal } = options;
  let hasWarned = false;
  for (;;) {
    if (signal.aborted) throw new Outage('stopping', 'The program is stopping.');
    const outage = duty.isReady() ? await findOutage(step) : 'no lease';
    if (outage === undefined) return;
    if (outage !== 'no lease' && !hasWarned) {
      log.warn({ err: outage, step: step.name }, 'a step of the take-over waits');
      hasWarned = true;
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Runs a step. Returns an Outage, or undefined when it is done; throws other errors. */
async function findOutage({ run }: Step): Promise<Outage | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof Outage) return error;
    throw error;
  }
}
