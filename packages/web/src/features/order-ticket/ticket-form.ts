// The ticket's inputs. An executed order clears amount and levels, so that a second click can't
// repeat it; direction and leverage stay, as does input after the order was sent.
import type { Direction } from '@halyard/core/instrument';

export type TicketForm = {
  readonly direction: Direction;
  readonly amountText: string;
  /** The last choice; the asset may not permit it. */
  readonly leverage: number;
  readonly stopText: string;
  readonly targetText: string;
  /** The maximum loss at the stop; used to compute the amount, not sent. */
  readonly riskText: string;
  /** Whether the amount was edited, so that its error can be shown. */
  readonly isAmountTouched: boolean;
  /** Whether amount and levels are those of the last sent order. */
  readonly isSent: boolean;
};

export type TicketChange =
  | { readonly kind: 'direction'; readonly direction: Direction }
  | { readonly kind: 'amount'; readonly text: string }
  | { readonly kind: 'amount-left'; readonly text: string }
  | { readonly kind: 'leverage'; readonly leverage: number }
  | { readonly kind: 'stop'; readonly text: string }
  | { readonly kind: 'target'; readonly text: string }
  | { readonly kind: 'risk'; readonly text: string }
  | { readonly kind: 'symbol' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'executed' };

const LEVERAGE_AT_FIRST = 1;

export const EMPTY_TICKET: TicketForm = {
  direction: 'buy',
  amountText: '',
  leverage: LEVERAGE_AT_FIRST,
  stopText: '',
  targetText: '',
  riskText: '',
  isAmountTouched: false,
  isSent: false,
};

export function changeTicket(form: TicketForm, change: TicketChange): TicketForm {
  switch (change.kind) {
    case 'direction':
      return { ...form, direction: change.direction };
    case 'amount':
      return { ...form, amountText: change.text, isSent: false };
    case 'amount-left':
      return { ...form, amountText: change.text, isAmountTouched: true };
    case 'leverage':
      return { ...form, leverage: change.leverage };
    case 'stop':
      return { ...form, stopText: change.text, isSent: false };
    case 'target':
      return { ...form, targetText: change.text, isSent: false };
    case 'risk':
      return { ...form, riskText: change.text };
    case 'symbol':
      return { ...form, stopText: '', targetText: '' };
    case 'sent':
      return { ...form, isSent: true };
    case 'executed':
      if (!form.isSent) return form;
      return { ...EMPTY_TICKET, direction: form.direction, leverage: form.leverage };
  }
}

/** The chosen leverage if permitted, else the largest permitted one below it. */
export function usableLeverage(chosen: number, allowed: readonly number[]): number | undefined {
  if (allowed.includes(chosen)) return chosen;
  return allowed.findLast((leverage) => leverage < chosen) ?? allowed[0];
}
