import { openDatabase } from '#platform/db/db.ts';
import type { TestDatabase } from '../support/test-database.ts';

/** Creates an empty database in the PostgreSQL of an address. */
export async function createDatabaseIn(url: string, name: string): Promise<TestDatabase> {
  const opening = { directory: '', onError: () => undefined };
  const first = await openDatabase({ url, ...opening });
  await first.query(`create database ${name}`, []);
  await first.close();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    open: async () => await openDatabase({ url: own.href, ...opening }),
    url: () => own.href,
  };
}
