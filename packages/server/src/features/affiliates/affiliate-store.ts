import type { Kysely, Selectable } from 'kysely';
import type { FirstPasswordEnd } from '#features/identity/identity.ts';
import type { Narrow, Tables } from '#platform/db/db.ts';

type AffiliatesTables = {
  affiliates: Tables['affiliates'];
  attribution_codes: Narrow<'attribution_codes', { kind: 'customer' | 'affiliate' }>;
};

const LISTED_MAX = 500;

export type Affiliate = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly firstPasswordEndMs: FirstPasswordEnd;
  readonly isBlocked: boolean;
  /** The authenticator app; null if there is none. */
  readonly totp: {
    readonly encrypted: string;
    readonly lastStep: number;
    readonly isConfirmed: boolean;
  } | null;
  readonly createdAtMs: number;
};

/** Adds an affiliate; undefined when another affiliate has the email. */
export async function insertAffiliate(
  db: Kysely<object>,
  affiliate: {
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    readonly firstPasswordEndMs: FirstPasswordEnd;
    readonly atMs: number;
  },
): Promise<number | undefined> {
  const inserted = await tables(db)
    .insertInto('affiliates')
    .values({
      email: affiliate.email,
      name: affiliate.name,
      password_hash: affiliate.passwordHash,
      password_expires_at: toTime(affiliate.firstPasswordEndMs),
      created_at: new Date(affiliate.atMs),
      blocked_at: null,
      sealed_totp: null,
      totp_confirmed_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function listCodes(
  db: Kysely<object>,
  affiliateId: number,
): Promise<readonly string[]> {
  const rows = await tables(db)
    .selectFrom('attribution_codes')
    .select('code')
    .where('owner_id', '=', affiliateId)
    .where('kind', '=', 'affiliate')
    .orderBy('code')
    .limit(LISTED_MAX)
    .execute();
  return rows.map(({ code }) => code);
}

export async function findAffiliate(
  db: Kysely<object>,
  by: { readonly id: number } | { readonly email: string },
): Promise<Affiliate | undefined> {
  const all = tables(db).selectFrom('affiliates').selectAll();
  const row = await (
    'id' in by ? all.where('id', '=', by.id) : all.where('email', '=', by.email)
  ).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Returns the affiliates, oldest first, at most LISTED_MAX. */
export async function listAffiliates(db: Kysely<object>): Promise<readonly Affiliate[]> {
  const rows = await tables(db)
    .selectFrom('affiliates')
    .selectAll()
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();
  return rows.map(fromRow);
}

/**
 * Returns whether this password is still valid and is sufficient to sign in without a code. Locks
 * the affiliate until the end of the transaction.
 */
export async function holdSignIn(
  db: Kysely<object>,
  { id, passwordHash }: Pick<Affiliate, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('affiliates')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('blocked_at', 'is', null)
    .where('totp_confirmed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAffiliate(
  db: Kysely<object>,
  id: number,
  change:
    | { readonly passwordHash: string; readonly firstPasswordEndMs: FirstPasswordEnd }
    | { readonly blockedAtMs: number | null }
    | { readonly totp: null },
): Promise<void> {
  await tables(db).updateTable('affiliates').set(toColumns(change)).where('id', '=', id).execute();
}

function toColumns(change: Parameters<typeof updateAffiliate>[2]) {
  if ('totp' in change) return { sealed_totp: null, totp_confirmed_at: null, totp_last_step: 0 };
  if ('blockedAtMs' in change) return { blocked_at: toTime(change.blockedAtMs) };
  return {
    password_hash: change.passwordHash,
    password_expires_at: toTime(change.firstPasswordEndMs),
  };
}

function toTime(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

function tables(db: Kysely<object>): Kysely<AffiliatesTables> {
  return db.withTables<AffiliatesTables>();
}

type AffiliateRow = Selectable<Tables['affiliates']>;

function fromRow(row: AffiliateRow): Affiliate {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    firstPasswordEndMs: row.password_expires_at?.getTime() ?? null,
    isBlocked: row.blocked_at !== null,
    totp:
      row.sealed_totp === null
        ? null
        : {
            encrypted: row.sealed_totp,
            lastStep: row.totp_last_step,
            isConfirmed: row.totp_confirmed_at !== null,
          },
    createdAtMs: row.created_at.getTime(),
  };
}
