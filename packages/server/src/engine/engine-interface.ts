import type { Account, AccountCommand, MarketCommand, SymbolMarket } from '@halyard/core/engine';
import type { AccountId, Position } from '@halyard/core/position';
import type { Outcome, Committed } from './outcome.ts';

/** Called after each commit; it must be quick and must not throw. */
export type EngineObserver = {
  /** The lease was taken and the accounts were loaded. */
  termBegan(): void;
  committed(commit: { readonly durationMs: number; readonly answers: readonly Answered[] }): void;
};

type Answered = {
  readonly command: { readonly command: Pick<AccountCommand, 'kind'> };
  readonly outcome: Outcome;
};

/** The running engine, as the features use it. */
export type Engine = {
  /**
   * Executes a command; the answer is durable. Repeating the same id and content returns the first
   * answer. Throws an Outage if the outcome is unknown; the caller should then send the same id
   * again. The id is 1 to 128 printable ASCII characters; for a command about funds it is the
   * unique key of its journal entry (`holdKey`, `releaseKey`).
   */
  submit(requestId: string, command: AccountCommand): Promise<Outcome>;
  /**
   * Gives a market command to the engine. Market commands are never rejected and have no answer;
   * the queue is bounded.
   */
  feed(command: MarketCommand): void;
  /**
   * Returns a copy of the committed state of an account, after any commit in progress that concerns
   * it.
   */
  account(id: AccountId): Promise<Readonly<Account> | undefined>;
  /**
   * Returns the accounts with a position for which `isIntended` is true, unordered. Throws an Outage.
   */
  listHolders(isIntended: (position: Position) => boolean): readonly AccountId[];
  /**
   * Visits each account with positions, unordered and not at one moment: suitable for display, not
   * for booking. Yields to other work. Throws an Outage.
   */
  visitHolders(visit: (account: Readonly<Account>) => void): Promise<void>;
  /** Returns the engine's last quote and state of a symbol; state 'none' for an unknown symbol. */
  market(symbol: string): Readonly<SymbolMarket>;
  onCommitted(listener: (committed: Committed) => void): () => void;
  /**
   * Calls the listener when the engine is ready again. Listeners were not notified of commits by
   * other programs, or of this engine's own unconfirmed ones, so cached account data must be read
   * again.
   */
  onResumed(listener: () => void): () => void;
  /** Returns how many commands and quotes wait to be decided or committed. */
  waiting(): { readonly commands: number; readonly quotes: number };
  /**
   * Returns whether the engine serves. False while it has no lease or its database is unavailable:
   * the health check fails, and commands are answered with 503.
   */
  isReady(): boolean;
  /** Resolves when the engine is ready for the first time; rejects if it stops before. */
  whenReady(): Promise<void>;
  /** Commits the queued commands, releases the lease and ends the engine. */
  stop(): Promise<void>;
};
