// The settings of the embedded PostgreSQL, passed on its command line at each start, so that they
// override the cluster's own files.
import { totalmem } from 'node:os';

const MIB = 1024 * 1024;
/**
 * The share of memory for PostgreSQL's buffers. The engine answers from memory, so the system's
 * file cache is sufficient.
 */
const BUFFERS_SHARE = 1 / 32;
const BUFFERS_MIN_MIB = 32;
const BUFFERS_MAX_MIB = 256;
/** The maximum connections: the pool, the dedicated ones, a backup and an operator with psql. */
const CONNECTIONS_MAX = 50;

/** Returns the memory of the machine or container. */
export function availableMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

export function serverSettings(memoryBytes: number): readonly string[] {
  const memoryMib = Math.floor(memoryBytes / MIB);
  const buffersMib = Math.floor(memoryMib * BUFFERS_SHARE);
  const settings = {
    // No TCP: the database is reached through a socket in its own folder, which no other user can
    // enter.
    listen_addresses: '',
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: String(CONNECTIONS_MAX),
    // Commits are durable when they are acknowledged.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_sync_retry: 'off',
    // Nothing replicates from this database, so the log holds only what recovery needs.
    wal_level: 'minimal',
    max_wal_senders: '0',
    shared_buffers: `${Math.min(Math.max(buffersMib, BUFFERS_MIN_MIB), BUFFERS_MAX_MIB)}MB`,
    effective_cache_size: `${Math.floor(memoryMib / 2)}MB`,
    io_method: 'sync',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Errors are not logged with details, which can contain personal data; callers receive them as
    // replies.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '',
    cluster_name: 'halyard',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
