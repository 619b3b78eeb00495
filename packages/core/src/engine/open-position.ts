import {
  closingPrice,
  instrumentLimits,
  isBeyondTolerance,
  listAllowedLeverages,
  orderPrice,
  stopOutPrice,
  toRate,
  type Instrument,
  type Points,
  type Quote,
} from '#instrument/instrument.ts';
import { createProtectionFeePosting } from '#ledger/ledger.ts';
import { cents, negateCents, toEuros, ZERO_CENTS, type Cents } from '#money/money.ts';
import { openingCarry, startTrail, type Position } from '#position/position.ts';
import type { OpenPosition } from './command.ts';
import { decided, rejectionOf, refused, type Decision } from './decision.ts';
import { createDraft, moveAmount, accountFigures, findUnvalued } from './account/account.ts';
import { isAtLeast, isAtMost } from './amount-bounds.ts';
import type { Event } from './event.ts';
import { findLevelRejection, type Levels } from './levels.ts';
import { findLiveQuote, getMarket } from './market-view.ts';
import { isClosingSoon, largestBesideFee, protectionFee } from './protection.ts';
import type { Rejection } from './rejection.ts';
import type { Account, EngineState } from './state.ts';
import { findTrailRejection } from './trails/trails.ts';

type Opening = {
  readonly command: OpenPosition;
  readonly account: Account;
  readonly instrument: Instrument;
};

/**
 * Opens a position at the server's own order price. Rejects in this order: not-found (account),
 * blocked, close-only, not-found (symbol), no-access, not-verified, price-unavailable,
 * leverage-invalid, amount-too-small, amount-too-large (free margin), price-unavailable (the loss
 * of an open position is unknown), open-losses, too-many-positions, amount-too-large (the
 * instrument's), the rules of guaranteed stops, stop-invalid, target-invalid, trail-unavailable,
 * trail-invalid, price-moved.
 */
export function decideOpenPosition(state: EngineState, command: OpenPosition): Decision {
  const account = state.accounts.get(command.accountId);
  if (account === undefined)
    return refused(rejectionOf('not-found', { account: command.accountId }));
  if (account.terms.status !== 'active') return refused(rejectionOf(account.terms.status));

  const instrument = state.instruments.get(command.symbol);
  if (instrument === undefined)
    return refused(rejectionOf('not-found', { symbol: command.symbol }));

  const opening = { command, account, instrument };
  const accessRejection = findAccessRejection(opening);
  if (accessRejection !== undefined) return refused(accessRejection);

  const quote = findLiveQuote({ state, incoming: undefined }, command.symbol, command.atMs);
  if (quote === undefined) {
    return refused(rejectionOf('price-unavailable', { symbol: command.symbol }));
  }

  const fillPoints = orderPrice(command.direction, quote);
  const rejection =
    findSizeRejection(state, opening) ??
    findProtectionRejection(state, opening) ??
    findLevelRejection(levelsOf(opening), quote, instrument.decimals) ??
    findTrailRejection(trailOf(opening, quote), instrument.decimals) ??
    findPriceRejection(opening, fillPoints);
  if (rejection !== undefined) return refused(rejection);

  const position = positionOf({ state, command, account, quote, fillPoints });
  const seen = position.isAutomatic ? {} : { requestedPoints: command.requestedPoints };
  return decided(
    { kind: 'position-opened', position, ...seen },
    ...chargeFee(state, account, position),
  );
}

function chargeFee(state: EngineState, account: Account, position: Position): readonly Event[] {
  const feeCents = position.hasGuaranteedStop ? protectionFee(state.rules, position) : ZERO_CENTS;
  if (feeCents === 0) return [];

  const { id: positionId, openedAtMs: atMs } = position;
  const moved = moveAmount(createDraft(state, account, atMs), negateCents(feeCents));
  const charge = { positionId, accountId: account.id, atMs, ...moved };
  const posting = createProtectionFeePosting(charge);
  return [{ kind: 'funds-posted', accountId: account.id, posting }];
}

function findAccessRejection({ account, instrument }: Opening): Rejection | undefined {
  const { permittedCategories, leverageIndexes, isVerified } = account.terms;
  const { category } = instrument;
  const isPermitted =
    permittedCategories.includes(category) && leverageIndexes[category] !== undefined;
  if (!isPermitted) return rejectionOf('no-access', { category });
  if (!isVerified) return rejectionOf('not-verified');
  return undefined;
}

function findSizeRejection(state: EngineState, opening: Opening): Rejection | undefined {
  const { command, account, instrument } = opening;
  const allowed = listAllowedLeverages(instrument, state.rules.regime, account.terms);
  if (!allowed.includes(command.leverage)) {
    return rejectionOf('leverage-invalid', { allowed: allowed.join(',') });
  }

  const { amountCents } = command;
  const { amountMinCents, amountMaxCents } = instrumentLimits(instrument);
  if (!isAtLeast(amountCents, amountMinCents)) {
    return rejectionOf('amount-too-small', { minimum: toEuros(cents(amountMinCents)) });
  }

  // The free margin must also cover the GSLO premium.
  const within = (totalCents: Cents) =>
    account.terms.hasGuaranteedStop
      ? largestBesideFee(state.rules, { totalCents, leverage: command.leverage })
      : totalCents;
  const { freeMarginCents, equityCents, usedMarginCents } = accountFigures(state, account);
  const maximumCents = within(freeMarginCents);
  if (!isAtMost(amountCents, maximumCents)) {
    return rejectionOf('amount-too-large', { maximum: Math.max(0, toEuros(maximumCents)) });
  }

  const unvalued = findUnvalued(state, account);
  if (unvalued !== undefined) return rejectionOf('price-unavailable', { symbol: unvalued });
  // Unrealised losses count, unrealised gains don't.
  const availableCents = within(cents(equityCents - usedMarginCents));
  if (amountCents > availableCents) {
    return rejectionOf('open-losses', { available: Math.max(0, toEuros(availableCents)) });
  }

  if (account.positions.size >= state.rules.openPositionsMax) {
    return rejectionOf('too-many-positions', { maximum: state.rules.openPositionsMax });
  }
  if (amountCents > amountMaxCents) {
    return rejectionOf('amount-too-large', { maximum: toEuros(cents(amountMaxCents)) });
  }
  return undefined;
}

/**
 * A position with a guaranteed stop can't open shortly before its market closes, because the broker
 * would bear the gap at the next opening. It also can't open beside an opposite position: in any
 * gap the pair would gain what the broker bears.
 */
function findProtectionRejection(state: EngineState, opening: Opening): Rejection | undefined {
  const { command, account } = opening;
  const { hasGuaranteedStop } = account.terms;
  if (hasGuaranteedStop && isClosingSoon(getMarket(state, command.symbol), command.atMs)) {
    return rejectionOf('price-unavailable', { symbol: command.symbol });
  }
  for (const position of account.positions.values()) {
    const isOpposite =
      position.symbol === command.symbol && position.direction !== command.direction;
    if (isOpposite && (hasGuaranteedStop || position.hasGuaranteedStop)) {
      return rejectionOf('no-access', { opposite: position.id });
    }
  }
  return undefined;
}

function levelsOf({ command, account }: Opening): Levels {
  const { direction, stopPoints, targetPoints } = command;
  return { direction, stopPoints, targetPoints, isGuaranteed: account.terms.hasGuaranteedStop };
}

function trailOf({ command, account }: Opening, quote: Quote) {
  const { direction, trailDistance: distance } = command;
  const price = closingPrice(direction, quote);
  return { direction, distance, price, hasGuaranteedStop: account.terms.hasGuaranteedStop };
}

function findPriceRejection(opening: Opening, fillPoints: Points): Rejection | undefined {
  const { command, instrument } = opening;
  const { category, decimals } = instrument;
  const { direction, requestedPoints } = command;
  const isMoved = isBeyondTolerance({ category, direction, requestedPoints, fillPoints });
  return isMoved ? rejectionOf('price-moved', { price: toRate(fillPoints, decimals) }) : undefined;
}

function positionOf(filled: {
  readonly state: EngineState;
  readonly command: OpenPosition;
  readonly account: Account;
  readonly quote: Quote;
  readonly fillPoints: Points;
}): Position {
  const { state, command, account, quote, fillPoints: openPoints } = filled;
  const { direction, leverage, trailDistance = null } = command;
  const { hasGuaranteedStop } = account.terms;
  const carry = openingCarry({ amountCents: command.amountCents, leverage, openPoints });
  return {
    id: state.nextPositionId,
    accountId: account.id,
    symbol: command.symbol,
    direction,
    amountCents: command.amountCents,
    leverage,
    openPoints,
    openedAtMs: command.atMs,
    openQuote: quote,
    stopPoints: command.stopPoints,
    targetPoints: command.targetPoints,
    stopOutPoints: stopOutPrice({ direction, openPoints, leverage, hasGuaranteedStop }),
    hasGuaranteedStop,
    isAutomatic: command.isAutomatic ?? false,
    ...(carry === undefined ? {} : { carry }),
    ...(trailDistance === null ? {} : { trail: startTrail(direction, trailDistance, quote) }),
  };
}
