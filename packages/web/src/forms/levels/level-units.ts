// A typed stop loss or take profit: as a price, or measured from the opening price as a distance, as a
// percentage of that price, or as the money that the position then loses or gains.
import { type Direction, points, type Points, toRate } from '@halyard/core/instrument';
import { type Cents, cents, toEuros } from '@halyard/core/money';
import { levelAtMove, type LevelMove, type LevelSide, movesToLevel } from '@halyard/core/position';
import { readAmount, readPercent, readRate } from '#i18n/figure-text.ts';
import { writePlain } from '../plain-number.ts';

export const LEVEL_UNITS = ['price', 'distance', 'percent', 'money'] as const;
export type LevelUnit = (typeof LEVEL_UNITS)[number];

export type TypedValue = { readonly text: string; readonly unit: LevelUnit };

export type LevelBasis = {
  readonly language: string;
  readonly decimals: number;
  readonly direction: Direction;
  /** The opening price; undefined while it is unknown. */
  readonly openPoints: Points | undefined;
  /** Amount and leverage: needed only to convert money; undefined while unknown. */
  readonly amountCents?: Cents | undefined;
  readonly leverage?: number | undefined;
};

const HUNDREDTHS = 2;
const BPS_PER_PERCENT = 100;

/** Returns whether the text is a value of its unit, whatever level it gives. */
export function isReadable(typed: TypedValue, basis: LevelBasis): boolean {
  return readMove(typed, basis) !== undefined;
}

/** Returns the typed level as a price; undefined while it can't be computed. */
export function readLevel(
  typed: TypedValue,
  side: LevelSide,
  basis: LevelBasis,
): Points | undefined {
  if (typed.unit === 'price') return readRate(typed.text, basis.language, basis.decimals);
  const move = readMove(typed, basis);
  const exposure = toExposure(basis);
  if (move === undefined || exposure === undefined) return undefined;
  if (typed.unit === 'money' && !isMoneyKnown(basis)) return undefined;
  return levelAtMove(exposure, side, move);
}

/**
 * Returns the level as the text of a price: as typed, or converted. Returns '0', which is no valid
 * price, if it would be below zero, and an empty text while it can't be computed.
 */
export function priceText(typed: TypedValue, side: LevelSide, basis: LevelBasis): string {
  if (typed.unit === 'price' || typed.text.trim() === '') return typed.text;
  const isKnown = typed.unit !== 'money' || isMoneyKnown(basis);
  if (basis.openPoints === undefined || !isKnown || !isReadable(typed, basis)) return '';
  const level = readLevel(typed, side, basis);
  return level === undefined ? '0' : writeLevel(level, { side, unit: 'price' }, basis);
}

/** Formats a level in a unit; empty if it can't be measured in that unit. */
export function writeLevel(
  level: Points,
  { side, unit }: { readonly side: LevelSide; readonly unit: LevelUnit },
  basis: LevelBasis,
): string {
  const { language, decimals } = basis;
  if (unit === 'price') return writePlain(toRate(level, decimals), language, decimals);
  const exposure = toExposure(basis);
  const moves = exposure && movesToLevel(exposure, side, level);
  if (moves === undefined) return '';
  switch (unit) {
    case 'distance':
      return writePlain(toRate(moves.distance, decimals), language, decimals);
    case 'percent':
      return moves.bps === 0 ? '' : writePlain(moves.bps / BPS_PER_PERCENT, language, HUNDREDTHS);
    case 'money':
      if (!isMoneyKnown(basis) || moves.cents === 0) return '';
      return writePlain(toEuros(moves.cents), language, HUNDREDTHS);
  }
}

/** Converts a typed level to another unit; undefined if the level can't be expressed in it. */
export function changeUnit(
  typed: TypedValue,
  to: { readonly side: LevelSide; readonly unit: LevelUnit },
  basis: LevelBasis,
): TypedValue | undefined {
  const { unit } = to;
  if (typed.text.trim() === '') return { text: '', unit };
  const level = readLevel(typed, to.side, basis);
  if (level === undefined) return { text: '', unit };
  const text = writeLevel(level, to, basis);
  return text === '' ? undefined : { text, unit };
}

function readMove({ text, unit }: TypedValue, basis: LevelBasis): LevelMove | undefined {
  const { language, decimals } = basis;
  if (unit === 'percent') {
    const bps = readPercent(text, language);
    return bps === undefined ? undefined : { unit, bps };
  }
  if (unit === 'money') {
    const amount = readAmount(text, language);
    return amount === undefined || amount <= 0 ? undefined : { unit, cents: amount };
  }
  const distance = readRate(text, language, decimals);
  return distance === undefined ? undefined : { unit: 'distance', points: points(distance) };
}

function isMoneyKnown({ amountCents, leverage }: LevelBasis): boolean {
  return amountCents !== undefined && amountCents > 0 && leverage !== undefined;
}

function toExposure({ direction, openPoints, amountCents, leverage }: LevelBasis) {
  if (openPoints === undefined) return undefined;
  return { direction, openPoints, amountCents: amountCents ?? cents(0), leverage: leverage ?? 1 };
}
