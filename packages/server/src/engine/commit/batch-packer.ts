// Decides queued commands against the memory, applies them, and packs their events into batches. A
// price gap can close too many positions for one commit, so the excess goes to a backlog that is
// committed in pieces, with a batch of other commands between two pieces.
import { apply, decide, BROKER_ACCOUNT_ID, isDurable, listTriggered } from '@halyard/core/engine';
import type { AcceptTick, EngineState, Event, MarketCommand } from '@halyard/core/engine';
import type { AccountId } from '@halyard/core/position';
import { SECOND_MS } from '@halyard/core/time';

import type { Log } from '#platform/log/log.ts';

import { accountOf } from './account-of.ts';
import { Batch } from './batch.ts';
import { PendingCommand } from './pending-command.ts';

const COMMANDS_PER_BATCH_MAX = 512;
/**
 * The closes of one account at one tick stay together, so a piece of the backlog can contain fewer.
 */
export const POSITIONS_PER_BATCH_MAX = 1_024;
/**
 * How far the time of commands may be ahead of a clock that was set back. Commands that follow each
 * other keep their order through a small correction. After a larger one the earlier times were the
 * wrong ones: at those, every quote is stale, and all orders would be refused until the clock
 * reaches them.
 */
const AHEAD_OF_CLOCK_MAX_MS = SECOND_MS;

export type Queued = PendingCommand | MarketCommand;

export class BatchPacker {
  readonly #state: EngineState;
  readonly #log: Pick<Log, 'warn'> | undefined;
  readonly #backlog: Batch[] = [];
  /** Accounts with closes in the backlog, and the number of pieces that contain them. */
  readonly #waiting = new Map<AccountId, number>();
  #next = new Batch();
  /** The time of customers' commands; undefined if their senders set it. */
  #lastMs: number | undefined;

  constructor(state: EngineState, log?: Pick<Log, 'warn'>) {
    this.#state = state;
    this.#log = log;
  }

  /** Whether everything that was decided is also committed. */
  get isEmpty(): boolean {
    return this.#next.isEmpty && this.#backlog.length === 0;
  }

  /** Whether waiting for more commands would not make any batch larger. */
  get isFull(): boolean {
    const { answers, positionCount } = this.#next;
    const isNextFull =
      answers.length >= COMMANDS_PER_BATCH_MAX || positionCount >= POSITIONS_PER_BATCH_MAX;
    return isNextFull || this.#backlog.length > 0;
  }

  /** Whether something of the account is decided and not committed yet. */
  has(accountId: AccountId): boolean {
    return this.#next.accountIds.has(accountId) || this.#waiting.has(accountId);
  }

  /**
   * Takes commands from the queue, which it modifies. Commands of accounts with closes in the
   * backlog stay in the queue in their order, as do those that don't fit into a batch. Throws if an
   * assertion fails; the memory must not be used after that. `nowMs` replaces the time of customers'
   * commands, which goes back only when the clock was set back by more than a second.
   */
  pack(queue: Queued[], nowMs?: number): void {
    if (nowMs !== undefined) this.#follow(nowMs);
    const kept: Queued[] = [];
    let taken = 0;
    for (const queued of queue) {
      if (queued instanceof PendingCommand) {
        if (this.#next.answers.length >= COMMANDS_PER_BATCH_MAX) break;
        if (this.#mustWait(queued)) kept.push(queued);
        else this.#addCommand(queued, this.#lastMs);
      } else {
        this.#addMarketCommand(queued);
        if (queued.kind === 'accept-tick') this.#trigger(queued);
      }
      taken += 1;
    }
    queue.splice(0, taken, ...kept);
  }

  #follow(nowMs: number): void {
    const backMs = (this.#lastMs ?? nowMs) - nowMs;
    if (backMs > 0 && backMs <= AHEAD_OF_CLOCK_MAX_MS) return;
    this.#lastMs = nowMs;
    if (backMs > 0) {
      this.#log?.warn({ backMs }, 'the clock was set back: the times of commands go back with it');
    }
  }

  /** Returns what to commit now, in this order: the batch of commands, a piece of the backlog. */
  *takeTurn(): Iterable<Batch> {
    const next = this.#next;
    if (!next.isEmpty) {
      this.#next = new Batch();
      yield next;
    }
    const piece = this.#backlog.shift();
    if (piece === undefined) return;
    for (const accountId of piece.accountIds) this.#countPiece(accountId, -1);
    yield piece;
  }

  /**
   * Returns whether a command must wait: commands that concern all holders of a symbol wait until
   * the backlog is empty.
   */
  #mustWait({ accountId }: PendingCommand): boolean {
    if (accountId === BROKER_ACCOUNT_ID) return this.#backlog.length > 0;
    return this.#waiting.has(accountId);
  }

  #countPiece(accountId: AccountId, change: 1 | -1): void {
    const count = (this.#waiting.get(accountId) ?? 0) + change;
    if (count > 0) this.#waiting.set(accountId, count);
    else this.#waiting.delete(accountId);
  }

  #addCommand(pending: PendingCommand, nowMs: number | undefined): void {
    if (nowMs !== undefined) pending.setTime(nowMs);
    const decision = decide(this.#state, pending.command);
    if (decision.kind === 'refused') {
      this.#next.addAnswer(pending, { kind: 'refused', rejection: decision.rejection });
      return;
    }
    this.#applyAll(this.#next, decision.events);
    this.#next.addAnswer(pending, { kind: 'done', events: decision.events.filter(isDurable) });
  }

  #addMarketCommand(command: MarketCommand): void {
    const decision = decide(this.#state, command);
    if (decision.kind === 'refused') throw new Error('A market command was refused.');
    if (!decision.events.some(isDurable)) {
      for (const event of decision.events) apply(this.#state, event);
      return;
    }
    for (const [accountId, events] of groupByAccount(decision.events)) {
      const batch = this.#batchOf(command, accountId, events.length);
      this.#applyAll(batch, events);
    }
  }

  /**
   * Triggers the entry orders of a quote after its closes are applied, so that their margin is
   * free.
   */
  #trigger({ quote, atMs }: AcceptTick): void {
    for (const { id: orderId, accountId } of listTriggered(this.#state, quote.symbol, atMs)) {
      this.#addMarketCommand({ kind: 'trigger-order', accountId, atMs, orderId });
    }
  }

  #applyAll(batch: Batch, events: readonly Event[]): void {
    for (const event of events) {
      apply(this.#state, event);
      if (isDurable(event)) batch.addEvent(this.#state, event);
    }
  }

  #batchOf(
    { kind }: MarketCommand,
    accountId: AccountId | undefined,
    positionCount: number,
  ): Batch {
    // A trail mark may be dropped only after everything that needed it is closed, so it is
    // committed after those closes.
    if (kind === 'record-trails') return this.#backlog.at(-1) ?? this.#next;
    return accountId === undefined ? this.#next : this.#batchFor(accountId, positionCount);
  }

  /**
   * Returns the batch for an account's events, which stay in order: once an account is in the
   * backlog, its events follow there.
   */
  #batchFor(accountId: AccountId, positionCount: number): Batch {
    const fits = (batch: Batch): boolean =>
      batch.positionCount + positionCount <= POSITIONS_PER_BATCH_MAX;
    if (!this.#waiting.has(accountId) && fits(this.#next)) return this.#next;
    const last = this.#backlog.at(-1);
    const piece = last !== undefined && fits(last) ? last : new Batch();
    if (piece !== last) this.#backlog.push(piece);
    if (!piece.accountIds.has(accountId)) this.#countPiece(accountId, 1);
    return piece;
  }
}

/**
 * Groups the events by account, in order, so that an account's closes and its balance protection
 * are committed together. Within a tick, accounts don't depend on each other.
 */
function groupByAccount(
  events: readonly Event[],
): ReadonlyMap<AccountId | undefined, readonly Event[]> {
  const groups = new Map<AccountId | undefined, Event[]>();
  for (const event of events) {
    const accountId = isDurable(event) ? accountOf(event) : undefined;
    const group = groups.get(accountId);
    if (group === undefined) groups.set(accountId, [event]);
    else group.push(event);
  }
  return groups;
}
