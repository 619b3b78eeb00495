// The form of a pending order: its values, its errors, and the message to send.
import type { LiveQuote } from '@halyard/contract/market';
import type { Order } from '@halyard/contract/orders';
import type { Asset } from '@halyard/contract/trading';
import { toEuros } from '@halyard/core/money';
import { toCents } from '#data/market/trading-core.ts';
import {
  orderTermsProblems,
  type OrderTermsProblem,
  type OrderTermsForm,
  orderTermsForm,
  orderTermsMessage,
} from '#forms/order-terms.ts';
import { writeRate } from '#forms/trading-levels.ts';
import { readAmount } from '#i18n/figure-text.ts';
import type { ShownRejection } from '#i18n/rejection-text.ts';

const EURO_DECIMALS = 2;

export type AmendForm = OrderTermsForm & { readonly amountText: string };

export type AmendSetting = {
  readonly order: Order;
  readonly asset: Asset;
  readonly quote: LiveQuote | undefined;
  readonly language: string;
  readonly nowMs: number;
};

export type AmendProblems = {
  readonly amount: 'unreadable' | ShownRejection | undefined;
  readonly terms: readonly OrderTermsProblem[];
};

/** Returns the form values of a pending order, written as they are typed. */
export function amendForm(
  order: Order,
  reading: { readonly decimals: number; readonly language: string },
): AmendForm {
  const amountText = writeRate(order.amount, EURO_DECIMALS, reading.language);
  return { ...orderTermsForm(order, reading), amountText };
}

export function amendProblems(form: AmendForm, setting: AmendSetting): AmendProblems {
  const { order, asset, quote, language, nowMs } = setting;
  const { kind, direction } = order;
  const isGuaranteed = asset.protection !== null;
  const amountCents = readAmount(form.amountText, language);
  const size = { amountCents, leverage: order.leverage };
  const context = { kind, direction, asset, quote, language, isGuaranteed, nowMs, ...size };
  return { amount: amountProblem(form, setting), terms: orderTermsProblems(form, context) };
}

/** Returns the message of a valid form. */
export function amendMessage(
  form: AmendForm,
  { order, asset, language }: AmendSetting,
): Readonly<Record<string, unknown>> {
  const amountCents = readAmount(form.amountText, language);
  return {
    id: order.id,
    amount: amountCents === undefined ? order.amount : toEuros(amountCents),
    ...orderTermsMessage(form, {
      language,
      decimals: asset.decimals,
      direction: order.direction,
      amountCents,
      leverage: order.leverage,
    }),
  };
}

function amountProblem(
  { amountText }: AmendForm,
  { asset, language }: AmendSetting,
): AmendProblems['amount'] {
  const amountCents = readAmount(amountText, language);
  if (amountCents === undefined) return 'unreadable';
  const { min_amount: minimum, max_amount: maximum } = asset;
  if (amountCents < toCents(minimum)) {
    return { code: 'amount-too-small', message: '', facts: { minimum } };
  }
  if (amountCents > toCents(maximum)) {
    return { code: 'amount-too-large', message: '', facts: { maximum } };
  }
  return undefined;
}
