// One term of ownership: the memory that was loaded under a lease, and the commands that change it.
// A failure ends the term and discards the memory; nothing is repaired in place.
import { setImmediate } from 'node:timers/promises';
import { assertPresent } from '@halyard/core/assertion';
import type { Account, AccountCommand, MarketCommand, SymbolMarket } from '@halyard/core/engine';
import type { AccountId, Position, PositionId } from '@halyard/core/position';

import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

import type { Batch } from './commit/batch.ts';
import { BatchPacker } from './commit/batch-packer.ts';
import type { Queued } from './commit/batch-packer.ts';
import type { EngineObserver, Version } from './engine-interface.ts';
import type { Committed, Outcome } from './outcome.ts';
import type { EngineTime } from './engine-time.ts';
import type { Lease } from './lease/lease.ts';
import type { Loaded } from './load.ts';
import { PendingCommand } from './commit/pending-command.ts';
import { answerFor, RequestWindow } from './commit/request-window.ts';
import { Signal } from './signal.ts';
import type { EngineStore } from './commit/store.ts';

const WAITING_COMMANDS_MAX = 10_000;
const WAITING_TICKS_MAX = 100_000;
const LOOK_UP_COMMANDS_MAX = 1_024;
const VISITED_AT_ONCE = 1_000;

export type TermOptions = {
  readonly store: EngineStore;
  readonly lease: Lease;
  readonly loaded: Loaded;
  readonly publish: (committed: Committed) => void;
  readonly observer?: EngineObserver | undefined;
  readonly time: EngineTime;
  readonly clock?: Clock | undefined;
  readonly log: Pick<Log, 'warn'>;
};

/** A closed batch with the parameters of its commit. */
type Sealed = {
  readonly batch: Batch;
  readonly parameters: readonly unknown[];
  readonly adjustments: readonly unknown[] | undefined;
};

export class Term {
  /** The batch whose commit failed; undefined if the term ended for another reason. */
  inDoubt: Batch | undefined;
  readonly #options: TermOptions;
  readonly #window = new RequestWindow();
  readonly #work = new Signal();
  readonly #settled = new Signal();
  readonly #packer: BatchPacker;
  /** The next batch, prepared while the previous one is committed and not sent yet. */
  #closed: Sealed | undefined;
  #inFlight: { readonly batch: Batch; readonly done: Promise<void> } | undefined;
  #arrivals: PendingCommand[] = [];
  #committedBatch: number;
  #isLookingUp = false;
  #queue: Queued[] = [];
  #isStopping = false;
  #failure: Outage | undefined;

  constructor(options: TermOptions) {
    this.#options = options;
    this.#packer = new BatchPacker(options.loaded.state, options.log);
    this.#committedBatch = options.lease.batch;
  }

  get isReady(): boolean {
    return !this.#isStopping && this.#failure === undefined && this.#options.lease.isHeld;
  }

  /** The last commit of this term, or the last one before it. */
  get version(): Version {
    return { epoch: this.#options.lease.epoch, batch: this.#committedBatch };
  }

  async submit(requestId: string, command: AccountCommand): Promise<Outcome> {
    const pending = new PendingCommand(requestId, command);
    for (;;) {
      const answered = this.#window.findAnswered(pending);
      if (answered !== undefined) return answerFor(answered, pending.contentHash);
      const waiting = this.#window.findPending(pending);
      if (waiting === undefined) break;
      if (waiting.contentHash === pending.contentHash) return waiting.outcome;
      // This command waits for the other one to end, and does not get its outcome: it belongs to
      // another account or content.
      await waiting.outcome.catch(() => undefined);
      if (this.#failure !== undefined) throw this.#failure;
    }
    if (this.#window.pendingCount >= WAITING_COMMANDS_MAX) {
      throw new Outage('busy', 'Too many commands wait for the engine.');
    }
    this.#window.add(pending);
    this.#arrivals.push(pending);
    if (!this.#isLookingUp) void this.#lookUpArrivals();
    return pending.outcome;
  }

  /**
   * Returns false when the queue is full. The tick is then dropped; the next tick of its symbol
   * replaces it.
   */
  feed(command: MarketCommand): boolean {
    if (this.#queue.length >= WAITING_TICKS_MAX && command.kind === 'accept-tick') return false;
    this.#queue.push(command);
    this.#work.raise();
    return true;
  }

  async account(id: AccountId): Promise<Readonly<Account> | undefined> {
    while (this.#isUncommitted(id)) {
      if (this.#failure !== undefined) throw this.#failure;
      await this.#settled.next();
    }
    if (this.#failure !== undefined) throw this.#failure;
    // Another program may have taken the lease over in the meantime; the memory is then outdated.
    this.#assertLease();
    const account = this.#options.loaded.state.accounts.get(id);
    // A copy, because the next batch can change the original before the caller reads it.
    return account === undefined
      ? undefined
      : {
          ...account,
          positions: this.#currentPositions(account),
          orders: new Map(account.orders),
          holds: new Map(account.holds),
        };
  }

  /** Returns the positions with the current levels of their trailing stops. */
  #currentPositions({ positions }: Account): Map<PositionId, Position> {
    const { books } = this.#options.loaded.state;
    const current = new Map(positions);
    for (const [id, position] of positions) {
      if (position.trail === undefined) continue;
      current.set(id, books.get(position.symbol)?.levels.current(position) ?? position);
    }
    return current;
  }

  listHolders(isIntended: (position: Position) => boolean): readonly AccountId[] {
    const holders: AccountId[] = [];
    for (const { id, positions } of this.#options.loaded.state.accounts.values()) {
      if (positions.size > 0 && [...positions.values()].some(isIntended)) holders.push(id);
    }
    return holders;
  }

  /** Visits the holders in pieces, so that other work runs in between. */
  async visitHolders(visit: (account: Readonly<Account>) => void): Promise<void> {
    let visited = 0;
    for (const account of this.#options.loaded.state.accounts.values()) {
      if (account.positions.size > 0) visit(account);
      visited += 1;
      if (visited % VISITED_AT_ONCE === 0) await setImmediate();
      if (this.#failure !== undefined) throw this.#failure;
    }
  }

  waiting(): { readonly commands: number; readonly quotes: number } {
    const quotes = this.#queue.filter((queued) => !(queued instanceof PendingCommand)).length;
    return { commands: this.#window.pendingCount, quotes };
  }

  market(symbol: string): Readonly<SymbolMarket> | undefined {
    return this.#options.loaded.state.markets.get(symbol);
  }

  /** Stops accepting commands; `run` resolves when everything accepted is committed. */
  stop(): void {
    this.#isStopping = true;
    this.#work.raise();
  }

  /** Serves until it is stopped; throws the failure that ended the term. */
  async run(): Promise<void> {
    this.#options.lease.onLost(() => this.#work.raise());
    try {
      while (!this.#isDrained()) {
        // Commands that were queued while the lease was lost must not be decided now: they would
        // fill at outdated prices.
        if (!this.#options.lease.isHeld) await this.#options.lease.recover();
        this.#assertLease();
        if (this.#isIdle()) await this.#work.next();
        else await this.#serve();
      }
    } catch (error) {
      // Set at once, even while a commit is in progress, because the memory must no longer be read.
      this.#failure = new Outage('database', 'The engine starts over.', { cause: error });
      throw error;
    } finally {
      // Whatever ended the term, the last sent batch is resolved before any command is answered.
      await Promise.allSettled([this.#inFlight?.done]);
    }
  }

  /**
   * After `run` has thrown: answers the waiting commands, except those of the unconfirmed batch.
   */
  fail(): void {
    const failure = assertPresent(this.#failure, 'the term has failed');
    const doubted = new Set(this.inDoubt?.answers.map(({ command }) => command));
    for (const command of this.#window.listPending()) {
      if (!doubted.has(command)) command.fail(failure);
    }
    this.#arrivals = [];
    this.#queue = [];
    this.#settled.raise();
    this.#work.raise();
  }

  #assertLease(): void {
    if (this.#options.lease.isHeld) return;
    throw new Outage('no-lease', 'The lease was lost or not renewed in time.');
  }

  #isDrained(): boolean {
    const isDone = this.#packer.isEmpty && this.#inFlight === undefined;
    return this.#isStopping && this.#window.pendingCount === 0 && isDone;
  }

  #isIdle(): boolean {
    return this.#queue.length === 0 && this.#packer.isEmpty && this.#inFlight === undefined;
  }

  #isUncommitted(id: AccountId): boolean {
    const isSent = this.#inFlight?.batch.accountIds.has(id) === true;
    return isSent || this.#closed?.batch.accountIds.has(id) === true || this.#packer.has(id);
  }

  /** Decides new commands, also during a commit; a batch is closed when it is full or due. */
  async #serve(): Promise<void> {
    this.#packer.pack(this.#queue, this.#options.clock?.nowMs());
    if (this.#inFlight !== undefined && !this.#packer.isFull) {
      await Promise.race([this.#inFlight.done, this.#work.next()]);
      return;
    }
    // Yields so that network input is processed.
    if (this.#packer.isEmpty) await this.#options.time.breathe();
    for (const batch of this.#packer.takeTurn()) await this.#send(batch);
  }

  /**
   * Sends a batch. Only one commit runs at a time, because the database would let the second wait
   * anyway.
   */
  async #send(batch: Batch): Promise<void> {
    const { lease, loaded } = this.#options;
    const parameters = batch.toParameters(lease.epoch, loaded.numbering);
    const closed = { batch, parameters, adjustments: batch.toAdjustments() };
    if (this.#inFlight === undefined) {
      this.#start(closed);
      return;
    }
    this.#closed = closed;
    await this.#inFlight.done;
  }

  #start(closed: Sealed): void {
    this.#inFlight = { batch: closed.batch, done: this.#commit(closed) };
  }

  async #commit({ batch, parameters, adjustments }: Sealed): Promise<void> {
    const { store, time, observer } = this.#options;
    const begunAtMs = time.monotonicMs();
    try {
      await store.commit(parameters, adjustments);
    } catch (error) {
      this.inDoubt = batch;
      throw error;
    }
    const durationMs = time.monotonicMs() - begunAtMs;
    const next = this.#closed;
    this.#closed = undefined;
    this.#inFlight = undefined;
    this.#committedBatch = batch.number;
    // The database commits the next batch while the commands of this one are answered.
    if (next !== undefined) this.#start(next);
    observer?.committed({ durationMs, answers: batch.answers });
    this.#settled.raise();
    for (const { command, outcome } of batch.answers) {
      command.answer(outcome);
      this.#window.remember(command, command);
    }
    this.#options.publish(batch.toCommitted());
  }

  /**
   * Looks up new request ids. Those that are not in the window can be old ones, which the commands
   * table contains.
   */
  async #lookUpArrivals(): Promise<void> {
    this.#isLookingUp = true;
    // Waits a turn, so that ids that arrive together are looked up together.
    await this.#options.time.breathe();
    while (this.#arrivals.length > 0) {
      const commands = this.#arrivals.splice(0, LOOK_UP_COMMANDS_MAX);
      try {
        this.#admit(commands, await this.#options.store.lookUp(commands));
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        for (const command of commands) {
          this.#window.forget(command);
          command.fail(failure);
        }
      }
    }
    this.#isLookingUp = false;
    this.#work.raise();
  }

  #admit(
    commands: readonly PendingCommand[],
    answers: Awaited<ReturnType<EngineStore['lookUp']>>,
  ): void {
    if (this.#failure !== undefined) return;
    for (const command of commands) {
      const stored = answers.get(command);
      if (stored === undefined) {
        this.#queue.push(command);
        continue;
      }
      const { contentHash, outcome } = stored;
      command.answer(answerFor(stored, command.contentHash));
      this.#window.remember(command, { contentHash, outcome: Promise.resolve(outcome) });
    }
    this.#work.raise();
  }
}
