import type { Kysely } from 'kysely';
import type { Row } from './connection.ts';

/** A connection for one owner, whose statements never wait for others. */
export type Lane = {
  query(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Several statements without values, atomic as a whole. */
  run(script: string): Promise<void>;
  close(): Promise<void>;
};

export type LaneOptions = {
  /** PostgreSQL shows it as the application name. */
  readonly name: string;
  /** Zero: no limit. */
  readonly statementTimeoutMs?: number;
};

/** Connections of the pool, and calls that wait for one. */
export type PoolUse = { readonly open: number; readonly idle: number; readonly waiting: number };

export type Database = {
  /**
   * Whether no other program can use it, not even one that hangs: the folder of the embedded
   * database is locked, and leftover processes were ended.
   */
  readonly isExclusive: boolean;
  /** A store names its tables with `withTables`: from `Tables`, or narrowed by `Narrow`. */
  readonly kysely: Kysely<object>;
  /** Runs one parametrised statement. bigint and date columns arrive as safe integers and text. */
  readonly query: (text: string, values: readonly unknown[]) => Promise<readonly Row[]>;
  poolUse(): PoolUse;
  /** A dedicated connection. */
  openLane(options: LaneOptions): Lane;
  close(): Promise<void>;
};
