// A database of a describe's own on the run's PostgreSQL. It has the schema already unless it asks
// for an empty one.
import { afterAll, beforeAll, describe } from 'vitest';

import type { Changes } from '#platform/changes/changes.ts';
import { openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { nameOwnDatabase } from './postgres-admin.ts';
import type { TestSchema } from './postgres-admin.ts';

export type TestDatabase = {
  /** Opens the describe's database, the same one every time; the test closes it. */
  open(options?: { readonly url?: string }): Promise<Database>;
  /** Its address; it is there from the first hook on. */
  url(): string;
};

/** Failures of connections that a test cuts are expected; the calls themselves tell of them. */
function ignore(): void {}

/** For tests in which no other program changes anything. */
export const NO_CHANGES: Changes = {
  on: () => undefined,
  onGap: () => undefined,
  close: async () => undefined,
};

type Define = (database: TestDatabase) => void;

export function describeOnDatabase(
  name: string,
  define: Define,
  schema: TestSchema = 'migrated',
): void {
  describe(name, () => {
    const own = nameOwnDatabase();
    beforeAll(() => own.create(schema));
    afterAll(() => own.drop());
    define({
      open: (options) =>
        openDatabase({ url: options?.url ?? own.url, directory: '', onError: ignore }),
      url: () => own.url,
    });
  });
}
