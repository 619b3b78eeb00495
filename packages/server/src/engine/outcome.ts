import type { DurableEvent, Rejection } from '@halyard/core/engine';
import type { AccountId } from '@halyard/core/position';

/**
 * `duplicate-id`: the id was used before with other content, by this account or, for a journal
 * entry, by any account.
 */
export type EngineRejection =
  | Rejection
  | { readonly code: 'duplicate-id'; readonly facts: Record<string, never> };

/** The answer to a command, durable when it is given. */
export type Outcome =
  | { readonly kind: 'done'; readonly events: readonly DurableEvent[] }
  | { readonly kind: 'refused'; readonly rejection: EngineRejection };

/** The changes of a commit, for its listeners. */
export type Committed = {
  /** The accounts that changed, each once. */
  readonly accountIds: readonly AccountId[];
  readonly events: readonly DurableEvent[];
  /** Whether account_notices has new rows. */
  readonly hasNotices: boolean;
};
