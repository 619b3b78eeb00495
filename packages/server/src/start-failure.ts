// Explains why the program did not start: a problem that the operator can correct as a sentence,
// anything else with its stack.
import { PriceSwitchRefused } from '#features/prices/prices.ts';
import { ArchiveUnfit } from '#platform/archive/archive.ts';
import { DatabaseUnfit, DirectoryInUse } from '#platform/db/db.ts';
import { FolderTaken, SecretExposed } from '#platform/files/files.ts';
import { SecretUnfit } from '#keys/keys.ts';
import { ProgramRefused } from '#platform/programs/programs.ts';
import { Outage } from '#platform/outage/outage.ts';

import { FeedUnfit } from './create-feeds.ts';
import type { Settings } from './settings.ts';

type SystemError = {
  readonly code: string;
  readonly message: string;
  readonly syscall: string;
  /** The port that a listener was to have. */
  readonly port?: number;
};
type Place = Pick<Settings, 'port' | 'host' | 'metrics' | 'dataDir' | 'databaseUrl'>;

/** Errors whose message is such a sentence. */
const SAID_WHOLE = [
  ArchiveUnfit,
  DatabaseUnfit,
  DirectoryInUse,
  FeedUnfit,
  FolderTaken,
  Outage,
  PriceSwitchRefused,
  ProgramRefused,
  SecretExposed,
  SecretUnfit,
] as const;

/**
 * Returns whether the program refuses to start because of its configuration, which is not a bug.
 */
export function isStartRefused(error: unknown): boolean {
  return [PriceSwitchRefused, ProgramRefused, SecretUnfit].some((kind) => error instanceof kind);
}

export function describeStartFailure(error: unknown, place: Place): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Outage && place.databaseUrl !== undefined) {
    return `${error.message} Is DATABASE_URL right?`;
  }
  if (SAID_WHOLE.some((kind) => error instanceof kind)) return error.message;
  const description = isSystemError(error) ? describeSystemError(error, place) : undefined;
  return description ?? error.stack ?? error.message;
}

function describeSystemError(problem: SystemError, place: Place): string | undefined {
  const { code, message, syscall } = problem;
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return describeAddressProblem(problem, place);
  }
  const folder = `DATA_DIR ${place.dataDir}`;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${folder} can't be written: ${message}. Name a folder of this user's own.`;
    case 'EEXIST':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'ENOTDIR':
      return `${folder} can't be a folder: ${message}. Name another.`;
    case 'EDQUOT':
    case 'ENOSPC':
      return `${folder} is on a full disk: ${message}. Make room, or name another.`;
    case 'ENOENT':
      return syscall === 'mkdir' ? `${folder} can't be made: ${message}. Name another.` : undefined;
    default:
      return undefined;
  }
}

function describeAddressProblem(problem: SystemError, place: Place): string {
  const { metrics } = place;
  const isOfMetrics = metrics !== undefined && problem.port === metrics.port;
  const prefix = isOfMetrics ? 'METRICS_' : '';
  const { host, port } = isOfMetrics ? metrics : place;
  switch (problem.code) {
    case 'EADDRINUSE':
      return `${prefix}PORT ${port} is taken: stop what uses it or set ${prefix}PORT`;
    case 'EACCES':
      return `${prefix}PORT ${port} is not for this user: set ${prefix}PORT to 1024 or above`;
    default:
      return `${prefix}HOST ${host} is no address of this machine`;
  }
}

function isSystemError(error: Error): error is Error & SystemError {
  return 'code' in error && typeof error.code === 'string' && 'syscall' in error;
}
