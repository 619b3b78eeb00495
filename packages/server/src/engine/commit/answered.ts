import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type CommandsTables = Pick<Tables, 'commands'>;

/** Returns whether a command of the account with this id was answered. */
export async function isAnswered(
  db: Kysely<object>,
  asked: { readonly accountId: number; readonly requestId: string },
): Promise<boolean> {
  const row = await db
    .withTables<CommandsTables>()
    .selectFrom('commands')
    .select('request_id')
    .where('account_id', '=', asked.accountId)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst();
  return row !== undefined;
}
