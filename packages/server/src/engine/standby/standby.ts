// The memory of an engine that stands by. It is loaded once and then follows the batches that the
// owner of the lease commits, so that a take-over reads only what the last batches have changed.
import {
  followAccount,
  followClosed,
  followEnded,
  followOrder,
  followPosition,
  followTrails,
} from '@halyard/core/engine';
import type { EngineState } from '@halyard/core/engine';
import { CompiledQuery } from 'kysely';
import type { Database, Row } from '#platform/db/db.ts';
import type { EngineReader } from '../engine-database.ts';
import { complete, loadMemory, readAccounts } from '../load.ts';
import type { Beginning, Loaded } from '../load.ts';
import { readPendingOrders } from '../load-orders.ts';
import { readOpenPositions } from '../load-positions.ts';
import { readTrailMarks } from '../load-trail-marks.ts';
import { readChanges } from './changes.ts';
import type { Changes } from './changes.ts';

/** How many rows of one kind are read and applied at once. */
const PAGE_ROWS = 5_000;

const PROGRESS = `select batch, extract(epoch from pg_postmaster_start_time())::text as server_started_at,
    engine_owner_is_there(epoch) as has_owner
  from engine_lease where id = 1`;

/**
 * How far the tables are. After a failover, batches of the same numbers can have other contents: the
 * former primary may have shown one that never reached the server that was promoted.
 */
type Progress = { readonly batch: number; readonly serverStartedAt: string };
type Found = Progress & { readonly hasOwner: boolean };
type Held = Progress & { readonly state: EngineState };

export class StandbyMemory {
  readonly #db: Pick<Database, 'kysely'>;
  readonly #beginning: Beginning;
  #held: Held | undefined;
  #batch: number | undefined;

  constructor(db: Pick<Database, 'kysely'>, beginning: Beginning) {
    this.#db = db;
    this.#beginning = beginning;
  }

  /** The last batch of the memory; undefined while it is not loaded. */
  get batch(): number | undefined {
    return this.#batch;
  }

  /**
   * Brings the memory up to the last committed batch; loads everything if it misses one, and returns
   * then how many accounts there are. Without an owner there is nothing to follow: the memory of a
   * program that starts alone is loaded when it takes the lease.
   */
  async follow(): Promise<number | undefined> {
    try {
      return await this.#follow();
    } finally {
      this.#batch = this.#held?.batch;
    }
  }

  async #follow(): Promise<number | undefined> {
    const held = this.#forget();
    return await this.#read(async (reader) => {
      const { hasOwner, ...progress } = await findProgress(reader);
      if (!hasOwner) {
        this.#held = held;
        return undefined;
      }
      const followed = held === undefined ? undefined : await catchUp(reader, held, progress);
      const state = followed ?? (await loadMemory(reader, this.#beginning));
      this.#held = { state, ...progress };
      return followed === undefined ? state.accounts.size : undefined;
    });
  }

  /**
   * Returns the memory as of `batch`, the last one before the lease that the caller holds, and keeps
   * nothing. Undefined if it is not loaded, or misses a batch.
   */
  async take(batch: number): Promise<Loaded | undefined> {
    const held = this.#forget();
    this.#batch = undefined;
    if (held === undefined) return undefined;
    return await this.#read(async (reader) => {
      const state = await catchUp(reader, held, { ...(await findProgress(reader)), batch });
      if (state === undefined) return undefined;
      followTrails(state, await readTrailMarks(reader));
      return await complete(reader, state, batch);
    });
  }

  /** What fails half way is lost: a memory is either as of one batch or none. */
  #forget(): Held | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held;
  }

  /** Reads in one transaction, which sees the tables as they are at one moment. */
  async #read<Result>(work: (reader: EngineReader) => Promise<Result>): Promise<Result> {
    const transaction = this.#db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    return await transaction.execute(async (tx) =>
      work({
        query: async (text, values) =>
          (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
      }),
    );
  }
}

async function findProgress(reader: EngineReader): Promise<Found> {
  const [row] = await reader.query(PROGRESS, []);
  return {
    batch: Number(row?.batch),
    serverStartedAt: String(row?.server_started_at),
    hasOwner: row?.has_owner === true,
  };
}

/**
 * Returns the memory as of `batch`; undefined if a batch between is not known any more, or the server
 * is another one or has started again.
 */
async function catchUp(
  reader: EngineReader,
  { state, batch: after, serverStartedAt: before }: Held,
  { batch, serverStartedAt }: Progress,
): Promise<EngineState | undefined> {
  if (serverStartedAt !== before) return undefined;
  const changes = await readChanges(reader, after, batch);
  if (changes !== undefined) await applyChanges(reader, state, changes);
  return changes === undefined ? undefined : state;
}

async function applyChanges(
  reader: EngineReader,
  state: EngineState,
  { accountIds, positions, orders }: Changes,
): Promise<void> {
  for (const ids of pagesOf(accountIds)) {
    for (const account of await readAccounts(reader, ids)) followAccount(state, account);
  }
  for (const { id, accountId, isOver } of positions) {
    if (isOver) followClosed(state, accountId, id);
  }
  for (const ids of pagesOf(idsOf(positions))) {
    for (const position of await readOpenPositions(reader, ids)) followPosition(state, position);
  }
  for (const { id, accountId, isOver } of orders) {
    if (isOver) followEnded(state, accountId, id);
  }
  for (const ids of pagesOf(idsOf(orders))) {
    for (const order of await readPendingOrders(reader, ids)) followOrder(state, order);
  }
}

function idsOf(rows: Changes['positions']): readonly number[] {
  return rows.filter(({ isOver }) => !isOver).map(({ id }) => id);
}

function* pagesOf(ids: readonly number[]): Generator<readonly number[], void> {
  for (let from = 0; from < ids.length; from += PAGE_ROWS) yield ids.slice(from, from + PAGE_ROWS);
}
