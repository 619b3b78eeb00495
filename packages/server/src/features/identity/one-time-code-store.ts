// Short-lived codes with few uses: links in mails, challenges of a sign-in.
import { assertPresent } from '@halyard/core/assertion';
import type { Kysely, Selectable } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import { createToken, hashToken } from './token.ts';

export type Purpose =
  | 'confirm-email'
  | 'reset-password'
  | 'auto-login'
  | 'second-factor'
  | 'passkey-add'
  | 'passkey';

export type OneTimeCode = {
  readonly codeHash: string;
  readonly customerId: number;
  readonly sessionId: string | null;
  readonly linkHash: string | null;
};

type CodesTables = { one_time_codes: Narrow<'one_time_codes', { purpose: Purpose }> };

export type NewCode = {
  readonly purpose: Purpose;
  /** Whose code it is; null for a challenge that anyone can request. */
  readonly customerId: number | null;
  readonly atMs: number;
  readonly lifeMs: number;
  readonly uses: number;
  readonly linkHash?: string | null;
};

/** Creates and stores a code. Returns its text, which is stored nowhere else. */
export async function issueCode(db: Kysely<object>, code: NewCode): Promise<string> {
  const text = createToken();
  await tables(db)
    .insertInto('one_time_codes')
    .values({
      code_hash: hashToken(text),
      purpose: code.purpose,
      customer_id: code.customerId,
      created_at: new Date(code.atMs),
      expires_at: new Date(code.atMs + code.lifeMs),
      uses_left: code.uses,
      session_id: null,
      link_hash: code.linkHash ?? null,
    })
    .execute();
  return text;
}

export type Presented = {
  readonly purpose: Purpose;
  readonly code: string;
  readonly atMs: number;
};

/** Returns whose code it is, if valid; does not use it up. */
export async function findCode(
  db: Kysely<object>,
  presented: Presented,
): Promise<OneTimeCode | undefined> {
  const row = await tables(db)
    .selectFrom('one_time_codes')
    .select(['code_hash', 'customer_id', 'session_id', 'link_hash'])
    .where('code_hash', '=', hashToken(presented.code))
    .where('purpose', '=', presented.purpose)
    .where('expires_at', '>', new Date(presented.atMs))
    .where('uses_left', '>', 0)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Uses a code once; concurrent calls wait for the caller's transaction. */
export async function spendCode(
  db: Kysely<object>,
  presented: Presented,
): Promise<OneTimeCode | undefined> {
  const row = await spend(db, presented);
  return row === undefined ? undefined : fromRow(row);
}

/** Uses a public challenge once; returns whether it was valid. */
export async function spendChallenge(db: Kysely<object>, presented: Presented): Promise<boolean> {
  return (await spend(db, presented)) !== undefined;
}

async function spend(db: Kysely<object>, presented: Presented): Promise<CodeRow | undefined> {
  return await tables(db)
    .updateTable('one_time_codes')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('code_hash', '=', hashToken(presented.code))
    .where('purpose', '=', presented.purpose)
    .where('expires_at', '>', new Date(presented.atMs))
    .where('uses_left', '>', 0)
    .returning(['code_hash', 'customer_id', 'session_id', 'link_hash'])
    .executeTakeFirst();
}

/**
 * Stores the session that a link has started; returns the previous one; undefined if the link is
 * gone.
 */
export async function replaceLinkSession(
  db: Kysely<object>,
  linkHash: string,
  sessionId: string,
): Promise<{ readonly previousId: string | null } | undefined> {
  const link = await tables(db)
    .selectFrom('one_time_codes')
    .select('session_id')
    .where('code_hash', '=', linkHash)
    .forUpdate()
    .executeTakeFirst();
  if (link === undefined) return undefined;
  await tables(db)
    .updateTable('one_time_codes')
    .set({ session_id: sessionId })
    .where('code_hash', '=', linkHash)
    .execute();
  return { previousId: link.session_id };
}

/** Deletes one code; false if it is already gone. */
export async function deleteCode(db: Kysely<object>, codeHash: string): Promise<boolean> {
  const deleted = await tables(db)
    .deleteFrom('one_time_codes')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function deleteCodesOf(
  db: Kysely<object>,
  customerId: number,
  purposes: readonly Purpose[],
): Promise<void> {
  await tables(db)
    .deleteFrom('one_time_codes')
    .where('customer_id', '=', customerId)
    .where('purpose', 'in', purposes)
    .execute();
}

export async function deleteAllCodesOf(db: Kysely<object>, customerId: number): Promise<void> {
  await tables(db).deleteFrom('one_time_codes').where('customer_id', '=', customerId).execute();
}

/** Deletes at most `limit` expired codes; returns how many. */
export async function deleteCodesExpiredBefore(
  db: Kysely<object>,
  page: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const expired = tables(db)
    .selectFrom('one_time_codes')
    .select('code_hash')
    .where('expires_at', '<', new Date(page.beforeMs))
    .orderBy('expires_at')
    .limit(page.limit);
  const deleted = await tables(db)
    .deleteFrom('one_time_codes')
    .where('code_hash', 'in', expired)
    .returning('code_hash')
    .execute();
  return deleted.length;
}

function tables(db: Kysely<object>): Kysely<CodesTables> {
  return db.withTables<CodesTables>();
}

type CodeRow = Pick<
  Selectable<CodesTables['one_time_codes']>,
  'code_hash' | 'customer_id' | 'session_id' | 'link_hash'
>;

function fromRow(row: CodeRow): OneTimeCode {
  return {
    codeHash: row.code_hash,
    customerId: assertPresent(row.customer_id ?? undefined, 'the code is a customer’s'),
    sessionId: row.session_id,
    linkHash: row.link_hash,
  };
}
