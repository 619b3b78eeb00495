// What PostgreSQL's programs need to know of the embedded cluster.
import type { Binaries } from './binaries.ts';
import type { DatabaseUser } from './database-user.ts';

/** The name of the cluster's only role and only database. */
export const CLUSTER_NAME = 'postgres';

/**
 * The path from within the cluster's folder, which works whatever parent folders the process can
 * enter.
 */
const OWN_WORKING_FOLDER = '/proc/self/cwd';

export type Cluster = {
  readonly directory: string;
  readonly binaries: Binaries;
  /** The user that runs the cluster; undefined: this program's own. */
  readonly user: DatabaseUser | undefined;
};

/** The cluster's path for PostgreSQL's programs, which start in that folder. */
export function pathForPrograms({ directory, user }: Cluster): string {
  return user === undefined ? directory : OWN_WORKING_FOLDER;
}

/**
 * Returns an environment with only what is needed: settings of another PostgreSQL must not apply
 * here.
 */
export function environmentForPrograms(): NodeJS.ProcessEnv {
  return { LC_ALL: 'C' };
}
