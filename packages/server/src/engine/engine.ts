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

/** `duplicate-id`: used before with other content, by the account or, for a posting, by any. */
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
  /** Whether customers are to be told of something: the account_notices have grown. */
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
   * Durable when it answers. Same id and content: the first answer again. Throws an Outage: then
   * it is unknown whether it had effect, and the same id may and should be sent again. The id is
   * 1 to 128 printable ASCII characters; that of a command about funds is the unique key of its
   * posting (`holdKey`, `releaseKey`).
   */
  submit(requestId: string, command: AccountCommand): Promise<Outcome>;
  /** Market commands are never refused and answer nothing; the queue is bounded. */
  feed(command: MarketCommand): void;
  /** A copy of what is committed; waits for a commit in flight that touches the account. */
  account(id: AccountId): Promise<Readonly<Account> | undefined>;
  /** The accounts that hold a position of which `isMeant` is true, in no order. Throws an Outage. */
  listHolders(isMeant: (position: Position) => boolean): readonly AccountId[];
  /**
   * Shows each account that holds positions, in no order and not all of one moment: enough to look
   * at, not to book by. It lets others work in between. Throws an Outage.
   */
  visitHolders(visit: (account: Readonly<Account>) => void): Promise<void>;
  /** What the engine last took of a symbol; state 'none' for one it does not know. */
  market(symbol: string): Readonly<SymbolMarket>;
  onCommitted(listener: (committed: Committed) => void): () => void;
  /**
   * Called when it is ready again. What others committed meanwhile, or itself without learning of
   * it, no listener was told: what is kept of accounts must be read again.
   */
  onResumed(listener: () => void): () => void;
  /** What waits to be decided or committed. */
  waiting(): { readonly commands: number; readonly quotes: number };
  /** False while it has no lease or its database is gone: health turns red, commands meet 503. */
  isReady(): boolean;
  /** Resolves once it is ready for the first time; rejects when it stops before. */
  whenReady(): Promise<void>;
  /** Commits what is queued, gives the lease back and ends. */
  stop(): Promise<void>;
};
