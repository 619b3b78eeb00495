// Overnight financing that is due when a position closes. The nightly task takes a moment after
// 17:00 in New York; who closes in that moment pays for the night too. A closed position is not
// there any more when the task comes, and one that the task has charged has no night due: each
// position pays for each night once, whichever comes first.
import { assertPresent } from '#assertion/assertion.ts';
import { createFinancingPosting, type Posting } from '#ledger/ledger.ts';
import { negateCents } from '#money/money.ts';
import { financing, type Position } from '#position/position.ts';
import { moveAmount, type AccountDraft } from './draft.ts';
import type { Account, EngineState, Night } from './state.ts';

const NONE: readonly never[] = [];

/** The nights that have begun by then and that the account is not charged for yet. */
export function listDueNights(
  { nights }: Pick<EngineState, 'nights'>,
  { financedDay }: Pick<Account, 'financedDay'>,
  atMs: number,
): readonly Night[] {
  if (nights.every(({ cutOffAtMs }) => cutOffAtMs > atMs)) return NONE;
  return nights.filter(
    ({ day, cutOffAtMs }) => cutOffAtMs <= atMs && (financedDay === null || day > financedDay),
  );
}

/** Charges a position, or a part of one, in the draft for the nights that are due. */
export function chargeDueNights(draft: AccountDraft, position: Position): readonly Posting[] {
  if (draft.dueNights.length === 0) return NONE;
  const costCents = financing(position, financingRateOf(draft.state, position));
  if (costCents === 0) return NONE;
  const { id: positionId, accountId } = position;
  return draft.dueNights
    .filter(({ cutOffAtMs }) => position.openedAtMs < cutOffAtMs)
    .map(({ day }) => {
      const moved = moveAmount(draft, negateCents(costCents));
      return createFinancingPosting({ positionId, accountId, atMs: draft.atMs, ...moved }, day);
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
