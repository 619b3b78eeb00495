import { MINUTE_MS } from '@halyard/core/time';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { endAbandonedDeposits } from './deposits/deposits.ts';
import { finishStep } from './finish-step.ts';
import type { Finished, StepDeps } from './finish-step.ts';
import type { Transaction } from './transaction.ts';
import { listUnfinished } from './transaction-store.ts';

const PAGE_LENGTH = 100;

export type RecoveryDeps = StepDeps & { readonly jobs: Jobs; readonly log: Log };

/**
 * Finishes what a crash or an outage left between the ledger and the transactions; gives how many.
 * Safe beside calls that are finishing the same rows at this moment.
 */
export async function recoverTransactions(
  deps: StepDeps & { readonly log: Log },
  signal?: AbortSignal,
): Promise<number> {
  let after = 0;
  let finished = 0;
  for (;;) {
    const rows = await listUnfinished(deps.db.kysely, { after, limit: PAGE_LENGTH });
    for (const { number, transaction } of rows) {
      signal?.throwIfAborted();
      after = number;
      const result = await tryToFinish(deps, transaction);
      if (result === undefined) continue;
      // A withdrawal that could not be set aside is none, and is gone.
      if (result.kind !== 'refused' || transaction.status === 'opening') finished += 1;
      // It stays where it is, seen by the audit, until a person has found out why.
      else deps.log.error({ transaction: transaction.id, ...result }, 'a transaction is stuck');
    }
    if (rows.length < PAGE_LENGTH) return finished;
  }
}

/** Undefined when it failed: that one waits for the next time, and keeps no other waiting. */
async function tryToFinish(
  deps: StepDeps & { readonly log: Log },
  transaction: Transaction,
): Promise<Finished | undefined> {
  try {
    return await finishStep(deps, transaction);
  } catch (err) {
    const isAway = err instanceof Outage;
    deps.log[isAway ? 'warn' : 'error'](
      { err, transaction: transaction.id },
      'a transaction could not be finished and is tried again in a minute',
    );
    return undefined;
  }
}

/** Does it once a minute while the program runs; before the jobs start. */
export function repeatRecovery(deps: RecoveryDeps): void {
  deps.jobs.repeat({
    kind: 'payments.recover',
    everyMs: MINUTE_MS,
    run: async (signal) => {
      await recoverTransactions(deps, signal);
      signal.throwIfAborted();
      await endAbandonedDeposits(deps);
    },
  });
}
