// Overnight financing that is due when a position closes. The nightly task takes a moment after
// 17:00 in New York; who closes in that moment pays for the night too. A closed position is not
// there any more when the task comes, and one that the task has charged has no night due: each
// position pays for each night once, whichever comes first.
import { assertPresent } from '#assertion/assertion.ts';
import { createFinancingPosting, type Posting } from '#ledger/ledger.ts';
import { addCents, negateCents, ZERO_CENTS } from '#money/money.ts';
import { financingOfClose, type Position } from '#position/position.ts';
import { moveAmount, type AccountDraft } from './draft.ts';
import type { Account, EngineState, Night } from '../state.ts';

const NONE: readonly never[] = [];

/**
 * The nights that have begun by then and that the account is not charged for yet; none where more
 * have begun than are charged at once, which the nightly task leaves to a person too.
 */
export function listDueNights(
  { nights, rules }: Pick<EngineState, 'nights' | 'rules'>,
  { financedDay }: Pick<Account, 'financedDay'>,
  atMs: number,
): readonly Night[] {
  const [first] = nights;
  if (first === undefined || first.cutOffAtMs > atMs) return NONE;
  const begun = nights.filter(({ cutOffAtMs }) => cutOffAtMs <= atMs);
  if (begun.length > (rules.financingNightsMax ?? Infinity)) return NONE;
  return begun.filter(({ day }) => financedDay === null || day > financedDay);
}

/**
 * Charges what closes of a position in the draft for the nights that are due: the position, or a part
 * of it beside which `remainingCents` of its margin stay open.
 */
export function chargeDueNights(
  draft: AccountDraft,
  position: Position,
  remainingCents = ZERO_CENTS,
): readonly Posting[] {
  if (draft.dueNights.length === 0) return NONE;
  const amountCents = addCents(position.amountCents, remainingCents);
  const rateBpsYear = financingRateOf(draft.state, position);
  const financing = { amountCents, remainingCents, rateBpsYear };
  const costCents = financingOfClose(position, financing);
  if (costCents === 0) return NONE;
  const { id: positionId, accountId } = position;
  const { atMs } = draft;
  return draft.dueNights
    .filter(({ cutOffAtMs }) => position.openedAtMs < cutOffAtMs)
    .map(({ day }) => {
      const moved = moveAmount(draft, negateCents(costCents));
      return createFinancingPosting({ positionId, accountId, atMs, ...moved, financing }, day);
    });
}

/** In hundredths of a percent a year. */
export function financingRateOf(
  { rules, instruments }: Pick<EngineState, 'rules' | 'instruments'>,
  { symbol, direction }: Pick<Position, 'symbol' | 'direction'>,
): number {
  const { category } = assertPresent(instruments.get(symbol), () => `${symbol} is listed`);
  return rules.financingBpsYear?.[category]?.[direction] ?? 0;
}
