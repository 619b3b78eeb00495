// What waits for the signed-in member, as the work list and the counters show it.
import { useQueries } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callDeclared } from '#data/auth/staff.ts';
import { orThrow } from '../lists/list-calls.ts';
import { useStaff } from '../staff/staff-context.ts';
import { queuesFor, sortWork, toWorkItem, type WorkItem, type WorkQueue } from './work-items.ts';

/** The maximum number of rows to read of each queue, the oldest first. */
const ROWS_MAX = 50;
const REFRESH_EVERY_MS = 30_000;

const Row = z.looseObject({ id: z.union([z.number(), z.string()]) });
const QueuePage = z.object({ rows: z.array(Row), next: z.nullable(z.string()) });
type QueuePage = z.infer<typeof QueuePage>;

export type ReadQueue = { readonly queue: WorkQueue; readonly page: QueuePage | undefined };

export type Work = {
  readonly queues: readonly ReadQueue[];
  /** By urgency, then the oldest first; undefined until every queue was read. */
  readonly items: readonly WorkItem[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
};

/**
 * Reads the queues of the member's roles. With `isPolling` they are read again by themselves, also
 * while the tab is hidden, and at once when the connection returns.
 */
export function useWork(isPolling = false): Work {
  const { roles } = useStaff();
  const queues = queuesFor(roles);
  const read = useQueries({
    queries: queues.map((queue) => ({
      queryKey: ['list', queue.resource.shape.name, 'work', queue.filter],
      refetchInterval: isPolling ? REFRESH_EVERY_MS : (false as const),
      refetchIntervalInBackground: true,
      refetchOnReconnect: true,
      queryFn: async () => await readQueue(queue),
    })),
  });
  const pages = queues.map((queue, at) => ({ queue, page: read[at]?.data }));
  const items = pages.flatMap(({ queue, page }) =>
    (page?.rows ?? []).map((row) => toWorkItem(queue, row, roles)),
  );
  return {
    queues: pages,
    items: pages.every(({ page }) => page !== undefined) ? sortWork(items) : undefined,
    error: read.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => read.forEach((query) => void query.refetch()),
  };
}

/** It reads in the background, because an open page must not keep an idle member signed in. */
async function readQueue({ resource, filter }: WorkQueue): Promise<QueuePage> {
  const query = {
    ...filter,
    sort: resource.shape.sorts[0],
    order: 'asc',
    limit: String(ROWS_MAX),
  };
  const result = await callDeclared(resource.list, { query }, { background: true });
  return QueuePage.parse(orThrow(result));
}
