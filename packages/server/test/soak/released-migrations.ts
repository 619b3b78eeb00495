import { readFileSync } from 'node:fs';
import type { AppliedMigration } from '#platform/db/migrate.ts';

const RELEASED = new URL('../../migrations/released.txt', import.meta.url);

/** Returns the migrations of migrations/released.txt, in order. */
export function listReleased(): readonly AppliedMigration[] {
  return [...readFileSync(RELEASED, 'utf8').matchAll(/^(\d{4}\S*\.sql) (\S+)$/gm)].map(
    ([, name = '', checksum = '']) => ({ name, checksum }),
  );
}
