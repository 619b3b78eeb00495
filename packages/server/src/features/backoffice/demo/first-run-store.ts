import { assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

/** The state of the demo data. 'bare': none wanted. 'begun': being created. 'done': it exists. */
export type DemoState = 'bare' | 'begun' | 'done';

type FirstRunTables = { first_run: Narrow<'first_run', { demo: DemoState }> };

/**
 * Returns the state that the first start stored. If there was no earlier start, stores this one as
 * the first.
 */
export async function ensureFirstRun(
  db: Kysely<object>,
  first: { readonly demo: DemoState; readonly atMs: number },
): Promise<DemoState> {
  const tables = db.withTables<FirstRunTables>();
  await tables
    .insertInto('first_run')
    .values({ id: 1, demo: first.demo, begun_at: new Date(first.atMs) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await tables.selectFrom('first_run').select('demo').executeTakeFirst();
  return assertPresent(row, 'a first run').demo;
}

export async function markDemoDone(db: Kysely<object>): Promise<void> {
  await db
    .withTables<FirstRunTables>()
    .updateTable('first_run')
    .set({ demo: 'done' })
    .where('demo', '=', 'begun')
    .execute();
}
