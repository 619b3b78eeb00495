// The hosts of a replicated PostgreSQL: `postgres://user@one:5432,two:5432/name`, as libpq writes
// them. All connections of a database follow one primary.
import type pg from 'pg';

/** The address of the operator's server, or of a socket. */
export type PostgresAddress = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'user' | 'database' | 'ssl'
>;

/** The maximum number of hosts: a primary and the standbys that may be promoted. */
export const HOSTS_MAX = 5;

const AUTHORITY = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]*)(.*)$/;

/**
 * Returns one address for each host of the list, in its order; an address without a list is
 * returned unchanged.
 */
export function splitHosts(url: string): readonly string[] {
  const [, scheme, user, hosts, rest] = AUTHORITY.exec(url) ?? [];
  if (hosts?.includes(',') !== true) return [url];
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}

/** Where the primary of a list of hosts was last found; shared by all pools of a database. */
export class HostList {
  readonly addresses: readonly PostgresAddress[];
  #primary = 0;
  #timeline = 0;

  constructor(addresses: readonly PostgresAddress[]) {
    this.addresses = addresses;
  }

  /** Returns indexes of `addresses`: the last known primary, then the others. */
  order(): readonly number[] {
    return this.addresses.map((_, step) => (this.#primary + step) % this.addresses.length);
  }

  /**
   * Records a server's state. Returns why the server must not be used; undefined if it is the
   * primary.
   *
   * Each promotion raises the timeline. A primary on a lower timeline was replaced and has come
   * back with old data: commands that it accepted would be lost.
   */
  refusal(index: number, server: ServerState): string | undefined {
    if (server.isStandby) return 'it is a standby';
    if (server.timeline < this.#timeline) {
      return `it was replaced: it is on timeline ${server.timeline}, and ${this.#timeline} was seen`;
    }
    this.#timeline = server.timeline;
    this.#primary = index;
    return undefined;
  }
}

export type ServerState = { readonly isStandby: boolean; readonly timeline: number };

/** The first eight hexadecimal digits of a name of a log file are its timeline. */
export const SERVER_STATE = `select pg_is_in_recovery() as standby,
  case when pg_is_in_recovery() then '0' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end
    as timeline`;

/** Reads the row of SERVER_STATE. */
export function toServerState(row: Readonly<Record<string, unknown>> | undefined): ServerState {
  return {
    isStandby: row?.['standby'] === true,
    timeline: parseInt(String(row?.['timeline']), 16),
  };
}
