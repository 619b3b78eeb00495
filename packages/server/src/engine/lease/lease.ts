// The lease on the accounts: its holder may write. The database's clock decides when it expires;
// the owner's timer only makes the owner stop earlier. A dead owner is replaced at once, because
// its connection held the lock of its epoch; a hanging one when its lease expires. Safety rests on
// the epoch alone, which engine_commit checks.
import type { Lane } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';

import type { EngineDatabase } from '../engine-database.ts';
import type { EngineTime } from '../engine-time.ts';
import { isLockNotAvailable } from '../failures.ts';

export const LEASE_TTL_MS = 5_000;
const RENEW_INTERVAL_MS = LEASE_TTL_MS / 3;
/** The owner stops this long before another program can take the lease. */
const MARGIN_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 2_000;

// Also takes the lock of the epoch again, in case the connection is new: without the lock another
// program would consider this one dead.
const RENEW = `update engine_lease
  set expires_at = clock_timestamp() + $3::bigint * interval '1 millisecond'
  where id = 1 and epoch = $1 and owner = $2 returning epoch, pg_try_advisory_lock(epoch)`;

const RELEASE = `update engine_lease set owner = '', expires_at = '-infinity'
  where id = 1 and epoch = $1 and owner = $2`;

// Ends the session of an unresponsive owner: one that still holds the lock after its lease has
// expired.
const END_HANGING = `select pg_terminate_backend(l.pid) from pg_locks l, engine_lease e
  where l.locktype = 'advisory' and l.classid = 1001 and l.objid::bigint = engine_lock() and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
    and l.pid <> pg_backend_pid() and e.id = 1 and e.expires_at < clock_timestamp()`;

export class Lease {
  readonly epoch: number;
  /** The last batch that was committed before the lease was taken. */
  readonly batch: number;
  readonly #keeper: LeaseKeeper;
  #validUntilMs: number;
  #isLost = false;
  #cancelRenewal: () => void = () => undefined;
  #onLost: () => void = () => undefined;

  constructor(keeper: LeaseKeeper, taken: { epoch: number; batch: number; askedAtMs: number }) {
    this.#keeper = keeper;
    this.epoch = taken.epoch;
    this.batch = taken.batch;
    this.#validUntilMs = taken.askedAtMs + LEASE_TTL_MS - MARGIN_MS;
    this.#renewLater();
  }

  get isHeld(): boolean {
    return !this.#isLost && this.#keeper.time.monotonicMs() < this.#validUntilMs;
  }

  /** Calls `listener` when another program has taken the lease. */
  onLost(listener: () => void): void {
    this.#onLost = listener;
  }

  /** Stops renewing; the lease expires, or the same owner takes it again. */
  drop(): void {
    this.#isLost = true;
    this.#cancelRenewal();
  }

  /** Releases the lease, so that the next owner can take it at once. */
  async release(): Promise<void> {
    this.drop();
    await this.#keeper.release(this.epoch);
  }

  #renewLater(): void {
    this.#cancelRenewal = this.#keeper.time.after(RENEW_INTERVAL_MS, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    const askedAtMs = this.#keeper.time.monotonicMs();
    try {
      if (await this.#keeper.renew(this.epoch)) {
        this.#validUntilMs = askedAtMs + LEASE_TTL_MS - MARGIN_MS;
      } else if (!this.#isLost) {
        this.#isLost = true;
        this.#onLost();
      }
    } catch (error) {
      // It is unknown whether the lease was renewed; if renewals keep failing, the lease expires.
      this.#keeper.report(error);
    }
    if (!this.#isLost) this.#renewLater();
  }
}

export type LeaseOptions = {
  readonly db: EngineDatabase;
  /** The name of this lease owner, unique to this engine. */
  readonly owner: string;
  readonly report: (error: unknown) => void;
  readonly time: EngineTime;
};

export class LeaseKeeper {
  readonly report: (error: unknown) => void;
  readonly time: EngineTime;
  readonly #lane: Lane;
  readonly #owner: string;
  readonly #isAlone: boolean;

  constructor(options: LeaseOptions) {
    const { db, owner, report, time } = options;
    this.report = report;
    this.time = time;
    this.#owner = owner;
    this.#isAlone = db.isExclusive;
    this.#lane = db.openLane({ name: 'lease', statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  }

  /**
   * Returns the lease under a new epoch, or undefined while another owner holds it. Throws an
   * Outage.
   */
  async take(): Promise<Lease | undefined> {
    const askedAtMs = this.time.monotonicMs();
    const values = [this.#owner, LEASE_TTL_MS, this.#isAlone];
    try {
      const [row] = await this.#lane.query('select * from engine_take_lease($1, $2, $3)', values);
      if (row === undefined) return undefined;
      return new Lease(this, { epoch: Number(row.epoch), batch: Number(row.batch), askedAtMs });
    } catch (error) {
      if (!isLockNotAvailable(error)) throw error;
      if (!this.#isAlone) await this.#lane.query(END_HANGING, []);
      throw new Outage('no-lease', 'A batch of an earlier epoch has not ended.', { cause: error });
    }
  }

  async renew(epoch: number): Promise<boolean> {
    const rows = await this.#lane.query(RENEW, [epoch, this.#owner, LEASE_TTL_MS]);
    return rows.length === 1;
  }

  async release(epoch: number): Promise<void> {
    await this.#lane.query(RELEASE, [epoch, this.#owner]);
  }

  async close(): Promise<void> {
    await this.#lane.close();
  }
}
