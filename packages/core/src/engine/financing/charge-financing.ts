import { assert } from '#assertion/assertion.ts';
import { createFinancingPosting, type Posting } from '#ledger/ledger.ts';
import { negateCents, ZERO_CENTS } from '#money/money.ts';
import { financing } from '#position/position.ts';
import { createDraft, moveAmount, financingRateOf } from '../account/account.ts';
import type { ChargeFinancing } from '../command.ts';
import { decided, rejectionOf, refused, type Decision } from '../decision.ts';
import type { EngineState } from '../state.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Charges one day's overnight financing on the positions of an account that were open at 17:00 in
 * New York, by id. A day that is not after the last charged day changes nothing. Rejects with
 * not-found (account). Asserts the day and its cut-off time.
 */
export function decideChargeFinancing(state: EngineState, command: ChargeFinancing): Decision {
  const { accountId, atMs, day, cutOffAtMs } = command;
  assert(DAY.test(day), 'a day has the form YYYY-MM-DD');
  assert(Number.isSafeInteger(cutOffAtMs), 'a financing night has a valid start time');
  const account = state.accounts.get(accountId);
  if (account === undefined) return refused(rejectionOf('not-found', { account: accountId }));
  if (account.financedDay !== null && day <= account.financedDay) return decided();

  const draft = createDraft(state, account, atMs);
  const postings: Posting[] = [];
  for (const position of [...account.positions.values()].toSorted((a, b) => a.id - b.id)) {
    const { id: positionId, amountCents } = position;
    const rateBpsYear = financingRateOf(state, position);
    const costCents = financing(position, rateBpsYear);
    if (position.openedAtMs >= cutOffAtMs || costCents === 0) continue;
    const moved = moveAmount(draft, negateCents(costCents));
    const basis = { amountCents, remainingCents: ZERO_CENTS, rateBpsYear };
    const charge = { positionId, accountId, atMs, ...moved, financing: basis };
    postings.push(createFinancingPosting(charge, day));
  }
  if (postings.length === 0) return decided();
  return decided({ kind: 'financing-charged', accountId, day, postings });
}
