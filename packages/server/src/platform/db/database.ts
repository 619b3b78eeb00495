import type { Kysely } from 'kysely';
import type { Row } from './connection.ts';

/** A connection for one owner, whose statements never wait for others. */
export type Lane = {
  /**
   * Executes a statement. With a `name`, which must be unique to its text, the connection keeps the
   * statement prepared. Don't name a statement that reads tables: its plan would not be adapted as
   * they grow.
   */
  query(text: string, values: readonly unknown[], name?: string): Promise<readonly Row[]>;
  /** Executes several statements without values, atomically as a whole. */
  run(script: string): Promise<void>;
  close(): Promise<void>;
};

export type LaneOptions = {
  /** The application name that PostgreSQL shows for the connection. */
  readonly name: string;
  /** The time limit of a statement in milliseconds; zero: none. */
  readonly statementTimeoutMs?: number;
};

/** Connections of the pool, and calls that wait for one. */
export type PoolUse = { readonly open: number; readonly idle: number; readonly waiting: number };

/** The schemas besides `public`. Practice accounts have the engine's tables in one of their own. */
export const SCHEMAS = ['practice'] as const;
export type Schema = (typeof SCHEMAS)[number];
/** All schemas of the program, as a list of SQL. */
export const CONTENT_SCHEMAS = `'${['public', ...SCHEMAS].join("', '")}'`;

export type Database = {
  /**
   * Whether no other program can use the database, not even one that hangs: the folder of the
   * embedded one is locked, and leftover processes were ended.
   */
  readonly isExclusive: boolean;
  /**
   * The query builder. A store names its tables with `withTables`: from `Tables`, or narrowed by
   * `Narrow`.
   */
  readonly kysely: Kysely<object>;
  /**
   * Runs one parametrised statement. bigint and date columns are returned as safe integers and
   * text.
   */
  readonly query: (text: string, values: readonly unknown[]) => Promise<readonly Row[]>;
  poolUse(): PoolUse;
  /** Opens a dedicated connection. */
  openLane(options: LaneOptions): Lane;
  /**
   * Opens connections whose statements find the tables of `schema` before those of `public`; close
   * them before this database.
   */
  inSchema(schema: Schema): Database;
  close(): Promise<void>;
};
