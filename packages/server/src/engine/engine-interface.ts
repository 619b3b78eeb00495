import type {
  Account,
  AccountCommand,
  DurableEvent,
  MarketCommand,
  SymbolMarket,
} from '@halyard/core/engine';
import type { AccountId, Position } from '@halyard/core/position';
import type { Outcome, Committed } from './outcome.ts';

/** Called after each commit; it must be quick and must not throw. */
export type EngineObserver = {
  /** The lease was taken and the accounts were loaded. */
  termBegan(): void;
  committed(commit: { readonly durationMs: number; readonly answers: readonly Answered[] }): void;
};

type Answered = {
  readonly command: { readonly submitted: Pick<AccountCommand, 'kind'> };
  readonly outcome: Outcome;
};

/** What a commit changed on one account. */
export type AccountChange = { readonly events: readonly DurableEvent[] };

export type Followed = {
  /** Resolves when no further change is missed. Rejects with an Outage. */
  readonly begun: Promise<void>;
  end(): void;
};

/** The engine, as every program uses it, also one that does not run it. */
export type EngineClient = {
  /**
   * Executes a command; the answer is durable. Repeating the same id and content returns the first
   * answer. Throws an Outage if the outcome is unknown; the caller should then send the same id
   * again. The id is 1 to 128 printable ASCII characters; for a command about funds it is the
   * unique key of its journal entry (`holdKey`, `releaseKey`). The engine's clock replaces the time of
   * a customer's command.
   */
  submit(requestId: string, command: AccountCommand): Promise<Outcome>;
  /**
   * Returns a copy of the committed state of an account, after any commit in progress that concerns
   * it, and never an older state than one that this program has seen. Throws an Outage.
   */
  account(id: AccountId): Promise<Readonly<Account> | undefined>;
  /** Returns the engine's last quote and state of a symbol; state 'none' for an unknown symbol. */
  market(symbol: string): Readonly<SymbolMarket>;
  /**
   * Calls the listener after each commit that changes the account, before its commands are
   * answered to other parts of the program.
   */
  follow(id: AccountId, listener: (change: AccountChange) => void): Followed;
  /**
   * Calls the listener when commits may have been missed, such as those of another program, or
   * unconfirmed ones, so that cached account data must be read again.
   */
  onResumed(listener: () => void): () => void;
  /**
   * Returns whether the engine serves. False while no program has the lease or the database is
   * unavailable: the health check fails, and commands are answered with 503.
   */
  isReady(): boolean;
  /** Resolves when the engine is ready for the first time; rejects if it stops before. */
  whenReady(): Promise<void>;
};

/** How far an engine has committed: versions of a later epoch are newer. */
export type Version = { readonly epoch: number; readonly batch: number };

/** Whether the engine serves or stands by, and the last batch in its memory. */
export type EngineProgress = {
  readonly isActive: boolean;
  /** Undefined while it stands by. */
  readonly epoch: number | undefined;
  /** Undefined while a memory that stands by is not loaded. */
  readonly batch: number | undefined;
};

/** The engine, as the parts use it that run beside it in the same program. */
export type EngineOwner = EngineClient & {
  /**
   * Gives a market command to the engine. Market commands are never rejected and have no answer;
   * the queue is bounded.
   */
  feed(command: MarketCommand): void;
  /**
   * Returns the accounts with a position for which `isIntended` is true, unordered. Throws an Outage.
   */
  listHolders(isIntended: (position: Position) => boolean): readonly AccountId[];
  /**
   * Visits each account with positions, unordered and not at one moment: suitable for display, not
   * for booking. Yields to other work. Throws an Outage.
   */
  visitHolders(visit: (account: Readonly<Account>) => void): Promise<void>;
  onCommitted(listener: (committed: Committed) => void): () => void;
  /** Returns the last commit. Throws an Outage while the engine is not ready. */
  version(): Version;
  /** Returns how far the engine is, for the operator; never throws. */
  progress(): EngineProgress;
  /** Returns how many commands and quotes wait to be decided or committed. */
  waiting(): { readonly commands: number; readonly quotes: number };
  /** Commits the queued commands, releases the lease and ends the engine. */
  stop(): Promise<void>;
};
