// Judges what each tick brought about, or did not, against the oracle. Only a tick that finds its
// program at rest is judged: then what the program knew is what is committed.
import type { EngineRules } from '@halyard/core/engine';
import type { Quote } from '@halyard/core/instrument';

import { instrumentOf } from './market-walk.ts';
import { demand } from './violation.ts';
import type { SqlRow } from './array-cells.ts';
import type { CommitRows } from './commit-rows.ts';
import { count } from './injected-failures.ts';
import type { Counts } from './injected-failures.ts';
import type { MarketLog } from './market-log.ts';
import { asPosition } from './rules-oracle.ts';
import type { CheckerOptions } from './checker.ts';
import { isOrderReached } from './orders/order-check.ts';
import type { SimTables } from './sim-tables.ts';
import type { Bounds, TrailBounds } from './trail-bounds.ts';
import {
  cancellationLine,
  closeLine,
  expectTick,
  isLiveAt,
  nightsLine,
  protectionLine,
  shortfallLine,
} from './tick-oracle.ts';
import type { Expected, Holding, MarketView } from './tick-oracle.ts';

const AUTOMATIC = new Set<unknown>(['stop-loss', 'take-profit', 'low-margin']);

type Judged = {
  readonly atMs: number;
  readonly epoch: number;
  readonly expected: Map<number, readonly string[]>;
  /** Accounts of which a take-over leaves open how far a trailing stop has moved. */
  readonly uncertain: ReadonlySet<number>;
  /** The entry orders that the quote must end. */
  readonly triggered: readonly number[];
};

/** One for each program. */
export class TickJudge {
  readonly #tables: SimTables;
  readonly #rules: EngineRules;
  readonly #counts: Counts;
  readonly #trails: TrailBounds;
  #judged: Judged | undefined;

  constructor({ tables, rules, counts, trails }: Omit<CheckerOptions, 'orders'>) {
    this.#tables = tables;
    this.#rules = rules;
    this.#counts = counts;
    this.#trails = trails;
  }

  /** The program is at rest: what the last tick was to bring about is done, if its term lasts. */
  onRest(): void {
    const judged = this.#judged;
    this.#judged = undefined;
    if (judged === undefined || judged.epoch !== this.#tables.lease.epoch) return;
    for (const [accountId, lines] of judged.expected) {
      const what = `account ${accountId} at ${judged.atMs}: ${lines.join(', ')}`;
      demand(false, 'I11', `not done: ${what}`);
    }
    for (const id of judged.triggered) {
      const isPending = this.#tables.adjusted.orders.get(id)?.outcome === null;
      demand(!isPending, 'I14', `order ${id} was reached at ${judged.atMs} and is pending`);
      count(this.#counts, 'an order triggered as the oracle says');
    }
  }

  /** Another tick of the same moment is not judged, so what comes of both can't be told apart. */
  forget(atMs: number): void {
    if (this.#judged?.atMs === atMs) this.#judged = undefined;
  }

  /** The log has the tick; to be called before the program at rest gets it. */
  onTick(
    log: MarketLog,
    tick: { readonly atMs: number; readonly quote: Quote; readonly isNew: boolean },
  ): void {
    count(this.#counts, 'a tick that is judged by the oracle');
    const { quote, atMs, isNew } = tick;
    const previous = log.moments.at(-2)?.quotes[quote.symbol];
    const expected = new Map<number, readonly string[]>();
    const { epoch } = this.#tables.lease;
    this.#judged = { atMs, epoch, expected, uncertain: new Set(), triggered: [] };
    if (previous === undefined || !isNew) return;
    const view = this.#viewOf(log);
    const expectWith = (end: keyof Bounds): Expected =>
      expectTick(view, { ...tick, previous }, this.#listHoldings(log, end));
    const found = expectWith('least');
    const most = expectWith('most');
    const uncertain = new Set<number>();
    for (const id of new Set([...found.keys(), ...most.keys()])) {
      const lines = found.get(id) ?? [];
      if (lines.join() === (most.get(id) ?? []).join()) expected.set(id, lines);
      else uncertain.add(id);
    }
    const triggered = isLiveAt(view, quote.symbol, atMs) ? this.#listTriggered(quote, atMs) : [];
    this.#judged = { ...this.#judged, uncertain, triggered };
  }

  /** With each trailing stop as far as it must, or can, have moved. */
  #listHoldings(log: MarketLog, end: keyof Bounds): readonly Holding[] {
    const holdings: Holding[] = [];
    for (const [id, open] of this.#tables.open) {
      const account = this.#tables.accounts.get(id);
      if (account === undefined) continue;
      const holds = this.#tables.holds.get(id) ?? new Map<string, number>();
      const positions = new Map(open);
      for (const [positionId, row] of open) {
        const bounds = this.#trails.find(asPosition(row), log);
        if (bounds === undefined) continue;
        positions.set(positionId, { ...row, trail_points: bounds[end] });
      }
      holdings.push({ account, positions, holds });
    }
    return holdings;
  }

  #listTriggered(quote: Quote, atMs: number): readonly number[] {
    return this.#tables.adjusted
      .pendingAfter(0)
      .filter((row) => row.symbol === quote.symbol && Number(row.expires_at_ms) > atMs)
      .filter((row) => isOrderReached(row, quote))
      .map(({ id }) => Number(id));
  }

  onCommitted(rows: CommitRows): void {
    const judged = this.#judged;
    const done = new Map<number, string[]>();
    const note = (accountId: number, line: string): void => {
      const lines = done.get(accountId);
      if (lines === undefined) done.set(accountId, [line]);
      else lines.push(line);
    };
    for (const { id } of rows.set) {
      const row = this.#tables.positions.get(Number(id)) ?? {};
      const isByTick = AUTOMATIC.has(row.closing_reason) && row.closed_at_ms === judged?.atMs;
      if (isByTick) note(Number(row.account_id), lineOf(row));
    }
    for (const [accountId, cents] of this.#sumNights(rows)) note(accountId, nightsLine(cents));
    for (const { id, kind, at_ms: atMs, reference } of rows.posting) {
      if (kind === 'protection') count(this.#counts, 'negative balance protection');
      if (kind === 'shortfall') count(this.#counts, 'a shortfall of shared protection');
      if (atMs !== judged?.atMs) continue;
      const [entry] = this.#tables.postings.get(Number(id))?.entries ?? [];
      const accountId = Number(entry?.customer_id);
      if (kind === 'protection') note(accountId, protectionLine(Number(entry?.amount_cents)));
      if (kind === 'shortfall') note(accountId, shortfallLine(Number(entry?.amount_cents)));
      // Commands have odd times: a tick gave it back.
      if (kind === 'withdrawal') note(accountId, cancellationLine(String(reference)));
    }
    for (const [accountId, lines] of done) {
      if (judged?.uncertain.has(accountId) === true) continue;
      const expected = judged?.expected.get(accountId) ?? [];
      const found = `${lines.join(', ')}; by the oracle: ${expected.join(', ')}`;
      demand(lines.join() === expected.join(), 'I11', `account ${accountId} closed ${found}`);
      judged?.expected.delete(accountId);
      count(this.#counts, 'an account closed by a tick as the oracle says');
    }
  }

  /** What the closes of the tick at hand paid for nights, by account. */
  #sumNights(rows: CommitRows): ReadonlyMap<number, number> {
    const sums = new Map<number, number>();
    for (const { id, kind, at_ms: atMs } of rows.posting) {
      if (kind !== 'financing' || atMs !== this.#judged?.atMs) continue;
      for (const entry of this.#tables.postings.get(Number(id))?.entries ?? []) {
        if (entry.customer_id === null) continue;
        const accountId = Number(entry.customer_id);
        sums.set(accountId, (sums.get(accountId) ?? 0) - Number(entry.amount_cents));
      }
      count(this.#counts, 'a night charged by a close');
    }
    return new Map([...sums].filter(([, cents]) => cents !== 0));
  }

  #viewOf({ now, nights }: MarketLog): MarketView {
    return {
      rules: this.#rules,
      nights,
      staleAfterMs: (symbol) => instrumentOf(symbol).staleAfterMs,
      marketOf: (symbol) => ({
        quote: now.quotes[symbol],
        state: now.states[symbol] ?? 'none',
      }),
    };
  }
}

function lineOf(row: SqlRow): string {
  const { id } = asPosition(row);
  return closeLine({
    id,
    reason: String(row.closing_reason),
    points: Number(row.close_points),
    profit: Number(row.profit_cents),
  });
}
