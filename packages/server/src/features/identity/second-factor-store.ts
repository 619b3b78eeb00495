import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

export type SecondFactor = {
  readonly encryptedSecret: string;
  readonly createdAtMs: number;
  readonly isConfirmed: boolean;
  readonly lastStep: number;
};

type SecondFactorTables = Pick<Tables, 'second_factors' | 'recovery_codes'>;

/** Starts or restarts an enrolment; a confirmed one stays unchanged. */
export async function upsertPendingFactor(
  db: Kysely<object>,
  factor: { readonly customerId: number; readonly encryptedSecret: string; readonly atMs: number },
): Promise<void> {
  const pending = {
    sealed_secret: factor.encryptedSecret,
    created_at: new Date(factor.atMs),
    last_step: 0,
  };
  await tables(db)
    .insertInto('second_factors')
    .values({ customer_id: factor.customerId, confirmed_at: null, ...pending })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet(pending)
        .where('second_factors.confirmed_at', 'is', null),
    )
    .execute();
}

export async function isSecondFactorOn(db: Kysely<object>, customerId: number): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('second_factors')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the second factor, locked until the end of the caller's transaction, so that one code is
 * judged at a time.
 */
export async function lockSecondFactor(
  db: Kysely<object>,
  customerId: number,
): Promise<SecondFactor | undefined> {
  const row = await tables(db)
    .selectFrom('second_factors')
    .select(['sealed_secret', 'created_at', 'confirmed_at', 'last_step'])
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    encryptedSecret: row.sealed_secret,
    createdAtMs: row.created_at.getTime(),
    isConfirmed: row.confirmed_at !== null,
    lastStep: row.last_step,
  };
}

export async function updateLastStep(
  db: Kysely<object>,
  customerId: number,
  step: number,
): Promise<void> {
  await tables(db)
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('customer_id', '=', customerId)
    .execute();
}

export async function markFactorConfirmed(
  db: Kysely<object>,
  customerId: number,
  atMs: number,
): Promise<void> {
  await tables(db)
    .updateTable('second_factors')
    .set({ confirmed_at: new Date(atMs) })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Deletes the second factor with its recovery codes. */
export async function deleteSecondFactor(db: Kysely<object>, customerId: number): Promise<void> {
  await tables(db).deleteFrom('second_factors').where('customer_id', '=', customerId).execute();
}

export async function replaceRecoveryCodes(
  db: Kysely<object>,
  customerId: number,
  codeHashes: readonly string[],
): Promise<void> {
  await tables(db).deleteFrom('recovery_codes').where('customer_id', '=', customerId).execute();
  await tables(db)
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ customer_id: customerId, code_hash })))
    .execute();
}

/** Uses up a recovery code; false if there is no such code. */
export async function deleteRecoveryCode(
  db: Kysely<object>,
  customerId: number,
  codeHash: string,
): Promise<boolean> {
  const deleted = await tables(db)
    .deleteFrom('recovery_codes')
    .where('customer_id', '=', customerId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Kysely<object>, customerId: number): Promise<number> {
  const row = await tables(db)
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

function tables(db: Kysely<object>): Kysely<SecondFactorTables> {
  return db.withTables<SecondFactorTables>();
}
