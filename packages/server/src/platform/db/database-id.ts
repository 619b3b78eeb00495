import type { Database } from './database.ts';

const FIND_ID = `
  select system_identifier::text || '-' || d.oid::text as id
  from pg_control_system(), pg_database d where d.datname = current_database()`;

/**
 * Returns what tells the database from every other one, restored backups and dumps of it included.
 * Standbys of PostgreSQL and copies of its files have the same.
 */
export async function findDatabaseId(db: Pick<Database, 'query'>): Promise<string> {
  const [row] = await db.query(FIND_ID, []);
  if (row === undefined) throw new Error('PostgreSQL does not tell which database this is');
  return String(row['id']);
}
