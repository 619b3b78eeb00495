import { BROKER_ACCOUNT_ID } from '@halyard/core/engine';
import type { DurableEvent } from '@halyard/core/engine';
import type { AccountId } from '@halyard/core/position';

/** Groups events by the account that they change, each group in order. */
export function groupDurable(
  events: readonly DurableEvent[],
): ReadonlyMap<AccountId, readonly DurableEvent[]> {
  return Map.groupBy(events, accountOf);
}

/** Returns the account that an event changes; the broker's if it concerns a whole symbol. */
export function accountOf(event: DurableEvent): AccountId {
  switch (event.kind) {
    case 'position-opened':
    case 'position-closed':
      return event.position.accountId;
    case 'position-reduced':
      return event.closed.accountId;
    case 'account-added':
    case 'terms-changed':
    case 'funds-posted':
    case 'withdrawal-cancelled':
    case 'financing-charged':
    case 'margin-level-crossed':
    case 'levels-changed':
    case 'position-split':
      return event.accountId;
    case 'order-placed':
    case 'order-amended':
    case 'order-ended':
      return event.order.accountId;
    case 'symbol-split':
    case 'trails-moved':
      return BROKER_ACCOUNT_ID;
  }
}
