// The ticket's inputs. An executed order clears amount and levels, so that a second click can't
// repeat it. Direction and leverage stay, and so does what the customer typed after sending the
// order.
import type { Direction } from '@halyard/core/instrument';
import { ENTRY_ORDER_KINDS } from '@halyard/core/order';
import { EMPTY_TERMS, type OrderTermsForm } from '#forms/order-terms.ts';

/** The kinds of order: executed at once, or when the price reaches the trigger price. */
export const TICKET_KINDS = ['market', ...ENTRY_ORDER_KINDS] as const;
export type TicketKind = (typeof TICKET_KINDS)[number];

export type TicketForm = OrderTermsForm & {
  readonly kind: TicketKind;
  readonly direction: Direction;
  readonly amountText: string;
  /** The leverage chosen last, which the asset may not permit. */
  readonly leverage: number;
  /**
   * The maximum loss at the stop as typed; it determines the size and is not sent with the order.
   */
  readonly riskText: string;
  /** Whether the amount was edited, so that its error can be shown. */
  readonly isAmountTouched: boolean;
  /** Whether the customer tried to place an order without a price or an expiry. */
  readonly areTermsTouched: boolean;
  /** The pending order that this one cancels, and that cancels this one (OCO). */
  readonly ocoId: number | null;
  /** Whether amount and levels are those of the order that was sent last. */
  readonly isSent: boolean;
};

export type TicketChange =
  | { readonly kind: 'direction'; readonly direction: Direction }
  | { readonly kind: 'amount'; readonly text: string }
  | { readonly kind: 'amount-left'; readonly text: string }
  | { readonly kind: 'leverage'; readonly leverage: number }
  | { readonly kind: 'risk'; readonly text: string }
  | { readonly kind: 'order-kind'; readonly orderKind: TicketKind }
  | { readonly kind: 'terms'; readonly terms: Partial<OrderTermsForm> }
  | { readonly kind: 'oco'; readonly id: number | null }
  | { readonly kind: 'checked' }
  | { readonly kind: 'symbol' }
  | { readonly kind: 'sent' }
  /** With `keepsAmount`, the amount stays, so that the next click trades it again. */
  | { readonly kind: 'executed'; readonly keepsAmount?: boolean };

const LEVERAGE_AT_FIRST = 1;
const NO_PRICES = {
  priceText: '',
  stopText: '',
  targetText: '',
  trailText: '',
  ocoId: null,
} as const;

export const EMPTY_TICKET: TicketForm = {
  kind: 'market',
  direction: 'buy',
  amountText: '',
  leverage: LEVERAGE_AT_FIRST,
  ...EMPTY_TERMS,
  riskText: '',
  isAmountTouched: false,
  areTermsTouched: false,
  ocoId: null,
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
    case 'risk':
      return { ...form, riskText: change.text };
    case 'order-kind':
      return { ...form, kind: change.orderKind };
    case 'terms':
      return { ...form, ...change.terms, isSent: false };
    case 'oco':
      return { ...form, ocoId: change.id };
    case 'checked':
      return { ...form, isAmountTouched: true, areTermsTouched: true };
    case 'symbol':
      return { ...form, ...NO_PRICES, areTermsTouched: false };
    case 'sent':
      return { ...form, isSent: true };
    case 'executed':
      if (!form.isSent) return form;
      return { ...executed(form), amountText: change.keepsAmount === true ? form.amountText : '' };
  }
}

/**
 * Returns the form after an execution: what belongs to the symbol or the order is cleared; how the
 * customer trades stays.
 */
function executed(form: TicketForm): TicketForm {
  const { kind, direction, leverage, stopUnit, targetUnit, expiry } = form;
  const kept = { kind, direction, leverage, stopUnit, targetUnit };
  return { ...EMPTY_TICKET, ...kept, expiry: expiry === 'gtd' ? 'gtc' : expiry };
}

/** Returns the chosen leverage if it is permitted, else the largest permitted one below it. */
export function usableLeverage(chosen: number, allowed: readonly number[]): number | undefined {
  if (allowed.includes(chosen)) return chosen;
  return allowed.findLast((leverage) => leverage < chosen) ?? allowed[0];
}
