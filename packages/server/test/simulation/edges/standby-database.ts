// The transactions in which an engine that stands by reads. Each sees the tables as they are when it
// begins.
import type { Database } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { SimLink } from '../sim-database.ts';
import { read } from '../sim-server.ts';

const PASSAGE_MS = 2;

type Query = { readonly sql: string; readonly parameters: readonly unknown[] };

export function openStandbyDatabase({
  process,
  server,
}: Pick<SimLink, 'process' | 'server'>): Pick<Database, 'kysely'> {
  const connection = {
    executeQuery: async ({ sql, parameters }: Query) => ({
      rows: read(server.tables, sql, parameters),
    }),
  };
  const execute = async <Result>(
    work: (reader: typeof connection) => Promise<Result>,
  ): Promise<Result> => {
    await new Promise<void>((resolve) => void process.after(PASSAGE_MS, resolve));
    if (server.isDown) throw new Outage('database', 'The database cannot be reached.');
    process.isReadingAtOnce = true;
    try {
      return await work(connection);
    } finally {
      process.isReadingAtOnce = false;
    }
  };
  const transaction = {
    setIsolationLevel: () => transaction,
    setAccessMode: () => transaction,
    execute,
  };
  return { kysely: { transaction: () => transaction } } as unknown as Pick<Database, 'kysely'>;
}
