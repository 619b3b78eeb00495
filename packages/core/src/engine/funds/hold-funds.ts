import { createHoldPosting, createReleasePosting } from '#ledger/ledger.ts';
import { toEuros, cents } from '#money/money.ts';
import { isAtLeast, isAtMost } from '../amount-bounds.ts';
import type { HoldFunds, ReleaseFunds } from '../command.ts';
import { decided, rejectionOf, refused, type Decision } from '../decision.ts';
import { accountFigures, findUnvalued } from '../account/account.ts';
import type { EngineState } from '../state.ts';

const HOLD_MIN_CENTS = cents(1);

/**
 * Holds an amount for a withdrawal, from what is withdrawable at the last quotes. Rejects in this
 * order: not-found (account), blocked, duplicate-id (the withdrawal has a hold), price-unavailable
 * (the loss of an open position is unknown), nothing-to-withdraw, amount-too-small,
 * withdraw-maximum.
 */
export function decideHoldFunds(state: EngineState, command: HoldFunds): Decision {
  const { accountId, atMs, amountCents, reference } = command;
  const account = state.accounts.get(accountId);
  if (account === undefined) return refused(rejectionOf('not-found', { account: accountId }));
  if (account.terms.status === 'blocked') return refused(rejectionOf('blocked'));
  if (account.holds.has(reference)) return refused(rejectionOf('duplicate-id'));

  const symbol = findUnvalued(state, account);
  if (symbol !== undefined) return refused(rejectionOf('price-unavailable', { symbol }));
  const { withdrawableCents } = accountFigures(state, account);
  if (withdrawableCents === 0) return refused(rejectionOf('nothing-to-withdraw'));
  if (!isAtLeast(amountCents, HOLD_MIN_CENTS)) {
    return refused(rejectionOf('amount-too-small', { minimum: toEuros(HOLD_MIN_CENTS) }));
  }
  if (!isAtMost(amountCents, withdrawableCents)) {
    return refused(rejectionOf('withdraw-maximum', { maximum: toEuros(withdrawableCents) }));
  }
  const posting = createHoldPosting({ accountId, reference, amountCents, atMs });
  return decided({ kind: 'funds-posted', accountId, posting });
}

/**
 * Releases all funds held for a withdrawal, whatever the account's status. Rejects with not-found
 * (account or hold).
 */
export function decideReleaseFunds(state: EngineState, command: ReleaseFunds): Decision {
  const { accountId, atMs, reference } = command;
  const amountCents = state.accounts.get(accountId)?.holds.get(reference);
  if (amountCents === undefined) return refused(rejectionOf('not-found', { reference }));
  const posting = createReleasePosting({ accountId, reference, amountCents, atMs });
  return decided({ kind: 'funds-posted', accountId, posting });
}
