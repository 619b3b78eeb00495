// The rows of customers whose account is closed.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';
import type { Customer } from './customer.ts';

type ClosedTables = {
  customers: Tables['customers'];
  excluded_emails: Tables['excluded_emails'];
  /** The columns of the client limits that say who is self-excluded. */
  exclusions: Tables['exclusions'];
};

/**
 * Returns customers whose account was closed before the retention limit, oldest first, at most
 * `limit`.
 */
export async function listErasable(
  db: Kysely<object>,
  page: { readonly closedBeforeMs: number; readonly limit: number },
): Promise<readonly Pick<Customer, 'id'>[]> {
  return await tables(db)
    .selectFrom('customers')
    .select('id')
    .where('closed_at', '<', new Date(page.closedBeforeMs))
    .where('erased_at', 'is', null)
    .orderBy('closed_at')
    .limit(page.limit)
    .execute();
}

export async function isClosed(db: Kysely<object>, customerId: number): Promise<boolean> {
  const closed = await tables(db)
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .where('closed_at', 'is not', null)
    .executeTakeFirst();
  return closed !== undefined;
}

/**
 * Closes a customer and deletes at once what no law requires to keep; false if the account was
 * already closed.
 */
export async function markClosed(
  tx: Kysely<object>,
  customerId: number,
  atMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    update customers
    set closed_at = ${new Date(atMs)}, house_status = 'blocked', is_closing = false,
      auto_trading = false, sign_up_info = null, source_page = null
    where id = ${customerId} and closed_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Erases a customer's row. It stays for the ledger and identifies no one. */
export async function markErased(
  tx: Kysely<object>,
  customerId: number,
  atMs: number,
): Promise<void> {
  await sql`
    update customers
    set email = 'erased-' || id || '@erased.invalid', password_hash = '', first_name = '',
      last_name = '', phone = '', birth_date = null, country_id = null, state = null, city = null,
      street = null, zip_code = null, pin = null, documents = '{}', erased_at = ${new Date(atMs)}
    where id = ${customerId}`.execute(tx);
  await sql`delete from customer_notes where customer_id = ${customerId}`.execute(tx);
}

export async function insertExcludedEmail(
  tx: Kysely<object>,
  excluded: {
    readonly emailHash: string;
    readonly keyName: string;
    readonly untilMs: number | null;
  },
): Promise<void> {
  const until_at = excluded.untilMs === null ? null : new Date(excluded.untilMs);
  await tables(tx)
    .insertInto('excluded_emails')
    .values({ email_hash: excluded.emailHash, key_name: excluded.keyName, until_at })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet({ until_at }))
    .execute();
}

/** Returns until when the customer is self-excluded; null: permanently, undefined: not. */
export async function findExclusionEnd(
  db: Kysely<object>,
  customerId: number,
  nowMs: number,
): Promise<number | null | undefined> {
  const running = await tables(db)
    .selectFrom('exclusions')
    .select('ends_at')
    .where('customer_id', '=', customerId)
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', new Date(nowMs))]))
    .executeTakeFirst();
  return running === undefined ? undefined : (running.ends_at?.getTime() ?? null);
}

export async function isExcludedEmail(
  db: Kysely<object>,
  emailHashes: readonly string[],
  nowMs: number,
): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('excluded_emails')
    .select('email_hash')
    .where('email_hash', 'in', emailHashes)
    .where(({ eb, or }) => or([eb('until_at', 'is', null), eb('until_at', '>', new Date(nowMs))]))
    .executeTakeFirst();
  return found !== undefined;
}

function tables(db: Kysely<object>): Kysely<ClosedTables> {
  return db.withTables<ClosedTables>();
}
