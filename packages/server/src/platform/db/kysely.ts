// Kysely over borrowed connections.
import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';

import type { Connection, ConnectionSource } from './connection.ts';

function toPoolClient(connection: Connection): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]): Promise<unknown> =>
    connection.query({ text, values });
  return {
    // The cast is safe: cursors are not offered, because every query has a page size.
    query: query as PostgresPoolClient['query'],
    release: (isBroken?: boolean) => connection.release(isBroken === true),
  };
}

export function createKysely(source: ConnectionSource): Kysely<object> {
  return new Kysely<object>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => toPoolClient(await source.connect()),
        end: async () => undefined,
        options: {},
      },
    }),
  });
}
