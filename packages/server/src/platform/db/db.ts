// The database: PostgreSQL, or the embedded one in a worker thread. One dialect, one set of
// migrations, the same stores on both.
import type { Kysely } from 'kysely';

export type Database = {
  readonly kind: 'postgres' | 'embedded';
  /** A store narrows it with `kysely.withTables<ItsTables>()`. */
  readonly kysely: Kysely<object>;
  /** One parametrised statement on a connection of the caller's choice of lane. */
  readonly query: (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>;
  close(): Promise<void>;
};
