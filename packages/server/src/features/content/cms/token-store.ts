// The tokens with which programs read content.
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type TokenTables = Pick<Tables, 'content_tokens'>;

/**
 * Returns the token of this name, creating it if needed. Without `publicToken` only its hash is
 * stored.
 */
export async function ensureToken(
  db: Kysely<object>,
  token: {
    readonly name: string;
    readonly hash: string;
    readonly publicToken: string | null;
    readonly atMs: number;
  },
): Promise<{ readonly hash: string; readonly publicToken: string | null }> {
  await tables(db)
    .insertInto('content_tokens')
    .values({
      token_hash: token.hash,
      name: token.name,
      public_token: token.publicToken,
      created_at: new Date(token.atMs),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await tables(db)
    .selectFrom('content_tokens')
    .select(['token_hash', 'public_token'])
    .where('name', '=', token.name)
    .executeTakeFirstOrThrow();
  return { hash: row.token_hash, publicToken: row.public_token };
}

export async function findTokenByHash(
  db: Kysely<object>,
  hash: string,
): Promise<{ readonly isPublic: boolean } | undefined> {
  const row = await tables(db)
    .selectFrom('content_tokens')
    .select('public_token')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row === undefined ? undefined : { isPublic: row.public_token !== null };
}

function tables(db: Kysely<object>): Kysely<TokenTables> {
  return db.withTables<TokenTables>();
}
