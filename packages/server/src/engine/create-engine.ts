// The engine's life cycle: take the lease, load, serve. When a failure ends the term, the engine
// resolves what its last commit left unknown and starts again.
import { randomUUID } from 'node:crypto';

import type { Account, AccountCommand, MarketCommand, SymbolMarket } from '@halyard/core/engine';
import type { Quote } from '@halyard/core/instrument';
import type { AccountId, Position } from '@halyard/core/position';

import { Outage } from '#platform/outage/outage.ts';

import type { Batch } from './commit/batch.ts';
import type { AccountChange, EngineOwner, Followed, Version } from './engine-interface.ts';
import type { Committed, Outcome } from './outcome.ts';
import type { EngineOptions } from './engine-options.ts';
import { systemTime } from './engine-time.ts';
import type { EngineTime } from './engine-time.ts';
import { isFenced } from './failures.ts';
import { Followers } from './followers.ts';
import { LeaseKeeper } from './lease/lease.ts';
import { loadState } from './load.ts';
import type { Beginning } from './load.ts';
import { MarketMemory } from './market-memory.ts';
import { answerFor } from './commit/request-window.ts';
import { EngineStore } from './commit/store.ts';
import { Pause } from './pause.ts';
import { StandbyMemory } from './standby/standby.ts';
import { Term } from './term.ts';
import { watchFollowed } from './watch-followed.ts';
import { tellListeners } from './tell-listeners.ts';

const RETRY_MS = 500;
/** How long a command whose commit failed waits for its outcome. */
const DOUBT_TIMEOUT_MS = 3_000;

const NOTHING_WAITS = { commands: 0, quotes: 0 };

/** Starts an engine. It is ready when it holds the lease and has loaded every account. */
export function createEngine(options: EngineOptions): EngineOwner {
  return new LeasedEngine(options);
}

class LeasedEngine implements EngineOwner {
  readonly #options: EngineOptions;
  readonly #time: EngineTime;
  readonly #keeper: LeaseKeeper;
  readonly #store: EngineStore;
  readonly #standby: StandbyMemory | undefined;
  readonly #markets = new MarketMemory();
  readonly #listeners = new Set<(committed: Committed) => void>();
  readonly #followers = new Followers();
  readonly #resumeListeners = new Set<() => void>();
  readonly #firstReady = Promise.withResolvers<void>();
  readonly #stopping = new AbortController();
  readonly #pause: Pause;
  readonly #life: Promise<void>;
  #term: Term | undefined;
  /** The batch whose commit the last term could not confirm. */
  #doubt: Batch | undefined;
  #hasServed = false;
  #hasWarned = false;
  #isStandby = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#time = options.time ?? systemTime;
    this.#store = new EngineStore(options.db);
    if (options.standbyDb !== undefined) {
      this.#standby = new StandbyMemory(options.standbyDb, this.#beginning);
    }
    this.#keeper = new LeaseKeeper({
      db: options.db,
      owner: randomUUID(),
      report: (error) => options.log.warn({ err: error }, 'the lease could not be renewed'),
      time: this.#time,
    });
    this.#firstReady.promise.catch(() => undefined);
    this.#pause = new Pause(this.#time, this.#stopping.signal);
    // Starts at once when the followed engine is ready for the first time.
    options.follows?.whenReady().then(
      () => this.#pause.end(),
      () => undefined,
    );
    this.#life = this.#live();
  }

  async submit(requestId: string, command: AccountCommand): Promise<Outcome> {
    return this.#readyTerm().submit(requestId, command);
  }

  feed(command: MarketCommand): void {
    this.#markets.note(command);
    const isTaken = this.#term?.feed(command) ?? true;
    if (!isTaken) this.#options.log.warn('a tick was dropped: too many wait for the engine');
  }

  async account(id: number): ReturnType<EngineOwner['account']> {
    return this.#readyTerm().account(id);
  }

  listHolders(isIntended: (position: Position) => boolean): readonly AccountId[] {
    return this.#readyTerm().listHolders(isIntended);
  }

  async visitHolders(visit: (account: Readonly<Account>) => void): Promise<void> {
    await this.#readyTerm().visitHolders(visit);
  }

  market(symbol: string): Readonly<SymbolMarket> {
    return this.#term?.market(symbol) ?? this.#markets.find(symbol);
  }

  follow(id: AccountId, listener: (change: AccountChange) => void): Followed {
    return this.#followers.follow(id, listener);
  }

  version(): Version {
    return this.#readyTerm().version;
  }

  progress(): ReturnType<EngineOwner['progress']> {
    const term = this.#term;
    return term?.isReady === true
      ? { isActive: true, ...term.version }
      : { isActive: false, epoch: undefined, batch: this.#standby?.batch };
  }

  onCommitted(listener: (committed: Committed) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  onResumed(listener: () => void): () => void {
    this.#resumeListeners.add(listener);
    return () => {
      this.#resumeListeners.delete(listener);
    };
  }

  waiting(): ReturnType<EngineOwner['waiting']> {
    return this.#term?.waiting() ?? NOTHING_WAITS;
  }

  isReady(): boolean {
    return this.#term?.isReady ?? false;
  }

  whenReady(): Promise<void> {
    return this.#firstReady.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#term?.stop();
    await this.#life;
  }

  get #beginning(): Beginning {
    const { rules, instruments } = this.#options;
    return { rules, instruments, time: this.#time };
  }

  /** Failures only cost time: the memory is loaded again, at the latest at the take-over. */
  async #tryStandby<Result>(
    work: (standby: StandbyMemory) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (this.#standby === undefined) return undefined;
    try {
      return await work(this.#standby);
    } catch (error) {
      if (error instanceof Outage) throw error;
      this.#options.log.error({ err: error }, 'the memory of the standby is discarded');
      return undefined;
    }
  }

  #readyTerm(): Term {
    const term = this.#term;
    if (this.#stopping.signal.aborted) throw new Outage('stopping', 'The engine is stopping.');
    if (term?.isReady !== true) throw new Outage('no-lease', 'The engine is not ready.');
    return term;
  }

  async #live(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      let waitMs = RETRY_MS;
      try {
        waitMs = await this.#serveTerm();
      } catch (error) {
        if (!(error instanceof Outage) && !isFenced(error)) {
          this.#die(error);
          break;
        }
        this.#warnOnce(error);
      }
      await this.#pause.begin(waitMs);
    }
    if (this.#doubt !== undefined) failDoubted(this.#doubt);
    this.#firstReady.reject(new Outage('stopping', 'The engine has stopped.'));
    await Promise.all([this.#keeper.close(), this.#store.close()]);
  }

  /**
   * Runs a term, from taking the lease to losing or releasing it. Returns early while another
   * program holds it. Returns after how many milliseconds to try again.
   */
  async #serveTerm(): Promise<number> {
    const { db, log } = this.#options;
    const isFree = this.#options.follows?.isReady() !== false;
    const lease = isFree ? await this.#keeper.take() : undefined;
    if (lease === undefined) {
      const waitMs = isFree ? Math.min(RETRY_MS, this.#keeper.freeInMs) : RETRY_MS;
      if (isFree) this.#sayStandby();
      const accounts = await this.#tryStandby(async (standby) => await standby.follow());
      if (accounts !== undefined) log.info({ accounts }, 'the accounts are loaded for a take-over');
      return waitMs;
    }
    this.#isStandby = false;
    try {
      await this.#settleDoubt();
      const taken = await this.#tryStandby(async (standby) => await standby.take(lease.batch));
      const loaded = taken ?? (await loadState(db, this.#beginning, lease.batch));
      await this.#recallQuotes();
      const { accounts } = loaded.state;
      this.#hasWarned = false;
      const isFollowed = taken !== undefined;
      log.info({ epoch: lease.epoch, accounts: accounts.size, isFollowed }, 'the engine is ready');
      const publish = (committed: Committed): void => this.#publish(committed);
      await this.#runTerm(
        new Term({
          ...this.#options,
          store: this.#store,
          lease,
          loaded,
          publish,
          time: this.#time,
        }),
        loaded.splits,
      );
    } finally {
      lease.drop();
    }
    await lease.release();
    return RETRY_MS;
  }

  async #runTerm(term: Term, splits: readonly Quote[]): Promise<void> {
    for (const quote of splits) this.#noteNewer(quote);
    for (const command of this.#markets.list()) term.feed(command);
    this.#term = term;
    this.#options.observer?.termBegan();
    if (this.#stopping.signal.aborted) term.stop();
    this.#firstReady.resolve();
    if (this.#hasServed) tellListeners(this.#options.log, this.#resumeListeners, undefined);
    this.#hasServed = true;
    const endWatch = watchFollowed(this.#options.follows, this.#time, () => term.stop());
    try {
      await term.run();
    } catch (error) {
      if (term.inDoubt !== undefined && error instanceof Outage) {
        const doubt = term.inDoubt;
        this.#doubt = doubt;
        this.#time.after(DOUBT_TIMEOUT_MS, () => failDoubted(doubt));
      } else {
        term.inDoubt = undefined;
      }
      term.fail();
      throw error;
    } finally {
      endWatch();
      this.#term = undefined;
    }
  }

  /**
   * Resolves the unconfirmed batch. Under the new epoch the old commit can no longer succeed:
   * either it is stored already, or it never will be.
   */
  async #settleDoubt(): Promise<void> {
    if (this.#doubt === undefined) return;
    const commands = this.#doubt.answers.map(({ command }) => command);
    const found = await this.#store.lookUp(commands);
    this.#doubt = undefined;
    for (const command of commands) {
      const answer = found.get(command);
      if (answer === undefined) command.fail(new Outage('database', 'The command was not done.'));
      // Another owner may have used the id for other content meanwhile.
      else command.answer(answerFor(answer, command.contentHash));
    }
  }

  #publish(committed: Committed): void {
    for (const event of committed.events) {
      if (event.kind === 'symbol-split') this.#noteNewer(event.quote);
    }
    tellListeners(this.#options.log, this.#followers.listCalls(committed), undefined);
    tellListeners(this.#options.log, this.#listeners, committed);
  }

  /**
   * Reads the last quotes of the other program, which may have traded while this one did not hold
   * the lease.
   */
  async #recallQuotes(): Promise<void> {
    if (!this.#hasServed) return;
    const quotes = (await this.#options.recallQuotes?.()) ?? [];
    for (const quote of quotes) this.#noteNewer(quote);
  }

  /**
   * Records a newer quote. The next term must not restore an older one, such as one from before a
   * split.
   */
  #noteNewer(quote: Quote): void {
    const known = this.#markets.find(quote.symbol).quote;
    if (known === undefined || known.sequence >= quote.sequence) return;
    this.#markets.note({ kind: 'accept-tick', atMs: quote.receivedAtMs, quote });
  }

  /** Logs the standby state once, however long another program holds the lease. */
  #sayStandby(): void {
    if (this.#isStandby) return;
    this.#isStandby = true;
    this.#options.log.info('another program holds the lease: standing by');
  }

  /** Logs an outage once; the engine retries twice a second. */
  #warnOnce(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.log.warn({ err: error }, 'the engine is not ready and starts over');
  }

  #die(error: unknown): void {
    this.#stopping.abort();
    this.#options.log.fatal({ err: error }, 'the engine has stopped: an assertion failed');
    this.#options.onFatal(error);
  }
}

/**
 * Fails the commands of an unconfirmed batch. Commands that have been answered in the meantime are
 * not affected.
 */
function failDoubted({ answers }: Batch): void {
  for (const { command } of answers) {
    command.fail(new Outage('database', 'It is unknown whether the command was done.'));
  }
}
