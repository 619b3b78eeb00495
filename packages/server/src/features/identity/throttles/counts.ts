// The counts behind a rate limit: in the database, for limits that all programs share, or in the
// memory of this program.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import { hashToken } from '../token.ts';
import { KeyQueue } from './key-queue.ts';

export type Count = { readonly count: number; readonly atMs: number };

export const COUNT_KINDS = ['account', 'network', 'site', 'newcomers'] as const;
export type CountKind = (typeof COUNT_KINDS)[number];
/** What is counted, such as the failures of one account. */
export type CountKey = { readonly kind: CountKind; readonly id: string };

/** The counts of some keys; zero counts are left out. */
export type Counted = Readonly<Partial<Record<CountKind, Count>>>;

export type Decision<Result> = {
  readonly result: Result;
  /** The new counts; undefined removes one. */
  readonly changes: Readonly<Partial<Record<CountKind, Count | undefined>>>;
};

export type Counts = {
  /** Returns the kinds of the keys for which too many wait already. */
  full(keys: readonly CountKey[]): readonly CountKind[];
  /**
   * Reads the counts of keys of different kinds and stores the changes that `decide` returns. Nobody
   * else changes them in the meantime.
   */
  change<Result>(
    keys: readonly CountKey[],
    decide: (counted: Counted) => Decision<Result>,
  ): Promise<Result>;
};

const LOCK_CLASS = 7100104;

/**
 * Counts that all programs on the database share. A transaction locks the keys, in one order, so
 * that concurrent attempts are judged one after the other. Those of this program take turns before
 * that, so that at most one connection of the pool waits for a key.
 */
export function createStoredCounts(db: Pick<Database, 'kysely'>, limit: string): Counts {
  const nameOf = (kind: CountKind): string => (kind === 'account' ? limit : `${limit}:${kind}`);
  const queue = new KeyQueue();
  const toTurn = ({ kind, id }: CountKey): string => `${kind} ${id}`;
  return {
    full: (keys) => keys.filter((key) => queue.isFull(toTurn(key))).map(({ kind }) => kind),
    change: async (keys, decide) =>
      await queue.inTurn(
        keys.map(toTurn),
        async () =>
          await db.kysely.transaction().execute(async (tx) => {
            const rows = keys.map((key) => ({ ...key, name: nameOf(key.kind), id: hashOf(key) }));
            await lockCounts(tx, rows);
            const counted = await readCounts(tx, rows);
            const { result, changes } = decide(counted);
            await writeCounts(tx, rows, changes);
            return result;
          }),
      ),
  };
}

/** The id of an account is a hash already. */
function hashOf({ kind, id }: CountKey): string {
  return kind === 'account' ? id : hashToken(id);
}

type Keyed = { readonly kind: CountKind; readonly name: string; readonly id: string };

async function lockCounts(tx: Kysely<object>, rows: readonly Keyed[]): Promise<void> {
  const texts = rows.map(({ name, id }) => `${name} ${id}`);
  await sql`
    select pg_advisory_xact_lock(${LOCK_CLASS}, lock)
    from (select distinct hashtext(text) as lock from unnest(${texts}::text[]) as text order by 1)
      as ordered`.execute(tx);
}

async function readCounts(tx: Kysely<object>, rows: readonly Keyed[]): Promise<Counted> {
  const names = rows.map(({ name }) => name);
  const ids = rows.map(({ id }) => id);
  const found = await sql<{ throttle: string; failures: number; last_at: Date }>`
    select throttle, failures, last_at from credential_failures
    where (throttle, account_hash) in (
      select * from unnest(${names}::text[], ${ids}::text[]))`.execute(tx);
  return Object.fromEntries(
    rows.flatMap(({ kind, name }) =>
      found.rows
        .filter((row) => row.throttle === name)
        .map((row) => [kind, { count: row.failures, atMs: row.last_at.getTime() }] as const),
    ),
  );
}

async function writeCounts(
  tx: Kysely<object>,
  rows: readonly Keyed[],
  changes: Decision<unknown>['changes'],
): Promise<void> {
  const changed = rows.filter(({ kind }) => kind in changes);
  const kept = changed.flatMap(({ kind, name, id }) => {
    const count = changes[kind];
    return count === undefined || count.count === 0 ? [] : [{ name, id, ...count }];
  });
  const removed = changed.filter(({ name }) => kept.every((one) => one.name !== name));
  if (kept.length > 0) {
    await sql`
      insert into credential_failures (throttle, account_hash, failures, last_at)
      select * from unnest(${kept.map(({ name }) => name)}::text[],
        ${kept.map(({ id }) => id)}::text[], ${kept.map(({ count }) => count)}::int[],
        ${kept.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[])
      on conflict (throttle, account_hash) do update
      set failures = excluded.failures, last_at = excluded.last_at`.execute(tx);
  }
  if (removed.length > 0) {
    await sql`
      delete from credential_failures where (throttle, account_hash) in (
        select * from unnest(${removed.map(({ name }) => name)}::text[],
          ${removed.map(({ id }) => id)}::text[]))`.execute(tx);
  }
}

const KEYS_MAX = 100_000;

/** Counts of this program; above KEYS_MAX of a kind the one that changed longest ago is dropped. */
export function createCountsInMemory(): Counts {
  const byKind = new Map(COUNT_KINDS.map((kind) => [kind, new Map<string, Count>()]));
  return {
    full: () => [],
    change: async (keys, decide) => {
      const found = keys.flatMap(({ kind, id }) => {
        const count = byKind.get(kind)?.get(id);
        return count === undefined ? [] : [[kind, count] as const];
      });
      const { result, changes } = decide(Object.fromEntries(found));
      for (const { kind, id } of keys) {
        const counts = byKind.get(kind);
        if (counts !== undefined && kind in changes) put(counts, id, changes[kind]);
      }
      return result;
    },
  };
}

/** Puts a count in last, so that the map's order is that of the last change. */
function put(counts: Map<string, Count>, id: string, count: Count | undefined): void {
  counts.delete(id);
  if (count === undefined || count.count === 0) return;
  counts.set(id, count);
  const [oldest] = counts.keys();
  if (counts.size > KEYS_MAX && oldest !== undefined) counts.delete(oldest);
}
