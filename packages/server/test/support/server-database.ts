// Tests of the whole program run on the embedded database, and on PostgreSQL where one answers.
import { afterAll, beforeAll, describe } from 'vitest';
import { nameOwnDatabase, runOnPostgres } from './postgres-admin.ts';
import type { ServerEnvironment } from './server-process.ts';

const isPostgresThere = await runOnPostgres('select 1').then(
  () => true,
  () => false,
);

export type ServerDatabase = {
  readonly name: 'embedded' | 'PostgreSQL';
  /** Filled before the tests of the block run. */
  readonly environment: ServerEnvironment;
};

export function describeOnEachServerDatabase(
  title: string,
  define: (database: ServerDatabase) => void,
): void {
  describe(`${title} (embedded)`, () => {
    define({ name: 'embedded', environment: {} });
  });
  describe.skipIf(!isPostgresThere)(
    isPostgresThere
      ? `${title} (PostgreSQL)`
      : `${title} (PostgreSQL): SKIPPED, none answers at DATABASE_URL or 127.0.0.1:5432`,
    () => {
      const own = nameOwnDatabase();
      beforeAll(() => own.create());
      afterAll(() => own.drop());
      define({ name: 'PostgreSQL', environment: { DATABASE_URL: own.url } });
    },
  );
}
