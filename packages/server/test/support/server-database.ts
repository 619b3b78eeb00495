// Tests of the whole program run on the embedded database, and on PostgreSQL where one answers.
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { migratedTemplate } from './database-templates.ts';
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
  /** A new DATA_DIR; with an embedded database in it that has the schema, as PostgreSQL's has. */
  makeDataDir(): Promise<string>;
};

export function describeOnEachServerDatabase(
  title: string,
  define: (database: ServerDatabase) => void,
): void {
  describe(`${title} (embedded)`, () => {
    define({
      name: 'embedded',
      environment: {},
      makeDataDir: async () => {
        const dataDir = await makeEmptyDataDir();
        await cp(await migratedTemplate(), join(dataDir, 'database'), { recursive: true });
        return dataDir;
      },
    });
  });
  describe.skipIf(!isPostgresThere)(
    isPostgresThere
      ? `${title} (PostgreSQL)`
      : `${title} (PostgreSQL): SKIPPED, none answers at DATABASE_URL or 127.0.0.1:5432`,
    () => {
      const own = nameOwnDatabase();
      beforeAll(() => own.create('migrated'));
      afterAll(() => own.drop());
      define({
        name: 'PostgreSQL',
        environment: { DATABASE_URL: own.url },
        makeDataDir: makeEmptyDataDir,
      });
    },
  );
}

async function makeEmptyDataDir(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'halyard-test-'));
}
