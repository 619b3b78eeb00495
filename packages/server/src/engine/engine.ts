// The single writer of accounts and positions: gathers commands into batches, commits each batch
// in one statement, and only then answers and publishes.
import type {
  AccountCommand,
  DurableEvent,
  MarketCommand,
  Refusal,
} from '@halyard/core/engine';
import type { Account } from '@halyard/core/engine';
import type { Quote, SymbolState } from '@halyard/core/instrument';
import type { AccountId } from '@halyard/core/position';

/** `duplicate-id`: the account used this id before with other content. */
export type EngineRefusal = Refusal | { readonly code: 'duplicate-id'; readonly facts: Record<string, never> };

export type Outcome =
  | { readonly kind: 'done'; readonly events: readonly DurableEvent[] }
  | { readonly kind: 'refused'; readonly refusal: EngineRefusal };

export type Committed = {
  /** Accounts that changed, each once. */
  readonly accountIds: readonly AccountId[];
  readonly events: readonly DurableEvent[];
};

export type Engine = {
  /** Durable when it answers. Same id and content: the first answer again. Throws an Outage. */
  submit(requestId: string, command: AccountCommand): Promise<Outcome>;
  /** Market commands are never refused and answer nothing; the queue is bounded. */
  feed(command: MarketCommand): void;
  /** What is committed; waits for a commit in flight that touches the account. */
  account(id: AccountId): Promise<Readonly<Account> | undefined>;
  market(symbol: string): { readonly quote: Quote | undefined; readonly state: SymbolState };
  onCommitted(listener: (committed: Committed) => void): () => void;
  /** False while it has no lease or its database is gone: health turns red, commands meet 503. */
  isReady(): boolean;
  stop(): Promise<void>;
};
