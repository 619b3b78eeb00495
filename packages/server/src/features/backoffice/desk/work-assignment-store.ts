import type { WorkAssignment } from '@halyard/contract/backoffice/desk/work-assignments';
import { DAY_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type WorkTables = Pick<Tables, 'work_assignments' | 'staff'>;
type WorkRecord = { readonly resource: string; readonly recordId: string };

/** What waits is decided within days; nothing waits for so long. */
const KEPT_MS = 90 * DAY_MS;
/** More assignments than a home page shows; the oldest above it are deleted. */
const ASSIGNMENTS_MAX = 2_000;

/** Returns the assignments of these resources to members who are not disabled, the newest first. */
export async function listAssignments(
  db: Kysely<object>,
  resources: readonly string[],
): Promise<readonly WorkAssignment[]> {
  const rows = await tables(db)
    .selectFrom('work_assignments as work')
    .innerJoin('staff', 'staff.id', 'work.staff_id')
    .select(['work.resource', 'work.record_id', 'work.staff_id', 'work.assigned_at', 'staff.name'])
    .where('work.resource', '=', sql<string>`any(${resources}::text[])`)
    .where('staff.disabled_at', 'is', null)
    .orderBy('work.assigned_at', 'desc')
    .limit(ASSIGNMENTS_MAX)
    .execute();
  return rows.map(({ name, assigned_at: assignedAt, ...row }) => ({
    ...row,
    staff_name: name,
    assigned_at: assignedAt.toISOString(),
  }));
}

/** Lets changes of assignments wait for each other until the transaction ends. */
export async function holdAssignments(tx: Kysely<object>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('work-assignments', 0))`.execute(tx);
}

/** Who works on the record; a member who is disabled works on nothing. */
export async function findAssignee(
  db: Kysely<object>,
  { resource, recordId }: WorkRecord,
): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom('work_assignments as work')
    .innerJoin('staff', 'staff.id', 'work.staff_id')
    .select('work.staff_id')
    .where('work.resource', '=', resource)
    .where('work.record_id', '=', recordId)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.staff_id;
}

/** Assigns the record; `staffId` null: to nobody. */
export async function putAssignment(
  db: Kysely<object>,
  { resource, recordId }: WorkRecord,
  { staffId, atMs }: { readonly staffId: number | null; readonly atMs: number },
): Promise<void> {
  if (staffId === null) {
    await tables(db)
      .deleteFrom('work_assignments')
      .where('resource', '=', resource)
      .where('record_id', '=', recordId)
      .execute();
    return;
  }
  const values = { staff_id: staffId, assigned_at: new Date(atMs) };
  await tables(db)
    .insertInto('work_assignments')
    .values({ resource, record_id: recordId, ...values })
    .onConflict((conflict) => conflict.columns(['resource', 'record_id']).doUpdateSet(values))
    .execute();
}

export async function deleteOldAssignments(db: Kysely<object>, nowMs: number): Promise<void> {
  await tables(db)
    .deleteFrom('work_assignments')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('assigned_at', '<', new Date(nowMs - KEPT_MS)),
        eb(
          'assigned_at',
          '<',
          selectFrom('work_assignments')
            .select('assigned_at')
            .orderBy('assigned_at', 'desc')
            .offset(ASSIGNMENTS_MAX)
            .limit(1),
        ),
      ]),
    )
    .execute();
}

function tables(db: Kysely<object>): Kysely<WorkTables> {
  return db.withTables<WorkTables>();
}
