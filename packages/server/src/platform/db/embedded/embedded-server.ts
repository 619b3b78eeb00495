// The embedded PostgreSQL: this program creates its cluster, starts it, restarts it if it ends
// unexpectedly, and stops it. One program at a time owns a cluster, by the lock beside its folder.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findBinaries } from './binaries.ts';
import { makeCluster } from './cluster-folder.ts';
import type { Cluster } from './cluster.ts';
import { chooseDatabaseUser } from './database-user.ts';
import { lockDirectory } from './directory-lock.ts';
import type { DirectoryLock } from './directory-lock.ts';
import { Postmaster } from './postmaster.ts';
import type { LogLine } from './postmaster.ts';
import { availableMemoryBytes, serverSettings } from './server-settings.ts';
import { openSocket } from './socket.ts';
import type { Socket } from './socket.ts';

export type EmbeddedOptions = {
  /** The cluster's folder, with its lock beside it. */
  readonly directory: string;
  /** Receives failures outside of calls, such as an unexpected end. */
  readonly onError: (error: unknown) => void;
  readonly onLog: (line: LogLine) => void;
};

const RESTART_PAUSE_MS = 1_000;

export class EmbeddedServer {
  readonly #options: EmbeddedOptions;
  readonly #cluster: Cluster;
  readonly #socket: Socket;
  #lock: DirectoryLock | undefined;
  #postmaster: Postmaster | undefined;
  #restarting: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(options: EmbeddedOptions, cluster: Cluster, socket: Socket) {
    this.#options = options;
    this.#cluster = cluster;
    this.#socket = socket;
  }

  /**
   * Starts the server. Throws DirectoryInUse, DatabaseUnfit, or an Outage when PostgreSQL does not
   * start.
   */
  static async open(options: EmbeddedOptions): Promise<EmbeddedServer> {
    const { directory } = options;
    const parent = dirname(directory);
    mkdirSync(parent, { recursive: true });
    let lose: (error: Error) => void = () => undefined;
    const lock = await lockDirectory(directory, (error) => lose(error));
    try {
      const user = chooseDatabaseUser(directory);
      const cluster = { directory, user, binaries: findBinaries(user, parent) };
      await makeCluster(cluster);
      const server = new EmbeddedServer(options, cluster, openSocket(directory));
      server.#lock = lock;
      lose = (error) => server.#lose(error);
      await server.#start().catch((error: unknown) => {
        server.#socket.close();
        throw error;
      });
      return server;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  get address(): Socket['address'] {
    return this.#socket.address;
  }

  /** Stops the server. When it resolves, everything committed is on disk and no process is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#restarting;
    await this.#postmaster?.stop();
    this.#socket.close();
    this.#lock?.release();
  }

  async #start(): Promise<void> {
    const { onLog } = this.#options;
    const postmaster = await Postmaster.start(this.#cluster, {
      address: this.#socket.address,
      settings: serverSettings(availableMemoryBytes()),
      onLog,
    });
    this.#postmaster = postmaster;
    void postmaster.ended.then((how) => (this.#restarting = this.#startAgain(how)));
  }

  /** Restarts PostgreSQL. Until it succeeds, every call is an Outage. */
  async #startAgain(how: string): Promise<void> {
    let reason: unknown = new Error(`The embedded PostgreSQL ended (${how}) and is started again.`);
    while (!this.#isClosed) {
      this.#options.onError(reason);
      try {
        await this.#start();
        return;
      } catch (error) {
        reason = error;
        await sleep(RESTART_PAUSE_MS);
      }
    }
  }

  /** Stops using the folder, because another process has it now. */
  #lose(error: Error): void {
    this.#isClosed = true;
    this.#postmaster?.kill();
    this.#options.onError(error);
  }
}
