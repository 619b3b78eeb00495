// Overnight financing that is due when a position closes. The nightly task needs a moment after
// 17:00 in New York; a position that closes in that moment still pays. Each position pays each day
// once: a closed position is not there when the task runs, and a charged position has nothing due.
import { assertPresent } from '#assertion/assertion.ts';
import { createFinancingPosting, type Posting } from '#ledger/ledger.ts';
import { addCents, negateCents, ZERO_CENTS } from '#money/money.ts';
import { financingOfClose, type Position } from '#position/position.ts';
import { moveAmount, type AccountDraft } from './draft.ts';
import type { Account, EngineState, Night } from '../state.ts';

const NONE: readonly never[] = [];

/**
 * Returns the financing days that have begun by then and that the account is not charged for.
 * Returns none if more have begun than may be charged at once; the nightly task leaves that case to
 * a person as well.
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
 * Charges due financing on a closing position in the draft, or on a part of it beside which
 * `remainingCents` of its margin stay open.
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

/** Returns the yearly financing rate of a position in hundredths of a percent. */
export function financingRateOf(
  { rules, instruments }: Pick<EngineState, 'rules' | 'instruments'>,
  { symbol, direction }: Pick<Position, 'symbol' | 'direction'>,
): number {
  const { category } = assertPresent(instruments.get(symbol), () => `${symbol} is listed`);
  return rules.financingBpsYear?.[category]?.[direction] ?? 0;
}
