// Which records wait in which queue, numbered in the order in which they were found there.
import type { WorkQueueName } from '@halyard/contract/backoffice/desk/work-queue-names';
import { workQueuesOf } from '@halyard/contract/backoffice/desk/work-queues';
import type { WorkQueue } from '@halyard/contract/backoffice/desk/work-queues';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { assertPresent } from '@halyard/core/assertion';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';
import { selectKeys } from '../frame/frame.ts';
import { WORK_LISTS } from './work-lists.ts';

export const WORK_QUEUES: readonly WorkQueue[] = workQueuesOf(RESOURCES);

/** More records than begin to wait between two looks; further ones are found at the next look. */
const FOUND_AT_ONCE_MAX = 1_000;

type WorkTables = Pick<Tables, 'work_assignments' | 'staff'> & {
  work_items: Narrow<'work_items', { queue: WorkQueueName }>;
};
export type WorkItem = Pick<WorkTables['work_items'], 'queue' | 'record_id'>;

/** Lets the looks at the queues wait for each other, so that numbers follow the commits. */
export async function holdWorkItems(tx: Kysely<object>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('work-items', 0))`.execute(tx);
}

/** Adds the records that have entered a queue, and deletes those that have left it. */
export async function updateWorkItems(tx: Kysely<object>): Promise<void> {
  for (const { name, resource, queue } of WORK_QUEUES) {
    const list = assertPresent(WORK_LISTS[resource.shape.name], 'a queue has a list');
    await sql`
      with waiting as materialized (${selectKeys(list, queue.filter)}),
      gone as (
        delete from work_items where queue = ${name}
          and not exists (select from waiting where waiting.key = work_items.record_id)
      )
      insert into work_items (queue, record_id)
      select ${name}, waiting.key from waiting
      where not exists (
        select from work_items known where known.queue = ${name} and known.record_id = waiting.key
      )
      limit ${FOUND_AT_ONCE_MAX}`.execute(tx);
  }
  // Queues of another release.
  await tables(tx)
    .deleteFrom('work_items')
    .where(
      'queue',
      'not in',
      WORK_QUEUES.map(({ name }) => name),
    )
    .execute();
}

/** Returns the highest number of the records that wait; 0 if none waits. */
export async function findLastNumber(db: Kysely<object>): Promise<number> {
  const { last } = await tables(db)
    .selectFrom('work_items')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

export type NewWork = { readonly items: readonly WorkItem[]; readonly total: number };

/**
 * Returns the first records of these queues above a number and up to another, and how many there
 * are. Records that somebody else works on are omitted; `staffId` undefined: those that anybody works
 * on.
 */
export async function listNewWork(
  db: Kysely<object>,
  {
    after,
    until,
    queues,
    staffId,
    limit,
  }: {
    readonly after: number;
    readonly until: number;
    readonly queues: readonly WorkQueueName[];
    readonly staffId: number | undefined;
    readonly limit: number;
  },
): Promise<NewWork> {
  const rows = await tables(db)
    .selectFrom('work_items as item')
    .select(['queue', 'record_id', sql<number>`(count(*) over ())::int`.as('total')])
    .where('number', '>', after)
    .where('number', '<=', until)
    .where('queue', '=', sql<WorkQueueName>`any(${queues}::text[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('work_assignments as work')
            .innerJoin('staff', 'staff.id', 'work.staff_id')
            .select('work.staff_id')
            .whereRef('work.record_id', '=', 'item.record_id')
            .where('work.resource', '=', sql<string>`split_part(item.queue, '/', 1)`)
            .where('work.staff_id', 'is distinct from', staffId ?? null)
            .where('staff.disabled_at', 'is', null),
        ),
      ),
    )
    .orderBy('number')
    .limit(limit)
    .execute();
  return {
    items: rows.map(({ queue, record_id }) => ({ queue, record_id })),
    total: rows[0]?.total ?? 0,
  };
}

function tables(db: Kysely<object>) {
  return db.withTables<WorkTables>();
}
