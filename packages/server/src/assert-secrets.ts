// A secret that is lost would be made anew without a word, and what was sealed with the old one
// would never open again: then the program does not start, and says what to restore.
import type { Database } from '#platform/db/db.ts';
import type { Files } from '#platform/files/files.ts';

export class SecretMissing extends Error {
  override readonly name = 'SecretMissing';
}

/** Which rows name a secret that they need; the first column gives its file's name. */
const NEEDED = [
  `select 'credentials' as name, count(*)::int as rows from second_factors`,
  `select key_name, count(*)::int from documents group by 1`,
  `select key_name, count(*)::int from data_exports where state = 'ready' group by 1`,
  `select 'excluded-emails', count(*)::int from excluded_emails`,
] as const;

/** Throws SecretMissing; after the migrations, before anything asks for a secret. */
export async function assertSecrets(
  db: Pick<Database, 'query'>,
  files: Pick<Files, 'hasSecret' | 'path'>,
): Promise<void> {
  const needed = await db.query(NEEDED.join(' union all '), []);
  const missing: string[] = [];
  for (const row of needed) {
    const name = String(row['name']);
    if (Number(row['rows']) > 0 && !(await files.hasSecret(name))) missing.push(name);
  }
  if (missing.length === 0) return;
  const paths = missing.map((name) => files.path('secrets', name)).join(', ');
  throw new SecretMissing(
    `The database holds what was sealed with a secret that is missing: ${paths}. ` +
      'Restore it from the backup of DATA_DIR/secrets that belongs to this database.',
  );
}
