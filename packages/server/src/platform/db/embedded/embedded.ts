// The embedded database as a source of connections: one session, shared by turns, restarted by
// itself when it stops.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { Outage } from '#platform/outage/outage.ts';

import { withConnection } from '../connection.ts';
import type { Connection, ConnectionSource, Row, Urgency } from '../connection.ts';
import { DatabaseUnfit, toDatabaseFailure } from '../failure.ts';
import { copyDirectory } from './copy-directory.ts';
import { lockDirectory } from './directory-lock.ts';
import type { DirectoryLock } from './directory-lock.ts';
import { initializeDirectory } from './initialize.ts';
import { Maintenance, MAINTENANCE_SCHEDULE } from './maintenance.ts';
import { EmbeddedServer } from './server.ts';
import { SessionQueue } from './session-queue.ts';

export { DirectoryInUse, lockDirectory } from './directory-lock.ts';

const RESTART_PAUSE_MS = 1_000;

export class EmbeddedDatabase {
  readonly usual: ConnectionSource = { connect: () => this.#connect('usual') };
  readonly urgent: ConnectionSource = { connect: () => this.#connect('urgent') };
  readonly #directory: string;
  readonly #queue = new SessionQueue();
  readonly #maintenance: Maintenance;
  readonly #onError: (error: unknown) => void;
  #lock: DirectoryLock | undefined;
  #server: EmbeddedServer | undefined;
  #startedAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #copying: Promise<void> | undefined;

  private constructor(directory: string, onError: (error: unknown) => void) {
    this.#directory = directory;
    this.#onError = onError;
    this.#maintenance = new Maintenance(this.usual, MAINTENANCE_SCHEDULE, onError);
  }

  /** Locks, makes if need be, and starts the database in `directory`. */
  static async open(
    directory: string,
    onError: (error: unknown) => void,
  ): Promise<EmbeddedDatabase> {
    const database = new EmbeddedDatabase(directory, onError);
    mkdirSync(dirname(directory), { recursive: true });
    database.#lock = await lockDirectory(directory, (error) => database.#lose(error));
    try {
      await initializeDirectory(directory);
      await withConnection(database.usual, async () => undefined);
    } catch (error) {
      await database.#server?.abandon();
      database.#lock.release();
      throw error;
    }
    database.#maintenance.start();
    return database;
  }

  /** Grows with each fsync of the host's files in this run of the database. */
  get hostSyncs(): number {
    return this.#server?.hostSyncs ?? 0;
  }

  /** Throws an Outage when it was restarted meanwhile: the copy is of no use then. */
  async copyTo(directory: string): Promise<void> {
    if (this.#copying !== undefined) throw new Outage('busy', 'A copy is being made already.');
    this.#copying = this.#maintenance.holdCheckpoint(async () => {
      const server = this.#server;
      await copyDirectory(this.#directory, directory);
      if (server !== this.#server || server?.failure !== undefined) {
        throw new Outage('database', 'The embedded database was restarted.');
      }
    });
    await this.#copying.finally(() => {
      this.#copying = undefined;
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    // Closing makes a checkpoint, which no copy outlives.
    await this.#copying?.catch(() => undefined);
    await this.#maintenance.stop();
    const giveBack = await this.#queue.take('usual');
    this.#isClosed = true;
    giveBack();
    const server = this.#server;
    if (server !== undefined && server.failure === undefined) {
      await server.client.query('checkpoint').catch(this.#onError);
      await server.stop().catch(this.#onError);
    }
    this.#lock?.release();
  }

  async #connect(urgency: Urgency): Promise<Connection> {
    const giveBack = await this.#queue.take(urgency);
    try {
      const server = await this.#runningServer();
      return {
        query: async ({ text, values, name }) => {
          try {
            return await server.client.query<Row>({
              text,
              ...(values === undefined ? {} : { values: [...values] }),
              ...(name === undefined ? {} : { name }),
            });
          } catch (error) {
            throw toDatabaseFailure(error);
          }
        },
        release: (isBroken = false) => {
          // A session in an unknown state is everybody's session: only a restart cleans it.
          if (isBroken) void server.abandon().finally(giveBack);
          else giveBack();
        },
      };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async #runningServer(): Promise<EmbeddedServer> {
    if (this.#isClosed) throw new Outage('stopping', 'The database is closed.');
    if (this.#server !== undefined && this.#server.failure === undefined) return this.#server;
    if (performance.now() - this.#startedAtMs < RESTART_PAUSE_MS) {
      throw new Outage('database', 'The embedded database stopped and starts again shortly.');
    }
    this.#startedAtMs = performance.now();
    await this.#server?.abandon();
    if (this.#server !== undefined) this.#onError(this.#server.failure);
    const server = await EmbeddedServer.start(this.#directory).catch((error: unknown) => {
      throw toDatabaseFailure(error);
    });
    await assertDurable(server);
    this.#server = server;
    return server;
  }

  #lose(error: Error): void {
    this.#isClosed = true;
    this.#onError(error);
    void this.#server?.abandon();
  }
}

/** Proof, not trust: the setting is on and a commit really reached the host's fsync. */
async function assertDurable(server: EmbeddedServer): Promise<void> {
  const { rows } = await server.client.query<Row>('show fsync');
  const before = server.hostSyncs;
  await server.client.query(`select pg_logical_emit_message(true, 'durability', '')`);
  if (rows[0]?.fsync === 'on' && server.hostSyncs > before) return;
  await server.abandon();
  throw new DatabaseUnfit('The embedded database does not write its commits to the disk.');
}
