// What a PostgreSQL server does by itself and the embedded one does not: checkpoints, so that
// the log and the next start stay short, and vacuum with fresh statistics.
import { withConnection } from '../connection.ts';
import type { Connection, ConnectionSource } from '../connection.ts';

const LOOK_INTERVAL_MS = 1_000;
const CHECKPOINT_INTERVAL_MS = 60_000;
const CHECKPOINT_WAL_BYTES = 64 * 1024 * 1024;
const VACUUM_INTERVAL_MS = 300_000;
const VACUUM_CHANGED_ROWS_MIN = 1_000;

const WAL_WRITTEN = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes`;
const CHANGED_TABLES = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
  where n_dead_tup > $1 or n_mod_since_analyze > $1 order by 1`;

export class Maintenance {
  readonly #source: ConnectionSource;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;
  #checkpointedAtMs = performance.now();
  #checkpointedAtBytes = 0;
  #vacuumedAtMs = performance.now();

  constructor(source: ConnectionSource, onError: (error: unknown) => void) {
    this.#source = source;
    this.#onError = onError;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#work = this.#look()
        .catch(this.#onError)
        .finally(() => {
          if (!this.#isStopped) this.start();
        });
    }, LOOK_INTERVAL_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#work;
  }

  async #look(): Promise<void> {
    await withConnection(this.#source, (connection) => this.#checkpointIfDue(connection));
    if (performance.now() - this.#vacuumedAtMs >= VACUUM_INTERVAL_MS) await this.#vacuum();
  }

  async #checkpointIfDue(connection: Connection): Promise<void> {
    const { rows } = await connection.query({ text: WAL_WRITTEN, values: [] });
    const bytes = Number(rows[0]?.bytes);
    const written = bytes - this.#checkpointedAtBytes;
    const elapsedMs = performance.now() - this.#checkpointedAtMs;
    const isDue =
      written >= CHECKPOINT_WAL_BYTES || (written > 0 && elapsedMs >= CHECKPOINT_INTERVAL_MS);
    if (!isDue) return;
    await connection.query({ text: 'checkpoint' });
    this.#checkpointedAtMs = performance.now();
    this.#checkpointedAtBytes = bytes;
  }

  /** One table at a time, each with the session of its own, so that commits go in between. */
  async #vacuum(): Promise<void> {
    this.#vacuumedAtMs = performance.now();
    const { rows } = await withConnection(this.#source, (connection) =>
      connection.query({ text: CHANGED_TABLES, values: [VACUUM_CHANGED_ROWS_MIN] }),
    );
    for (const { name } of rows) {
      if (this.#isStopped) return;
      await withConnection(this.#source, (connection) =>
        connection.query({ text: `vacuum (analyze) ${String(name)}` }),
      );
    }
  }
}
