// The single writer of accounts and positions: gathers commands into batches, commits each batch
// in one statement, and only then answers and publishes.
import type {
  Account,
  AccountCommand,
  DurableEvent,
  MarketCommand,
  Refusal,
  SymbolMarket,
} from '@halyard/core/engine';
import type { AccountId, Position } from '@halyard/core/position';

export { isAnswered } from './commit/answered.ts';
export { audit } from './audit/audit.ts';
export { createLedgerSum } from './ledger-sum.ts';
export { createEngine } from './create-engine.ts';
export { isLeaseFree } from './lease/free-lease.ts';
export { pruneRefusals } from './prune-refusals.ts';
export { findLeaseOwner, leaveLeaseTo } from './lease/restored-lease.ts';
export { CLOSED_BY_BROKER } from './closed-by-broker.ts';
export { DIVIDEND_ACTION } from './notice.ts';
export type { AccountNotice, CancelledNotice } from './notice.ts';

/**
 * `duplicate-id`: used before with other content, by the account or, for a journal entry, by any
 * account.
 */
export type EngineRefusal =
  | Refusal
  | { readonly code: 'duplicate-id'; readonly facts: Record<string, never> };

export type Outcome =
  | { readonly kind: 'done'; readonly events: readonly DurableEvent[] }
  | { readonly kind: 'refused'; readonly refusal: EngineRefusal };

export type Committed = {
  /** Accounts that changed, each once. */
  readonly accountIds: readonly AccountId[];
  readonly events: readonly DurableEvent[];
  /** Whether account_notices has new rows. */
  readonly hasNotices: boolean;
};

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

export type Engine = {
  /**
   * The answer is durable. The same id and content get the first answer again. Throws an Outage if
   * the outcome is unknown; the caller can and should send the same id again. The id is 1 to 128
   * printable ASCII characters; for a command about funds it is the unique key of its journal entry
   * (`holdKey`, `releaseKey`).
   */
  submit(requestId: string, command: AccountCommand): Promise<Outcome>;
  /** Market commands are never rejected and have no answer; the queue is bounded. */
  feed(command: MarketCommand): void;
  /**
   * Returns a copy of the committed state; waits for a commit in progress that concerns the
   * account.
   */
  account(id: AccountId): Promise<Readonly<Account> | undefined>;
  /**
   * Returns the accounts with a position for which `isMeant` is true, unordered. Throws an Outage.
   */
  listHolders(isMeant: (position: Position) => boolean): readonly AccountId[];
  /**
   * Visits each account with positions, unordered and not at one moment: suitable for display, not
   * for booking. Yields to other work. Throws an Outage.
   */
  visitHolders(visit: (account: Readonly<Account>) => void): Promise<void>;
  /** Returns the engine's last quote and state of a symbol; state 'none' for an unknown symbol. */
  market(symbol: string): Readonly<SymbolMarket>;
  onCommitted(listener: (committed: Committed) => void): () => void;
  /**
   * Called when it is ready again. Listeners were not notified of commits by other programs, or of
   * its own unconfirmed ones, so cached account data must be read again.
   */
  onResumed(listener: () => void): () => void;
  /** What waits to be decided or committed. */
  waiting(): { readonly commands: number; readonly quotes: number };
  /**
   * False while it has no lease or its database is unavailable: health turns red, commands get 503.
   */
  isReady(): boolean;
  /** Resolves when it is ready for the first time; rejects if it stops before. */
  whenReady(): Promise<void>;
  /** Commits what is queued, releases the lease and ends. */
  stop(): Promise<void>;
};
