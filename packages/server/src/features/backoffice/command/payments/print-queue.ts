import { listQueue } from '#features/payments/payments.ts';
import type { Transaction } from '#features/payments/payments.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { describeQueued, QUEUE_LENGTH_MAX } from '../describe-transaction.ts';
import type { CommandCall, OperatorCommandDeps } from '#features/backoffice/operator-command.ts';

type Queue = {
  readonly typeIds: readonly number[];
  /** The queues that can be listed. */
  readonly statuses: readonly Transaction['status'][];
  /** The status to list, as typed; absent: all. */
  readonly status: string | undefined;
};

/** Prints the transactions of some types that wait for a person. */
export async function printQueue(
  deps: Pick<OperatorCommandDeps, 'db'>,
  call: CommandCall,
  { typeIds, statuses, status }: Queue,
): Promise<ExitCode | 'usage'> {
  const known = statuses.find((one) => one === status);
  if (status !== undefined && known === undefined) return 'usage';
  const queue = await listQueue(deps.db.kysely, {
    typeIds,
    ...(known === undefined ? {} : { status: known }),
    limit: QUEUE_LENGTH_MAX,
  });
  if (queue.length === 0) call.print('Nothing is waiting.');
  queue.map(describeQueued).forEach((line) => call.print(line));
  return EXIT.done;
}
