// Closes positions in the draft of an account and settles its balance after the last one.
import type { Points, Quote } from '#instrument/instrument.ts';
import {
  createProtectionPosting,
  createShortfallPosting,
  createTradePosting,
  type Posting,
} from '#ledger/ledger.ts';
import { addCents, cents, ZERO_CENTS, type Cents } from '#money/money.ts';
import {
  carryAfter,
  closingFill,
  marketProfit,
  profit,
  type ClosedPosition,
  type ClosingReason,
  type Position,
  type PositionId,
} from '#position/position.ts';
import { chargeDueNights, listDueNights } from './due-nights.ts';
import type { Event, PositionClosed, PositionReduced } from '../event.ts';
import { moveAmount, type AccountDraft, type DraftedState } from './draft.ts';
import { balanceOf } from './figures.ts';
import { coverFromHolds, heldCentsOf } from './held-funds.ts';
import { getBook } from '../market-view.ts';
import type { Account } from '../state.ts';

export type Close = {
  readonly position: Position;
  readonly quote: Quote;
  readonly reason: ClosingReason;
  readonly requestedPoints?: Points | undefined;
  readonly isByBroker?: true | undefined;
};

const NOTHING: readonly Event[] = [];

export function createDraft(state: DraftedState, account: Account, atMs: number): AccountDraft {
  const { rules } = state;
  const { cashCents, creditCents } = account;
  const dueNights = listDueNights(state, account, atMs);
  const closedIds = new Set<PositionId>();
  const heldCents = heldCentsOf(account);
  const begun = { closedIds, lastClosedId: undefined, cashCents, creditCents, heldCents };
  return { state, account, rules, atMs, dueNights, ...begun };
}

/** Closes a whole position in the draft. */
export function closeWhole(draft: AccountDraft, close: Close): PositionClosed {
  const position = closedOf(draft, close);
  draft.closedIds.add(position.id);
  draft.lastClosedId = position.id;
  const financing = chargeDueNights(draft, close.position);
  const posting = book(draft, position);
  // Omits the `financing` property when no overnight financing is due, which is the usual case.
  if (financing.length === 0) return { kind: 'position-closed', position, posting };
  return { kind: 'position-closed', position, financing, posting };
}

/**
 * Closes `amountCents` of a position in the draft. The part becomes a closed position with its own
 * id.
 */
export function closePart(
  draft: AccountDraft,
  close: Close,
  part: { readonly amountCents: Cents; readonly closedId: PositionId },
): PositionReduced {
  const position = currentOf(draft, close.position);
  const { amountCents, closedId } = part;
  const { carry = 0 } = position;
  const closing = { ...position, id: closedId, amountCents, carry };
  const closed = closedOf(draft, { ...close, position: closing });
  const remainingCents = cents(position.amountCents - amountCents);
  const financing = chargeDueNights(draft, closing, remainingCents);
  return {
    kind: 'position-reduced',
    positionId: position.id,
    remainingCents,
    remainingCarry: carryAfter(closing, closed.closePoints),
    closed,
    ...(financing.length === 0 ? {} : { financing }),
    posting: book(draft, closed),
  };
}

/** Returns whether the draft has closed every position of its account. */
export function isEmptied({ account, closedIds }: AccountDraft): boolean {
  return closedIds.size === account.positions.size;
}

/**
 * Settles an account whose last position the draft has closed. Funds held for withdrawals first
 * cover a negative balance; negative balance protection then raises a retail account's balance to
 * zero. Settlement waits for the last position, because the profit of a remaining hedge could still
 * cover the loss. An account with shared protection owes the shortfall until staff decide who bears
 * it.
 */
export function settleBalance(draft: AccountDraft): readonly Event[] {
  if (draft.lastClosedId === undefined || !isEmptied(draft) || draft.cashCents >= 0) return NOTHING;
  return [...coverFromHolds(draft), ...protectBalance(draft, draft.lastClosedId)];
}

function protectBalance(draft: AccountDraft, lastClosedId: PositionId): readonly Event[] {
  const { account, rules, atMs } = draft;
  if (account.terms.clientCategory !== 'retail') return NOTHING;

  const balanceCents = balanceOf(rules, draft);
  if (balanceCents >= 0) return NOTHING;

  const amountCents = cents(0 - balanceCents);
  draft.cashCents = addCents(draft.cashCents, amountCents);
  const create =
    account.terms.sharesProtection === true ? createShortfallPosting : createProtectionPosting;
  const posting = create({
    positionId: lastClosedId,
    accountId: account.id,
    atMs,
    amountCents,
  });
  return [{ kind: 'funds-posted', accountId: account.id, posting }];
}

function closedOf(draft: AccountDraft, close: Close): ClosedPosition {
  const { quote, reason, requestedPoints, isByBroker } = close;
  const position = currentOf(draft, close.position);
  const closePoints = closingFill(position, quote);
  // Copies the properties one by one: a price gap can close 100,000 positions at once, and object
  // spread is far slower.
  const closed = {
    id: position.id,
    accountId: position.accountId,
    symbol: position.symbol,
    direction: position.direction,
    amountCents: position.amountCents,
    leverage: position.leverage,
    openPoints: position.openPoints,
    openedAtMs: position.openedAtMs,
    openQuote: position.openQuote,
    stopPoints: position.stopPoints,
    targetPoints: position.targetPoints,
    stopOutPoints: position.stopOutPoints,
    hasGuaranteedStop: position.hasGuaranteedStop,
    isAutomatic: position.isAutomatic,
    closePoints,
    // A command or quote can carry a time before the opening and still be decided after it.
    closedAtMs: Math.max(draft.atMs, position.openedAtMs),
    closeQuote: quote,
    closingReason: reason,
    profitCents: profit(position, closePoints),
  } satisfies Record<Exclude<keyof Position, 'filledPoints' | 'carry' | 'trail'>, unknown> &
    ClosedPosition;
  const { filledPoints, carry, trail } = position;
  const isPlain =
    requestedPoints === undefined && filledPoints === undefined && carry === undefined;
  if (isPlain && isByBroker === undefined && trail === undefined) return closed;
  return {
    ...closed,
    ...(trail === undefined ? {} : { trail }),
    ...(filledPoints === undefined ? {} : { filledPoints }),
    ...(carry === undefined ? {} : { carry }),
    ...(requestedPoints === undefined ? {} : { closeRequestedPoints: requestedPoints }),
    ...(isByBroker === undefined ? {} : { isClosedByBroker: isByBroker }),
  };
}

/** Returns the position with the current level of its trailing stop. */
function currentOf({ state }: AccountDraft, position: Position): Position {
  return position.trail === undefined
    ? position
    : getBook(state, position.symbol).levels.current(position);
}

function book(draft: AccountDraft, closed: ClosedPosition): Posting | null {
  const { profitCents } = closed;
  const { cashCents, creditCents } = moveAmount(draft, profitCents);
  return createTradePosting({
    positionId: closed.id,
    accountId: closed.accountId,
    atMs: closed.closedAtMs,
    cashCents,
    creditCents,
    sparedCents: closed.hasGuaranteedStop
      ? cents(profitCents - marketProfit(closed, closed.closeQuote))
      : ZERO_CENTS,
  });
}
