// The state of an account after the events decided so far. One decision can close many positions,
// and each close must see the cash that the previous one left.
import { addCents, cents, type Cents } from '#money/money.ts';
import type { PositionId } from '#position/position.ts';
import type { Account, EngineRules, EngineState, Night } from '../state.ts';

/** The part of the state that a draft reads. */
export type DraftedState = Pick<EngineState, 'rules' | 'instruments' | 'nights' | 'books'>;

export type AccountDraft = {
  readonly state: DraftedState;
  readonly account: Account;
  readonly rules: EngineRules;
  readonly atMs: number;
  /** The overnight financing that a closing position must pay. */
  readonly dueNights: readonly Night[];
  readonly closedIds: Set<PositionId>;
  lastClosedId: PositionId | undefined;
  cashCents: Cents;
  creditCents: Cents;
  /** The account's funds held for withdrawals that are not paid yet. */
  heldCents: Cents;
};

/** Moves an amount in the draft and returns the parts that move cash and credit. */
export function moveAmount(
  draft: AccountDraft,
  amountCents: Cents,
): { readonly cashCents: Cents; readonly creditCents: Cents } {
  const creditCents = takenFromCredit(draft, amountCents);
  const cashCents = cents(amountCents - creditCents);
  draft.cashCents = addCents(draft.cashCents, cashCents);
  draft.creditCents = addCents(draft.creditCents, creditCents);
  return { cashCents, creditCents };
}

/**
 * Under the international regime a loss reduces cash first, then credit, then cash below zero. Cash
 * includes the funds held for withdrawals: a pending withdrawal must not make credit pay instead.
 */
function takenFromCredit(draft: AccountDraft, amountCents: Cents): Cents {
  const uncovered = amountCents + Math.max(0, draft.cashCents + draft.heldCents);
  if (draft.rules.regime === 'eu-retail' || amountCents >= 0 || uncovered >= 0) return cents(0);
  return cents(Math.max(uncovered, 0 - Math.max(0, draft.creditCents)));
}
