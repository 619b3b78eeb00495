// A lease: its holder may write the accounts, or leads the market. The database's clock decides when
// it expires; the owner's timer only makes the owner stop earlier. A dead owner is replaced at once,
// because its connection held the lock of its epoch. A hanging owner is replaced when its lease
// expires, which is soon while another program stands by. Safety rests on the epoch alone:
// engine_commit checks that of the accounts, and followers of frames that of the market.
import type { Lane } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';

import type { EngineDatabase } from '../engine-database.ts';
import type { EngineTime } from '../engine-time.ts';
import { isLockNotAvailable } from '../failures.ts';
import { Signal } from '../signal.ts';

export const LEASE_TTL_MS = 5_000;
/**
 * The same while another program stands by, which takes it as soon as it expires: a hanging owner is
 * replaced within two seconds.
 */
export const WATCHED_TTL_MS = 1_700;
/** The lease is renewed so often within its length, or more often. */
const RENEWALS = 3;
/**
 * A program can be busy for so long, such as with a price that closes 100,000 positions: at any time,
 * the lease was last renewed so shortly before that it survives this.
 */
const BUSY_MS = 1_400;
/** The owner stops this share of the lease before another program can take it. */
const MARGIN_SHARE = 0.2;
/** A lease that has expired by so much is free for certain. */
const EXPIRED_BY_MS = 5;
/** How long an owner waits for a renewal after its lease has expired. */
const RECOVER_MS = 4_000;

// Also takes the lock of the epoch again, in case the connection is new: without the lock another
// program would consider this one dead.
const RENEW = `update engine_lease
  set expires_at = clock_timestamp() + length.ms * interval '1 millisecond'
  from (select case when engine_has_standby() then $4::bigint else $3::bigint end as ms) as length
  where id = 1 and epoch = $1 and owner = $2
  returning epoch, length.ms as ttl_ms, pg_try_advisory_lock(epoch)`;

const RELEASE = `update engine_lease set owner = '', expires_at = '-infinity'
  where id = 1 and epoch = $1 and owner = $2`;

// Ends the session of an unresponsive owner: one that still holds the lock after its lease has
// expired.
const END_HANGING = `select pg_terminate_backend(l.pid) from pg_locks l, engine_lease e
  where l.locktype = 'advisory' and l.classid = 1001 and l.objid::bigint = engine_lock() and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
    and l.pid <> pg_backend_pid() and e.id = 1 and e.expires_at < clock_timestamp()`;

export type LeaseKind = {
  /** The name of the connection. */
  readonly name: string;
  /** The length of a lease that was just taken; it can be shorter once it is renewed. */
  readonly ttlMs: number;
  readonly statementTimeoutMs: number;
  /** Takes the lease for an owner, a length, and whether the database has no other program. */
  readonly take: string;
  /** Renews the lease of an epoch and an owner, for one of `lengthsMs`. */
  readonly renew: string;
  readonly lengthsMs: readonly [number, ...number[]];
  /** Releases the lease of an epoch and an owner. */
  readonly release: string;
  /** Reads when the lease expires. */
  readonly left: string;
  /** Ends a session that still uses an expired lease; undefined where nothing waits for it. */
  readonly endHanging: string | undefined;
};

/**
 * Returns the statement that reads how long a lease lasts. It subtracts numbers, because PostgreSQL
 * below 17 can't subtract infinite times: a lease that was just released has ended at -infinity.
 */
export function readLeft(table: 'engine_lease' | 'market_lease'): string {
  return `select greatest(0, extract(epoch from expires_at) * 1000
      - extract(epoch from clock_timestamp()) * 1000)::float8 as left_ms
    from ${table} where id = 1`;
}

const ENGINE_LEASE: LeaseKind = {
  name: 'lease',
  ttlMs: LEASE_TTL_MS,
  statementTimeoutMs: 2_000,
  take: 'select * from engine_take_lease($1, $2, $3)',
  renew: RENEW,
  lengthsMs: [LEASE_TTL_MS, WATCHED_TTL_MS],
  release: RELEASE,
  left: readLeft('engine_lease'),
  endHanging: END_HANGING,
};

export class Lease {
  readonly epoch: number;
  /** The last batch that was committed before the engine's lease was taken. */
  readonly batch: number;
  readonly #keeper: LeaseKeeper;
  readonly #renewed = new Signal();
  #askedAtMs: number;
  #ttlMs: number;
  #isLost = false;
  #cancelRenewal: () => void = () => undefined;
  #onLost: () => void = () => undefined;

  constructor(keeper: LeaseKeeper, taken: { epoch: number; batch: number; askedAtMs: number }) {
    this.#keeper = keeper;
    this.epoch = taken.epoch;
    this.batch = taken.batch;
    this.#askedAtMs = taken.askedAtMs;
    this.#ttlMs = keeper.kind.ttlMs;
    // A program that stands by already shortens the lease soon.
    this.#renewLater(Math.min(...keeper.kind.lengthsMs), taken.askedAtMs);
  }

  get isHeld(): boolean {
    return !this.#isLost && this.#hasPassedMs() < this.#ttlMs * (1 - MARGIN_SHARE);
  }

  /**
   * Waits until the lease is renewed, if it is not held any more although nobody is known to have
   * taken it: after a short pause of the program or of the database. Returns whether it is held.
   */
  async recover(): Promise<boolean> {
    while (!this.isHeld && !this.#isLost && this.#hasPassedMs() < RECOVER_MS) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = this.#keeper.time.after(RECOVER_MS / RENEWALS, resolve);
      await Promise.race([this.#renewed.next(), promise]);
      cancel();
    }
    return this.isHeld;
  }

  /** Calls `listener` when another program has taken the lease. */
  onLost(listener: () => void): void {
    this.#onLost = listener;
  }

  /** Stops renewing; the lease expires, or the same owner takes it again. */
  drop(): void {
    this.#isLost = true;
    this.#cancelRenewal();
    this.#renewed.raise();
  }

  /** Releases the lease, so that the next owner can take it at once. */
  async release(): Promise<void> {
    this.drop();
    await this.#keeper.release(this.epoch);
  }

  /** Returns how long ago the last renewal was asked for that succeeded. */
  #hasPassedMs(): number {
    return this.#keeper.time.monotonicMs() - this.#askedAtMs;
  }

  /** Counts from when the last renewal was asked for: a busy program may read its answer much later. */
  #renewLater(ttlMs: number, askedAtMs: number): void {
    const everyMs = Math.min(ttlMs / RENEWALS, ttlMs - BUSY_MS);
    const delayMs = Math.max(0, askedAtMs + everyMs - this.#keeper.time.monotonicMs());
    this.#cancelRenewal = this.#keeper.time.after(delayMs, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    const askedAtMs = this.#keeper.time.monotonicMs();
    try {
      const ttlMs = await this.#keeper.renew(this.epoch);
      if (ttlMs !== undefined) {
        this.#askedAtMs = askedAtMs;
        this.#ttlMs = ttlMs;
      } else if (!this.#isLost) {
        this.#isLost = true;
        this.#onLost();
      }
    } catch (error) {
      // It is unknown whether the lease was renewed; if renewals keep failing, the lease expires.
      this.#keeper.report(error);
    }
    this.#renewed.raise();
    if (!this.#isLost) this.#renewLater(this.#ttlMs, askedAtMs);
  }
}

export type LeaseOptions = {
  readonly db: EngineDatabase;
  /** The name of this lease owner, unique to this engine. */
  readonly owner: string;
  readonly report: (error: unknown) => void;
  readonly time: EngineTime;
  /** The engine's unless given. */
  readonly kind?: LeaseKind;
};

export class LeaseKeeper {
  readonly report: (error: unknown) => void;
  readonly time: EngineTime;
  readonly kind: LeaseKind;
  /** After how long the next attempt can succeed; infinite if the last one did not find out. */
  freeInMs = Infinity;
  readonly #lane: Lane;
  readonly #owner: string;
  readonly #isAlone: boolean;

  constructor(options: LeaseOptions) {
    const { db, owner, report, time, kind = ENGINE_LEASE } = options;
    const { name, statementTimeoutMs } = kind;
    this.kind = kind;
    this.report = report;
    this.time = time;
    this.#owner = owner;
    this.#isAlone = db.isExclusive;
    this.#lane = db.openLane({ name, statementTimeoutMs });
  }

  /**
   * Returns the lease under a new epoch, or undefined while another owner holds it. Throws an
   * Outage.
   */
  async take(): Promise<Lease | undefined> {
    const askedAtMs = this.time.monotonicMs();
    this.freeInMs = Infinity;
    const { ttlMs, take, left, endHanging } = this.kind;
    const values = [this.#owner, ttlMs, this.#isAlone];
    try {
      const [row] = await this.#lane.query(take, values);
      if (row === undefined) {
        const [found] = await this.#lane.query(left, []);
        this.freeInMs = Number(found?.left_ms ?? Infinity) + EXPIRED_BY_MS;
        return undefined;
      }
      const batch = Number(row.batch ?? 0);
      return new Lease(this, { epoch: Number(row.epoch), batch, askedAtMs });
    } catch (error) {
      if (!isLockNotAvailable(error)) throw error;
      if (!this.#isAlone && endHanging !== undefined) await this.#lane.query(endHanging, []);
      throw new Outage('no-lease', 'A batch of an earlier epoch has not ended.', { cause: error });
    }
  }

  /** Returns for how long, or undefined if another owner has taken it. */
  async renew(epoch: number): Promise<number | undefined> {
    const { renew, lengthsMs } = this.kind;
    const [row] = await this.#lane.query(renew, [epoch, this.#owner, ...lengthsMs]);
    return row === undefined ? undefined : Number(row.ttl_ms);
  }

  async release(epoch: number): Promise<void> {
    await this.#lane.query(this.kind.release, [epoch, this.#owner]);
  }

  async close(): Promise<void> {
    await this.#lane.close();
  }
}
