// What an account will hold once the events decided so far are applied. One decision may close
// many of its positions, and each close must see the cash that the one before it left.
import type { Points, Quote } from '#instrument/instrument.ts';
import { createProtectionPosting, createTradePosting, type Posting } from '#ledger/ledger.ts';
import { addCents, cents, ZERO_CENTS, type Cents } from '#money/money.ts';
import {
  closingFill,
  marketProfit,
  profit,
  type ClosedPosition,
  type ClosingReason,
  type Position,
  type PositionId,
} from '#position/position.ts';
import type { Event, PositionClosed, PositionReduced } from './event.ts';
import { balanceOf } from './figures.ts';
import type { Account, EngineRules } from './state.ts';

export type AccountDraft = {
  readonly account: Account;
  readonly rules: EngineRules;
  readonly atMs: number;
  readonly closedIds: Set<PositionId>;
  lastClosedId: PositionId | undefined;
  cashCents: Cents;
  creditCents: Cents;
};

export type Close = {
  readonly position: Position;
  readonly quote: Quote;
  readonly reason: ClosingReason;
  readonly seenPoints?: Points | undefined;
};

const NOTHING: readonly Event[] = [];

export function createDraft(account: Account, rules: EngineRules, atMs: number): AccountDraft {
  const { cashCents, creditCents } = account;
  const closedIds = new Set<PositionId>();
  return { account, rules, atMs, closedIds, lastClosedId: undefined, cashCents, creditCents };
}

/** Closes a whole position in the draft. */
export function closeWhole(draft: AccountDraft, close: Close): PositionClosed {
  const position = closedOf(draft, close);
  draft.closedIds.add(position.id);
  draft.lastClosedId = position.id;
  return { kind: 'position-closed', position, posting: book(draft, position) };
}

/** Closes `amountCents` of a position in the draft, as a closed position with an id of its own. */
export function closePart(
  draft: AccountDraft,
  close: Close,
  part: { readonly amountCents: Cents; readonly closedId: PositionId },
): PositionReduced {
  const { position } = close;
  const { amountCents, closedId } = part;
  const closed = closedOf(draft, {
    ...close,
    position: { ...position, id: closedId, amountCents },
  });
  return {
    kind: 'position-reduced',
    positionId: position.id,
    remainingCents: cents(position.amountCents - amountCents),
    closed,
    posting: book(draft, closed),
  };
}

/** Whether the draft has closed every position of its account. */
export function isEmptied({ account, closedIds }: AccountDraft): boolean {
  return closedIds.size === account.positions.size;
}

/**
 * Negative balance protection: a retail account whose last position is closed in the draft
 * gets its balance brought to zero. While a position is open the balance may be negative, or a
 * hedged gap would pay the customer for nothing.
 */
export function protectBalance(draft: AccountDraft): readonly Event[] {
  const { account, rules, atMs, lastClosedId } = draft;
  if (lastClosedId === undefined || !isEmptied(draft)) return NOTHING;
  if (account.terms.clientCategory !== 'retail') return NOTHING;

  const balanceCents = balanceOf(rules, draft);
  if (balanceCents >= 0) return NOTHING;

  const amountCents = cents(0 - balanceCents);
  draft.cashCents = addCents(draft.cashCents, amountCents);
  const posting = createProtectionPosting({
    positionId: lastClosedId,
    accountId: account.id,
    atMs,
    amountCents,
  });
  return [{ kind: 'funds-posted', accountId: account.id, posting }];
}

function closedOf(draft: AccountDraft, close: Close): ClosedPosition {
  const { position, quote, reason, seenPoints } = close;
  const closePoints = closingFill(position, quote);
  // Named one by one: a gap closes a hundred thousand at once, and a spread copies far slower.
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
    terminationPoints: position.terminationPoints,
    isProtected: position.isProtected,
    isAutomatic: position.isAutomatic,
    closePoints,
    // A command or a quote from before the opening may be decided after it.
    closedAtMs: Math.max(draft.atMs, position.openedAtMs),
    closeQuote: quote,
    closingReason: reason,
    profitCents: profit(position, closePoints),
  } satisfies Record<Exclude<keyof Position, 'filledPoints'>, unknown> & ClosedPosition;
  const { filledPoints } = position;
  if (seenPoints === undefined && filledPoints === undefined) return closed;
  return {
    ...closed,
    ...(filledPoints === undefined ? {} : { filledPoints }),
    ...(seenPoints === undefined ? {} : { closeSeenPoints: seenPoints }),
  };
}

/** Moves an amount in the draft, and gives what of it moves on cash and on credit. */
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

function book(draft: AccountDraft, closed: ClosedPosition): Posting | null {
  const { profitCents } = closed;
  const { cashCents, creditCents } = moveAmount(draft, profitCents);
  return createTradePosting({
    positionId: closed.id,
    accountId: closed.accountId,
    atMs: closed.closedAtMs,
    cashCents,
    creditCents,
    sparedCents: closed.isProtected
      ? cents(profitCents - marketProfit(closed, closed.closeQuote))
      : ZERO_CENTS,
  });
}

/** Under the international regime a loss takes cash first, then credit, then cash below zero. */
function takenFromCredit(draft: AccountDraft, amountCents: Cents): Cents {
  const uncovered = amountCents + Math.max(0, draft.cashCents);
  if (draft.rules.regime === 'eu-retail' || amountCents >= 0 || uncovered >= 0) return cents(0);
  return cents(Math.max(uncovered, 0 - Math.max(0, draft.creditCents)));
}
