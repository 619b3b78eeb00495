// The database as the files of this folder use it: connections to borrow and return.

export type Statement = {
  readonly text: string;
  /**
   * The values of a statement; absent for a script of several statements, which is atomic as a
   * whole.
   */
  readonly values?: readonly unknown[];
  /** The name of a prepared statement, which the connection keeps. */
  readonly name?: string;
};

export type Row = Readonly<Record<string, unknown>>;

export type Result = {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly Row[];
};

export type Connection = {
  query(statement: Statement): Promise<Result>;
  /** Returns the connection to the pool; a broken one is discarded. */
  release(isBroken?: boolean): void;
};

export type ConnectionSource = {
  connect(): Promise<Connection>;
};

/** Runs `use` on a borrowed connection and always returns it. */
export async function withConnection<Value>(
  source: ConnectionSource,
  use: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const connection = await source.connect();
  try {
    return await use(connection);
  } finally {
    connection.release();
  }
}
