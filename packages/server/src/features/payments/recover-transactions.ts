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
 * Completes what a crash or an outage left between the ledger and the transactions; returns how
 * many. Safe beside other calls that complete the same rows.
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
      // A withdrawal without a hold is deleted, which counts as finished.
      if (result.kind !== 'refused' || transaction.status === 'opening') finished += 1;
      // The transaction stays as it is, and the audit reports it, until a person has found the
      // cause.
      else deps.log.error({ transaction: transaction.id, ...result }, 'a transaction is stuck');
    }
    if (rows.length < PAGE_LENGTH) return finished;
  }
}

/**
 * Completes a step; undefined if it failed, in which case it is retried later and does not delay
 * others.
 */
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

/** Runs the recovery once a minute. Call it before the jobs start. */
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
