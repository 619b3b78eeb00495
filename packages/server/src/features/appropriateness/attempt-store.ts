import { sql, type Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import { VERSION } from './questions.ts';

export type Attempt = {
  readonly id: number;
  readonly begunAtMs: number;
  readonly answeredAtMs: number | null;
  readonly hasPassed: boolean | null;
  readonly acknowledgedAtMs: number | null;
};

type AttemptTables = {
  appropriateness_attempts: Narrow<'appropriateness_attempts', { answers: string }>;
};

export async function deleteAttempts(tx: Kysely<object>, customerId: number): Promise<void> {
  await tables(tx)
    .deleteFrom('appropriateness_attempts')
    .where('customer_id', '=', customerId)
    .execute();
}
/** Returns a customer's attempts with the current questions, newest first. */
export async function listAttempts(
  db: Kysely<object>,
  customerId: number,
  limit: number,
): Promise<readonly Attempt[]> {
  const rows = await tables(db)
    .selectFrom('appropriateness_attempts')
    .select(['id', 'begun_at', 'answered_at', 'has_passed', 'acknowledged_at'])
    .where('customer_id', '=', customerId)
    .where('version', '=', VERSION)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    begunAtMs: row.begun_at.getTime(),
    answeredAtMs: row.answered_at?.getTime() ?? null,
    hasPassed: row.has_passed,
    acknowledgedAtMs: row.acknowledged_at?.getTime() ?? null,
  }));
}

/** Serialises a customer's attempts; within a transaction. */
export async function lockAttempts(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`select id from customers where id = ${customerId} for update`.execute(tx);
}

export async function isCleared(db: Kysely<object>, customerId: number): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('appropriateness_attempts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('version', '=', VERSION)
    .where((where) =>
      where.or([where('has_passed', '=', true), where('acknowledged_at', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertAttempt(
  db: Kysely<object>,
  customerId: number,
  atMs: number,
): Promise<void> {
  const none = { answered_at: null, answers: null, score: null, has_passed: null };
  await tables(db)
    .insertInto('appropriateness_attempts')
    .values({
      customer_id: customerId,
      version: VERSION,
      begun_at: new Date(atMs),
      acknowledged_at: null,
      ...none,
    })
    .execute();
}

export async function saveAnswers(
  db: Kysely<object>,
  id: number,
  given: {
    readonly answers: Readonly<Record<string, string>>;
    readonly score: number;
    readonly hasPassed: boolean;
    readonly atMs: number;
  },
): Promise<void> {
  await tables(db)
    .updateTable('appropriateness_attempts')
    .set({
      answers: JSON.stringify(given.answers),
      score: given.score,
      has_passed: given.hasPassed,
      answered_at: new Date(given.atMs),
    })
    .where('id', '=', id)
    .execute();
}

export async function saveAcknowledgement(
  db: Kysely<object>,
  id: number,
  atMs: number,
): Promise<void> {
  await tables(db)
    .updateTable('appropriateness_attempts')
    .set({ acknowledged_at: new Date(atMs) })
    .where('id', '=', id)
    .execute();
}

function tables(db: Kysely<object>): Kysely<AttemptTables> {
  return db.withTables<AttemptTables>();
}
