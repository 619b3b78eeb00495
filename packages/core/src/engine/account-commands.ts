import { assert } from '#assertion/assertion.ts';
import { createPosting, movedCents, type Posting } from '#ledger/ledger.ts';
import { CATEGORIES } from '#instrument/instrument.ts';
import { cents, toEuros, ZERO_CENTS } from '#money/money.ts';
import { FUNDS_MAX_CENTS } from './amount-bounds.ts';
import type { AddAccount, ChangeTerms, PostFunds } from './command.ts';
import { coverByCredit, findPayoutRejection } from './funds/funds.ts';
import { decided, rejectionOf, refused, type Decision } from './decision.ts';
import { cancelForbidden } from './orders/orders.ts';
import { accountFigures, findUnvalued, heldCentsOf } from './account/account.ts';
import type { Rejection } from './rejection.ts';
import type { Account, AccountTerms, EngineState } from './state.ts';

/**
 * Adds an account. An existing account stays unchanged: only change-terms changes it. Asserts the
 * id and valid terms.
 */
export function decideAddAccount(state: EngineState, command: AddAccount): Decision {
  const { accountId, terms } = command;
  if (state.accounts.has(accountId)) return decided();
  assert(Number.isSafeInteger(accountId) && accountId > 0, 'account ids start at one');
  assertTerms(terms);
  return decided({ kind: 'account-added', accountId, terms });
}

/**
 * Replaces the terms of an account and cancels the entry orders that they forbid. Changes nothing if
 * the account doesn't have the expected terms. Rejects with not-found. Asserts valid terms.
 */
export function decideChangeTerms(state: EngineState, command: ChangeTerms): Decision {
  const { accountId, terms, expected } = command;
  const account = state.accounts.get(accountId);
  if (account === undefined) return refused(rejectionOf('not-found', { account: accountId }));
  assertTerms(terms);
  if (expected !== undefined && !areEqual(account.terms, expected)) return decided();
  const cancelled = cancelForbidden(state, { account, terms, atMs: command.atMs });
  return decided({ kind: 'terms-changed', accountId, terms }, ...cancelled);
}

function areEqual(one: AccountTerms, other: AccountTerms): boolean {
  return (
    one.status === other.status &&
    one.isVerified === other.isVerified &&
    one.clientCategory === other.clientCategory &&
    one.hasGuaranteedStop === other.hasGuaranteedStop &&
    one.sharesProtection === other.sharesProtection &&
    isSameList(one.permittedCategories, other.permittedCategories) &&
    CATEGORIES.every((category) =>
      isSameList(one.leverageIndexes[category], other.leverageIndexes[category]),
    )
  );
}

function isSameList(
  one: readonly (string | number)[] | undefined,
  other: readonly (string | number)[] | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** A leverage index beyond the list is valid in account terms: it permits nothing. */
function assertTerms({ leverageIndexes }: AccountTerms): void {
  for (const index of Object.values(leverageIndexes).flat()) {
    assert(Number.isSafeInteger(index) && index >= 0, 'leverages are counted from zero');
  }
}

/**
 * Books a journal entry that starts outside the engine. Rejects with not-found if the account is
 * missing, or if a payout refers to no held funds; payouts are also checked by `findPayoutRejection`.
 * Rejects with amount-too-large if cash plus holds, or credit, would exceed FUNDS_MAX_CENTS. A
 * correction can take at most what is withdrawable and pay at most what the customer owes: rejects
 * with price-unavailable and amount-too-large. Asserts a valid entry.
 */
export function decidePostFunds(state: EngineState, command: PostFunds): Decision {
  const { accountId } = command;
  const account = state.accounts.get(accountId);
  if (account === undefined) return refused(rejectionOf('not-found', { account: accountId }));

  const posting = createPosting(command.posting);
  for (const { customerId } of posting.entries) {
    assert(customerId === null || customerId === accountId, 'a posting changes one account only');
  }
  const { reference } = posting;
  const heldCents = account.holds.get(reference) ?? 0;
  const movedToHoldCents = movedCents(posting, 'customer:withdrawal-hold', accountId);
  if (heldCents + movedToHoldCents < 0) return refused(rejectionOf('not-found', { reference }));
  const rejection =
    findRoomRejection(account, posting) ??
    findCorrectionRejection(state, account, command) ??
    (movedToHoldCents < 0 ? findPayoutRejection(state, account, reference) : undefined);
  if (rejection !== undefined) return refused(rejection);
  const booked = coverByCredit(state.rules, account, posting);
  return decided({ kind: 'funds-posted', accountId, posting: booked });
}

/** Held funds count together with cash, because they can become cash again. */
function findRoomRejection(account: Account, posting: Posting): Rejection | undefined {
  const { id, cashCents, creditCents } = account;
  const heldCents = heldCentsOf(account);
  const moved = (ledgerAccount: Parameters<typeof movedCents>[1]) =>
    movedCents(posting, ledgerAccount, id);
  const ownCents = moved('customer:cash') + moved('customer:withdrawal-hold');
  return (
    roomRejection(cashCents + heldCents, ownCents) ??
    roomRejection(creditCents, moved('customer:credit'))
  );
}

function roomRejection(presentCents: number, addedCents: number): Rejection | undefined {
  const roomCents = Math.max(0, FUNDS_MAX_CENTS - presentCents);
  if (addedCents <= 0 || addedCents <= roomCents) return undefined;
  return rejectionOf('amount-too-large', { maximum: toEuros(cents(roomCents)) });
}

/**
 * A voluntary debit by the broker must not bring a position nearer to its close-out. Cash that is
 * reserved for a debt is withdrawable except for the debt.
 */
function findCorrectionRejection(
  state: EngineState,
  account: Account,
  { accountId, posting }: PostFunds,
): Rejection | undefined {
  const takenCents = 0 - movedCents(posting, 'customer:cash', accountId);
  if (posting.kind !== 'correction' || takenCents <= 0) return undefined;
  const symbol = findUnvalued(state, account);
  if (symbol !== undefined) return rejectionOf('price-unavailable', { symbol });
  const paysDebt = movedCents(posting, 'customer:debt', accountId) > 0;
  const valued = paysDebt ? { ...account, debtCents: ZERO_CENTS } : account;
  const { withdrawableCents } = accountFigures(state, valued);
  const maximumCents = paysDebt
    ? cents(Math.min(withdrawableCents, account.debtCents))
    : withdrawableCents;
  if (takenCents <= maximumCents) return undefined;
  return rejectionOf('amount-too-large', { maximum: toEuros(maximumCents) });
}
