// Funds held for a withdrawal leave the balance, the free margin and the margin level when the
// withdrawal is requested. They remain the customer's money until the payout, and cover a loss that
// would leave a negative balance.
import { createReleasePosting } from '#ledger/ledger.ts';
import { addCents, cents, ZERO_CENTS, type Cents } from '#money/money.ts';
import type { AccountDraft } from './draft.ts';
import type { CancellationCause, WithdrawalCancelled } from '../event.ts';
import type { Account } from '../state.ts';

const NOTHING: readonly WithdrawalCancelled[] = [];

type Held = Pick<Account, 'holds'>;

/** Returns the sum of an account's holds in cents. */
export function heldCentsOf({ holds }: Held): Cents {
  if (holds.size === 0) return ZERO_CENTS;
  return cents([...holds.values()].reduce((sum: number, one) => sum + one, 0));
}

/**
 * Cancels withdrawals in the draft, newest first, until cash is not negative. A withdrawal is
 * cancelled whole: its approval was for its amount, and the customer can request the remainder
 * again.
 */
export function coverFromHolds(draft: AccountDraft): readonly WithdrawalCancelled[] {
  if (draft.heldCents === 0) return NOTHING;
  const events: WithdrawalCancelled[] = [];
  for (const [reference, amountCents] of newestFirst(draft.account)) {
    if (draft.cashCents >= 0) break;
    events.push(cancel(draft, { reference, amountCents, cause: 'loss' }));
  }
  return events;
}

/** Cancels all withdrawals of an account in the draft, newest first. */
export function cancelHolds(
  draft: AccountDraft,
  cause: CancellationCause,
): readonly WithdrawalCancelled[] {
  return newestFirst(draft.account).map(([reference, amountCents]) =>
    cancel(draft, { reference, amountCents, cause }),
  );
}

/** A map iterates in insertion order, which is the order in which the holds were made. */
function newestFirst({ holds }: Held): readonly (readonly [string, Cents])[] {
  return [...holds].toReversed();
}

function cancel(
  draft: AccountDraft,
  held: {
    readonly reference: string;
    readonly amountCents: Cents;
    readonly cause: CancellationCause;
  },
): WithdrawalCancelled {
  const { reference, amountCents, cause } = held;
  const { id: accountId } = draft.account;
  draft.cashCents = addCents(draft.cashCents, amountCents);
  draft.heldCents = cents(draft.heldCents - amountCents);
  const posting = createReleasePosting({ accountId, reference, amountCents, atMs: draft.atMs });
  return { kind: 'withdrawal-cancelled', accountId, reference, amountCents, cause, posting };
}
