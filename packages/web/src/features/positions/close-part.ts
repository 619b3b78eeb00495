// The part of a position to close: all of it, or a part that leaves a valid remainder.
import { type Cents, cents, multiplyDivideHalfEven } from '@halyard/core/money';
import { POSITION_AMOUNT_MIN_CENTS } from '@halyard/core/position';
import { readAmount } from '#i18n/figure-text.ts';

export type ClosePart =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly amountCents: Cents }
  | { readonly kind: 'unreadable' | 'too-much' | 'too-little-left' | 'too-little' };

/** Both the closed part and the remainder must be valid positions. */
export function readClosePart(text: string, language: string, wholeCents: Cents): ClosePart {
  const amountCents = readAmount(text, language);
  if (amountCents === undefined) return { kind: 'unreadable' };
  if (amountCents === wholeCents) return { kind: 'whole' };
  if (amountCents > wholeCents) return { kind: 'too-much' };
  if (amountCents < POSITION_AMOUNT_MIN_CENTS) return { kind: 'too-little' };
  const isRestEnough = wholeCents - amountCents >= POSITION_AMOUNT_MIN_CENTS;
  return isRestEnough ? { kind: 'part', amountCents } : { kind: 'too-little-left' };
}

/** Returns a share of the whole amount, rounded half to even. */
export function shareOf(wholeCents: Cents, percent: number): Cents {
  return cents(multiplyDivideHalfEven(wholeCents, percent, 100));
}
