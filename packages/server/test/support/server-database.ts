// A database for tests that start the whole program as a process of its own.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { nameOwnDatabase } from './postgres-admin.ts';
import type { ServerEnvironment } from './server-process.ts';

export type ServerDatabase = {
  readonly environment: ServerEnvironment;
  /** A new DATA_DIR. */
  makeDataDir(): Promise<string>;
};

export function describeOnServerDatabase(
  title: string,
  define: (database: ServerDatabase) => void,
): void {
  describe(title, () => {
    const own = nameOwnDatabase();
    beforeAll(() => own.create('migrated'));
    afterAll(() => own.drop());
    define({
      environment: { DATABASE_URL: own.url },
      makeDataDir: () => mkdtemp(join(tmpdir(), 'halyard-test-')),
    });
  });
}
