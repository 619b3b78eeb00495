import { findDatabaseId } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { openMessages } from '#platform/messages/messages.ts';
import type { Messages, MessagesSettings } from '#platform/messages/messages.ts';
import type { Log } from '#platform/log/log.ts';

/**
 * Connects to the programs on the same database. Those of another one, such as a restored copy with
 * the same settings, are never heard.
 */
export async function openMessagesOf(
  db: Pick<Database, 'query'>,
  settings: MessagesSettings,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Promise<Messages> {
  const prefix = `${settings.prefix}.${await findDatabaseId(db)}`;
  return openMessages({ ...settings, prefix }, log);
}
