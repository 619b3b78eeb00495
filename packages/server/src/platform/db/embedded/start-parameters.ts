// How the embedded database is started: single-user mode as the package wants it, but durable.
// The package's own parameters carry -F, which turns fsync off.
export const START_PARAMETERS: readonly string[] = [
  '--single',
  '-j',
  ...[
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    'wal_sync_method=fsync',
    'search_path=public',
    'exit_on_error=false',
    'log_checkpoints=false',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
    'io_method=sync',
    'jit=off',
    // It lies in the program's own memory, and what it does not keep the system's cache has.
    'shared_buffers=16MB',
  ].flatMap((setting) => ['-c', setting]),
];
