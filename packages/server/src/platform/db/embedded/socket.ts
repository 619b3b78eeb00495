// How a driver connects to the embedded PostgreSQL: by the socket in the cluster's folder.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { CLUSTER_NAME } from './cluster.ts';

export type SocketAddress = {
  /** The folder of the socket. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  readonly ssl: false;
};

export type Socket = {
  readonly address: SocketAddress;
  /** Closes the handle of the folder. Call it after the last connection is closed. */
  close(): void;
};

/** The system's limit for a socket's path, less PostgreSQL's own file name. */
const FOLDER_BYTES_MAX = 107 - '/.s.PGSQL.5432'.length;

/**
 * Opens the socket's folder, which must exist. One with a long path is reached through its open
 * handle.
 */
export function openSocket(directory: string): Socket {
  const isShort = Buffer.byteLength(directory) <= FOLDER_BYTES_MAX;
  if (isShort || process.platform !== 'linux') {
    return { address: addressOf(directory), close: () => undefined };
  }
  const folder = openSync(directory, 'r');
  const host = join('/proc/self/fd', String(folder));
  return { address: addressOf(host), close: () => closeSync(folder) };
}

function addressOf(host: string): SocketAddress {
  return { host, user: CLUSTER_NAME, database: CLUSTER_NAME, ssl: false };
}
