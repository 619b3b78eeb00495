// What both databases offer to the rest of this folder: connections to borrow and give back.
import type { QueryResult } from 'pg';

/** `urgent` goes before everything that waits; it is for lanes, see `Database.openLane`. */
export type Urgency = 'urgent' | 'usual';

export type Statement = {
  readonly text: string;
  /** Absent: a script of several statements, atomic as a whole. */
  readonly values?: readonly unknown[];
  /** A prepared statement's name, kept by the connection. */
  readonly name?: string;
};

export type Connection = {
  query(statement: Statement): Promise<QueryResult>;
  /** Broken connections are not used again. */
  release(isBroken?: boolean): void;
};

export type ConnectionSource = {
  connect(): Promise<Connection>;
};

/** Runs `use` on a borrowed connection and always gives it back. */
export async function withConnection<Result>(
  source: ConnectionSource,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await source.connect();
  try {
    return await use(connection);
  } finally {
    connection.release();
  }
}
