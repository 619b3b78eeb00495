// Where the database is, and by which roles it is opened.
import * as z from 'zod/mini';
import { choice, setting, urlOf, type Fault } from '#setting-kinds.ts';

export const DatabaseVariables = z.object({
  DATABASE_URL: z.optional(
    setting(
      urlOf(['postgres:', 'postgresql:']),
      'must be a PostgreSQL address: postgres://user:password@host:5432/name',
    ),
  ),
  DATABASE_OWNER_URL: z.optional(
    setting(
      urlOf(['postgres:', 'postgresql:']),
      'must be a PostgreSQL address: postgres://owner:password@host:5432/name',
    ),
  ),
  EMBEDDED_DATABASE: z.optional(choice(['accepted'])),
});
type DatabaseVariables = z.infer<typeof DatabaseVariables>;

export function databaseFaults(variables: Partial<DatabaseVariables>): readonly Fault[] {
  const { DATABASE_URL, DATABASE_OWNER_URL } = variables;
  if (DATABASE_OWNER_URL === undefined || DATABASE_URL !== undefined) return [];
  const text = 'needs DATABASE_URL, the address of the same database by the role of the program';
  return [{ name: 'DATABASE_OWNER_URL', text }];
}
