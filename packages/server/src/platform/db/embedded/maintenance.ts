// What a PostgreSQL server does by itself and the embedded one does not: checkpoints, so that
// the log and the next start stay short, and vacuum with fresh statistics.
import { MINUTE_MS } from '@halyard/core/time';
import { withConnection } from '../connection.ts';
import type { Connection, ConnectionSource } from '../connection.ts';

export type MaintenanceSchedule = {
  readonly lookIntervalMs: number;
  readonly checkpointIntervalMs: number;
  readonly checkpointWalBytes: number;
  readonly vacuumIntervalMs: number;
  /** Tables with fewer dead or changed rows are left alone. */
  readonly vacuumRowsMin: number;
};

export const MAINTENANCE_SCHEDULE: MaintenanceSchedule = {
  lookIntervalMs: 1_000,
  checkpointIntervalMs: MINUTE_MS,
  checkpointWalBytes: 64 * 1024 * 1024,
  vacuumIntervalMs: 300_000,
  vacuumRowsMin: 1_000,
};

const WAL_WRITTEN = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes`;
const CHANGED_TABLES = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
  where n_dead_tup > $1 or n_mod_since_analyze > $1 order by 1`;

export class Maintenance {
  readonly #source: ConnectionSource;
  readonly #schedule: MaintenanceSchedule;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;
  #checkpointedAtMs = performance.now();
  #checkpointedAtBytes = 0;
  #vacuumedAtMs = performance.now();

  constructor(
    source: ConnectionSource,
    schedule: MaintenanceSchedule,
    onError: (error: unknown) => void,
  ) {
    this.#source = source;
    this.#schedule = schedule;
    this.#onError = onError;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#work = this.#look()
        .catch(this.#onError)
        .finally(() => {
          if (!this.#isStopped) this.start();
        });
    }, this.#schedule.lookIntervalMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#work;
  }

  /** Makes a checkpoint, and none again before `use` has ended. */
  async holdCheckpoint(use: () => Promise<void>): Promise<void> {
    await this.stop();
    try {
      await withConnection(this.#source, (connection) => this.#checkpoint(connection));
      await use();
    } finally {
      this.#isStopped = false;
      this.start();
    }
  }

  async #look(): Promise<void> {
    await withConnection(this.#source, (connection) => this.#checkpointIfDue(connection));
    const sinceVacuumMs = performance.now() - this.#vacuumedAtMs;
    if (sinceVacuumMs >= this.#schedule.vacuumIntervalMs) await this.#vacuum();
  }

  async #checkpointIfDue(connection: Connection): Promise<void> {
    const { rows } = await connection.query({ text: WAL_WRITTEN, values: [] });
    const bytes = Number(rows[0]?.bytes);
    const written = bytes - this.#checkpointedAtBytes;
    const elapsedMs = performance.now() - this.#checkpointedAtMs;
    const { checkpointWalBytes, checkpointIntervalMs } = this.#schedule;
    const isDue =
      written >= checkpointWalBytes || (written > 0 && elapsedMs >= checkpointIntervalMs);
    if (!isDue) return;
    await this.#checkpoint(connection);
  }

  async #checkpoint(connection: Connection): Promise<void> {
    await connection.query({ text: 'checkpoint' });
    const { rows } = await connection.query({ text: WAL_WRITTEN, values: [] });
    this.#checkpointedAtMs = performance.now();
    this.#checkpointedAtBytes = Number(rows[0]?.bytes);
  }

  /** One table at a time, each with the session of its own, so that commits go in between. */
  async #vacuum(): Promise<void> {
    this.#vacuumedAtMs = performance.now();
    const { rows } = await withConnection(this.#source, (connection) =>
      connection.query({ text: CHANGED_TABLES, values: [this.#schedule.vacuumRowsMin] }),
    );
    for (const { name } of rows) {
      if (this.#isStopped) return;
      await withConnection(this.#source, (connection) =>
        connection.query({ text: `vacuum (analyze) ${String(name)}` }),
      );
    }
  }
}
