// A cache of the latest closed positions of accounts that somebody views, so that a push after
// every trade costs no query. Loaded once from the database, then updated by what the engine
// commits.
import { HISTORY_RECENT_MAX } from '@halyard/contract/trading';
import type { DurableEvent } from '@halyard/core/engine';
import type { AccountChange, EngineClient } from '#engine/engine.ts';
import type { HistoryPosition } from './position-to-wire.ts';

/** The maximum number of cached positions of all accounts; an account without any counts as one. */
const POSITIONS_MAX = 250_000;

export type RecentHistoryOptions = {
  /** Returns an account's latest closed positions, at most HISTORY_RECENT_MAX. */
  readonly load: (accountId: number) => Promise<readonly HistoryPosition[]>;
  readonly engine: Pick<EngineClient, 'follow'>;
  readonly positionsMax?: number;
};

type Entry = {
  readonly unfollow: () => void;
  loading: Promise<readonly HistoryPosition[]> | undefined;
  /**
   * While the history is loading, only the positions that closed in the meantime, because it is
   * unknown whether the query returns them.
   */
  positions: readonly HistoryPosition[];
};

/**
 * Caches histories; when there are too many positions, the accounts that were requested first are
 * removed.
 */
export class RecentHistory {
  readonly #options: RecentHistoryOptions;
  readonly #entries = new Map<number, Entry>();
  #held = 0;

  constructor(options: RecentHistoryOptions) {
    this.#options = options;
  }

  /** Returns the closed positions, latest closed first. */
  async list(accountId: number): Promise<readonly HistoryPosition[]> {
    const known = this.#entries.get(accountId);
    if (known !== undefined) return (await known.loading) ?? known.positions;
    const { begun, end } = this.#options.engine.follow(accountId, (change) =>
      this.#note(entry, change),
    );
    const entry: Entry = { unfollow: end, loading: undefined, positions: [] };
    this.#add(accountId, entry);
    entry.loading = this.#fill(accountId, { entry, begun });
    return await entry.loading;
  }

  /** Clears the cache, because commits may have been missed. */
  clear(): void {
    for (const [accountId, entry] of this.#entries) this.#delete(accountId, entry);
  }

  /** Adds what a commit closed. */
  #note(entry: Entry, { events }: AccountChange): void {
    for (const event of events) {
      const closed = closedBy(event);
      if (closed !== undefined) this.#keep(entry, merge([closed], entry.positions));
    }
    this.#forget();
  }

  async #fill(
    accountId: number,
    { entry, begun }: { readonly entry: Entry; readonly begun: Promise<void> },
  ): Promise<readonly HistoryPosition[]> {
    try {
      await begun;
      const loaded = await this.#options.load(accountId);
      const positions = merge(entry.positions, loaded);
      entry.loading = undefined;
      if (this.#entries.get(accountId) === entry) this.#keep(entry, positions);
      this.#forget();
      return positions;
    } catch (error) {
      if (this.#entries.get(accountId) === entry) this.#delete(accountId, entry);
      throw error;
    }
  }

  #add(accountId: number, entry: Entry): void {
    this.#entries.set(accountId, entry);
    this.#held += weight(entry);
    this.#forget();
  }

  #keep(entry: Entry, positions: readonly HistoryPosition[]): void {
    this.#held -= weight(entry);
    entry.positions = positions;
    this.#held += weight(entry);
  }

  #delete(accountId: number, entry: Entry): void {
    entry.unfollow();
    this.#entries.delete(accountId);
    this.#held -= weight(entry);
  }

  #forget(): void {
    for (const [accountId, entry] of this.#entries) {
      if (this.#held <= (this.#options.positionsMax ?? POSITIONS_MAX)) return;
      this.#delete(accountId, entry);
    }
  }
}

function weight({ positions }: Entry): number {
  return Math.max(1, positions.length);
}

function closedBy(event: DurableEvent): HistoryPosition | undefined {
  if (event.kind === 'position-closed') return event.position;
  return event.kind === 'position-reduced' ? event.closed : undefined;
}

function merge(
  left: readonly HistoryPosition[],
  right: readonly HistoryPosition[],
): readonly HistoryPosition[] {
  const byId = new Map([...right, ...left].map((position) => [position.id, position]));
  return [...byId.values()]
    .toSorted((left, right) =>
      left.closedAtMs === right.closedAtMs
        ? right.id - left.id
        : right.closedAtMs - left.closedAtMs,
    )
    .slice(0, HISTORY_RECENT_MAX);
}
