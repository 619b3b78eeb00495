// Where credit counts as margin, a loss reduces cash first, then credit, then cash below zero. New
// credit first covers negative cash: otherwise the customer's next deposit would pay for the loss.
// Funds held for withdrawals count as cash here, as they do for losses.
import { createPosting, movedCents, type LedgerEntry, type Posting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import { heldCentsOf } from '../account/account.ts';
import type { Account, EngineRules } from '../state.ts';

/**
 * Returns the journal entry with credit moved to cash: as much as covers the negative cash that the
 * entry would leave.
 */
export function coverByCredit(rules: EngineRules, account: Account, posting: Posting): Posting {
  const { id, cashCents, creditCents } = account;
  const addedCents = movedCents(posting, 'customer:credit', id);
  if (rules.regime === 'eu-retail' || addedCents <= 0) return posting;
  const ownCents = movedCents(posting, 'customer:cash', id);
  const shortCents = 0 - cashCents - heldCentsOf(account) - ownCents;
  const coveredCents = Math.min(shortCents, creditCents + addedCents);
  if (coveredCents <= 0) return posting;

  const moved: readonly LedgerEntry[] = [
    { account: 'customer:cash', customerId: id, amountCents: cents(ownCents + coveredCents) },
    { account: 'customer:credit', customerId: id, amountCents: cents(addedCents - coveredCents) },
  ];
  const others = posting.entries.filter(({ account: of }) => !isMoved(of));
  const entries = [...moved.filter(({ amountCents }) => amountCents !== 0), ...others];
  return createPosting({ ...posting, entries });
}

function isMoved(account: LedgerEntry['account']): boolean {
  return account === 'customer:cash' || account === 'customer:credit';
}
