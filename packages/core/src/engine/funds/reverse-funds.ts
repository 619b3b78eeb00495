import { assert } from '#assertion/assertion.ts';
import { createReversalPosting } from '#ledger/ledger.ts';
import { cents } from '#money/money.ts';
import { createDraft, accountFigures, cancelHolds } from '../account/account.ts';
import type { ReverseFunds } from '../command.ts';
import { decided, rejectionOf, refused, type Decision } from '../decision.ts';
import type { EngineState } from '../state.ts';

/**
 * Reverses a deposit that the customer's bank or the provider has charged back. It first cancels
 * every unpaid withdrawal, so that their money covers the reversal. Cash then covers it as far as
 * open losses permit: covered = max(0, min(amount, cash + min(0, profit of open positions))); the
 * customer owes the rest. Rejects with not-found (account).
 */
export function decideReverseFunds(state: EngineState, command: ReverseFunds): Decision {
  const { accountId, atMs, amountCents, reference, source } = command;
  const account = state.accounts.get(accountId);
  if (account === undefined) return refused(rejectionOf('not-found', { account: accountId }));
  assert(amountCents > 0, 'the reversed amount is above zero');

  const draft = createDraft(state, account, atMs);
  const cancelled = cancelHolds(draft, 'take-back');
  const { profitCents } = accountFigures(state, account);
  const leftCents = draft.cashCents + Math.min(0, profitCents);
  const coveredCents = cents(Math.max(0, Math.min(amountCents, leftCents)));
  const posting = createReversalPosting({
    accountId,
    reference,
    source,
    amountCents,
    coveredCents,
    atMs,
  });
  return decided(...cancelled, { kind: 'funds-posted', accountId, posting });
}
