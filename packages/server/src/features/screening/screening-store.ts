import type {
  ScreeningDecision,
  ScreeningResult,
} from '@halyard/contract/backoffice/desk/screening';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

export type ScreeningCause = 'document' | 'profile' | 'staff' | 'renewal';

type ScreeningTables = {
  screenings: Narrow<
    'screenings',
    {
      cause: ScreeningCause;
      result: ScreeningResult;
      decision: ScreeningDecision;
    }
  >;
};
export type ScreeningRow = Selectable<ScreeningTables['screenings']>;

export type NewScreening = {
  readonly customerId: number;
  readonly cause: ScreeningCause;
  readonly atMs: number;
};

export async function insertScreening(
  db: Kysely<object>,
  { customerId, cause, atMs }: NewScreening,
): Promise<number> {
  const { id } = await tables(db)
    .insertInto('screenings')
    .values({ customer_id: customerId, cause, requested_at: new Date(atMs) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findScreening(
  db: Kysely<object>,
  id: number,
): Promise<ScreeningRow | undefined> {
  return await tables(db)
    .selectFrom('screenings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the screening that counts. */
export async function findLatest(
  db: Kysely<object>,
  customerId: number,
): Promise<ScreeningRow | undefined> {
  return await selectLatest(db, customerId).executeTakeFirst();
}

/** Like `findLatest`; no answer can be saved until the caller's transaction ends. */
export async function lockLatest(
  db: Kysely<object>,
  customerId: number,
): Promise<ScreeningRow | undefined> {
  return await selectLatest(db, customerId).forUpdate().executeTakeFirst();
}

/**
 * Returns a page of the screenings that count and are older than `before`, by id. A confirmed hit is
 * left out: another answer must not end it without an officer.
 */
export async function listDue(
  db: Kysely<object>,
  {
    before,
    afterId,
    limit,
  }: { readonly before: Date; readonly afterId: number; readonly limit: number },
): Promise<readonly Pick<ScreeningRow, 'id' | 'customer_id'>[]> {
  return await tables(db)
    .selectFrom('screenings as s')
    .select(['s.id', 's.customer_id'])
    .where('s.id', '>', afterId)
    .where('s.requested_at', '<', before)
    .where((eb) => eb.or([eb('s.decision', 'is', null), eb('s.decision', '!=', 'confirm')]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('screenings as newer')
            .select('newer.id')
            .whereRef('newer.customer_id', '=', 's.customer_id')
            .whereRef('newer.id', '>', 's.id'),
        ),
      ),
    )
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** Returns how often the provider was asked about the customer since then. */
export async function countSince(
  db: Kysely<object>,
  customerId: number,
  sinceMs: number,
): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('screenings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('requested_at', '>', new Date(sinceMs))
    .executeTakeFirstOrThrow();
  return count;
}

export type Answer = {
  readonly result: ScreeningResult;
  readonly reference: string;
};

/**
 * Saves the provider's answer; false if there is one already. A decision that was made without it
 * counts no more, unless the answer is clear and about the same identity: it must not undo that an
 * officer recognised a listed person.
 */
export async function saveAnswer(
  db: Kysely<object>,
  id: number,
  answer: Answer & { readonly identityHash: string; readonly atMs: number },
): Promise<boolean> {
  const { result, reference, identityHash, atMs } = answer;
  const isKept = sql`${result} = 'clear' and identity_hash = ${identityHash}`;
  const updated = await tables(db)
    .updateTable('screenings')
    .set({
      result,
      reference,
      identity_hash: identityHash,
      answered_at: new Date(atMs),
      failure: null,
      decision: sql`case when ${isKept} then decision end`,
      decided_by: sql`case when ${isKept} then decided_by end`,
      decided_at: sql`case when ${isKept} then decided_at end`,
      decision_reason: sql`case when ${isKept} then decision_reason end`,
    })
    .where('id', '=', id)
    .where('result', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function saveFailure(
  db: Kysely<object>,
  id: number,
  { attempts, failure }: { readonly attempts: number; readonly failure: string },
): Promise<void> {
  await tables(db)
    .updateTable('screenings')
    .set({ attempts, failure })
    .where('id', '=', id)
    .where('result', 'is', null)
    .execute();
}

export type Decided = {
  readonly decision: ScreeningDecision;
  readonly actor: string;
  readonly reason: string;
  readonly atMs: number;
  readonly identityHash: string;
};

export async function saveDecision(
  db: Kysely<object>,
  id: number,
  { decision, actor, reason, atMs, identityHash }: Decided,
): Promise<void> {
  await tables(db)
    .updateTable('screenings')
    .set({
      decision,
      decided_by: actor,
      decided_at: new Date(atMs),
      decision_reason: reason,
      identity_hash: identityHash,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteOf(db: Kysely<object>, customerId: number): Promise<void> {
  await tables(db).deleteFrom('screenings').where('customer_id', '=', customerId).execute();
}

function selectLatest(db: Kysely<object>, customerId: number) {
  return tables(db)
    .selectFrom('screenings')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(1);
}

function tables(db: Kysely<object>): Kysely<ScreeningTables> {
  return db.withTables<ScreeningTables>();
}
