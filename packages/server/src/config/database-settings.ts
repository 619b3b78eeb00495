// Where the database is, which database roles the program uses, and how it reaches other programs.
import * as z from 'zod/mini';
import { clusterProblems, ClusterVariables, toClusterSettings } from './cluster-settings.ts';
import type { ClusterSettings } from './cluster-settings.ts';
import { HOSTS_MAX, splitHosts } from '#platform/db/db.ts';
import { choice, setting, urlOf, type Problem } from '#setting-kinds.ts';

const readHost = urlOf(['postgres:', 'postgresql:']);

/** Reads the address of one PostgreSQL, or of a primary and its standbys. */
function readHosts(text: string): string | undefined {
  const hosts = splitHosts(text);
  const isFit = hosts.length <= HOSTS_MAX && hosts.every((host) => readHost(host) !== undefined);
  return isFit ? text : undefined;
}

export const DatabaseVariables = z.object({
  DATABASE_URL: z.optional(
    setting(
      readHosts,
      'must be a PostgreSQL address: postgres://user:password@host:5432/name, ' +
        `with up to ${HOSTS_MAX} hosts: one:5432,two:5432`,
    ),
  ),
  DATABASE_OWNER_URL: z.optional(
    setting(readHosts, 'must be a PostgreSQL address: postgres://owner:password@host:5432/name'),
  ),
  EMBEDDED_DATABASE: z.optional(choice(['accepted'])),
  ...ClusterVariables.shape,
});
type DatabaseVariables = z.infer<typeof DatabaseVariables>;

type DatabaseSettings = ClusterSettings & {
  readonly databaseUrl: string | undefined;
  /** The role that owns the schema, if the program's role is another. */
  readonly databaseOwnerUrl: string | undefined;
};

export function toDatabaseSettings(variables: DatabaseVariables): DatabaseSettings {
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl } = variables;
  return { databaseUrl, databaseOwnerUrl, ...toClusterSettings(variables) };
}

export function databaseProblems(
  variables: Partial<DatabaseVariables> & { readonly NODE_ENV?: string | undefined },
): readonly Problem[] {
  const { DATABASE_URL, DATABASE_OWNER_URL } = variables;
  const problems = clusterProblems(variables);
  if (DATABASE_OWNER_URL === undefined || DATABASE_URL !== undefined) return problems;
  const text = 'needs DATABASE_URL, the address of the same database by the role of the program';
  return [...problems, { name: 'DATABASE_OWNER_URL', text }];
}
