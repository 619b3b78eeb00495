import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type EnrolmentTables = Pick<Tables, 'auto_trading_consents' | 'auto_trading_accounts'>;

export type Consent = { readonly version: string; readonly acceptedAtMs: number };

/** Stores a consent. The first consent to a text is kept; false if there was one. */
export async function insertConsent(
  db: Kysely<object>,
  customerId: number,
  consent: Consent,
): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('auto_trading_consents')
    .values({
      customer_id: customerId,
      version: consent.version,
      accepted_at: new Date(consent.acceptedAtMs),
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the customer's latest consent. */
export async function findConsent(
  db: Kysely<object>,
  customerId: number,
): Promise<Consent | undefined> {
  const row = await tables(db)
    .selectFrom('auto_trading_consents')
    .select(['version', 'accepted_at'])
    .where('customer_id', '=', customerId)
    .orderBy('accepted_at', 'desc')
    .executeTakeFirst();
  return row && { version: row.version, acceptedAtMs: row.accepted_at.getTime() };
}

/** Begins an enrolment, from which losses are counted. */
export async function beginEnrolment(
  db: Kysely<object>,
  customerId: number,
  atMs: number,
): Promise<void> {
  const begun = { switched_on_at: new Date(atMs), stopped_at: null };
  await tables(db)
    .insertInto('auto_trading_accounts')
    .values({ customer_id: customerId, ...begun })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(begun))
    .execute();
}

/** Returns when losses stopped the strategy for the customer; undefined if they did not. */
export async function findStoppedAtMs(
  db: Kysely<object>,
  customerId: number,
): Promise<number | undefined> {
  const row = await tables(db)
    .selectFrom('auto_trading_accounts')
    .select('stopped_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.stopped_at?.getTime();
}

/** Ends an enrolment; false if it had already ended. */
export async function stopEnrolment(
  db: Kysely<object>,
  customerId: number,
  atMs: number,
): Promise<boolean> {
  const stopped = await tables(db)
    .updateTable('auto_trading_accounts')
    .set({ stopped_at: new Date(atMs) })
    .where('customer_id', '=', customerId)
    .where('stopped_at', 'is', null)
    .returning('customer_id')
    .executeTakeFirst();
  return stopped !== undefined;
}

function tables(db: Kysely<object>): Kysely<EnrolmentTables> {
  return db.withTables<EnrolmentTables>();
}
