// The errors of the order in the ticket, as data, in the order in which to correct them. They apply
// the server's rules to the displayed figures; the server checks again.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset, BalanceFigures } from '@halyard/contract/trading';
import { largestBesideFee } from '@halyard/core/engine';
import { closingPrice, orderPrice } from '@halyard/core/instrument';
import { type Cents, cents, toEuros } from '@halyard/core/money';
import { toBps, toCents, toQuote } from '#data/market/trading-core.ts';
import { type LevelProblem, levelProblem, type LevelKind } from '#forms/trading-levels.ts';
import { isReadable, priceText } from '#forms/levels/level-units.ts';
import { orderTermsProblems, type OrderTermsProblem, typedOf } from '#forms/order-terms.ts';
import { trailProblem } from '#forms/levels/trail-problem.ts';
import { readAmount } from '#i18n/figure-text.ts';
import type { TicketForm } from './ticket-form.ts';

export type TicketError =
  | { readonly field: 'amount'; readonly code: 'amount-required' | 'amount-unreadable' }
  | { readonly field: 'amount'; readonly code: 'amount-too-small'; readonly minimum: number }
  | { readonly field: 'amount'; readonly code: 'amount-too-large'; readonly maximum: number }
  | { readonly field: 'amount'; readonly code: 'open-losses'; readonly available: number }
  | { readonly field: 'leverage'; readonly code: 'leverage-required' }
  | ({ readonly field: LevelKind } & LevelProblem)
  | OrderTermsProblem;

export type ErrorInput = {
  readonly form: TicketForm;
  readonly language: string;
  readonly leverage: number | undefined;
  readonly asset: Pick<Asset, 'symbol' | 'decimals' | 'min_amount' | 'max_amount' | 'protection'>;
  readonly figures: BalanceFigures;
  readonly quote: LiveQuote | undefined;
  readonly nowMs: number;
};

export function ticketErrors(input: ErrorInput): readonly TicketError[] {
  const amount = amountError(input);
  return [
    ...(amount === undefined ? [] : [amount]),
    ...(input.leverage === undefined
      ? [{ field: 'leverage', code: 'leverage-required' } as const]
      : []),
    ...levelErrors(input),
  ];
}

/** The maximum amount of a new position now, in euros. */
export function amountMaximum(
  figures: BalanceFigures,
  asset: Pick<Asset, 'max_amount' | 'protection'>,
  leverage: number | undefined,
): number {
  const within = besideFee(asset, leverage);
  const limits = [
    within(freeCents(figures)),
    within(availableCents(figures)),
    toCents(asset.max_amount),
  ];
  return toEuros(cents(Math.max(0, Math.min(...limits))));
}

function amountError(input: ErrorInput): TicketError | undefined {
  const { form, figures, asset } = input;
  const field = 'amount';
  if (form.amountText.trim() === '') return { field, code: 'amount-required' };
  const amountCents = readAmount(form.amountText, input.language);
  if (amountCents === undefined) return { field, code: 'amount-unreadable' };
  if (amountCents < toCents(asset.min_amount)) {
    return { field, code: 'amount-too-small', minimum: asset.min_amount };
  }
  const isAboveLargest = amountCents > toCents(asset.max_amount);
  const aboveLargest = { field, code: 'amount-too-large', maximum: asset.max_amount } as const;
  // The margin of an entry order is checked when it triggers.
  if (form.kind !== 'market') return isAboveLargest ? aboveLargest : undefined;
  const within = besideFee(asset, input.leverage);
  const free = within(freeCents(figures));
  if (amountCents > free) {
    return { field, code: 'amount-too-large', maximum: toEuros(notBelowZero(free)) };
  }
  const available = within(availableCents(figures));
  if (amountCents > available) {
    return { field, code: 'open-losses', available: toEuros(notBelowZero(available)) };
  }
  return isAboveLargest ? aboveLargest : undefined;
}

function levelErrors(input: ErrorInput): readonly TicketError[] {
  const { form, language, asset, quote, leverage, nowMs } = input;
  const { kind: orderKind, direction } = form;
  const isGuaranteed = asset.protection !== null;
  if (orderKind === 'market') return marketLevelErrors(input);
  const size = { amountCents: readAmount(form.amountText, language), leverage };
  const context = { direction, asset, quote, language, isGuaranteed, nowMs, ...size };
  return orderTermsProblems(form, { ...context, kind: orderKind });
}

/** Checks the levels of a market order: as prices, at the expected fill. */
function marketLevelErrors(input: ErrorInput): readonly TicketError[] {
  const { form, language, asset, quote: live, leverage } = input;
  const { direction } = form;
  const { decimals } = asset;
  const isGuaranteed = asset.protection !== null;
  const quote = toQuote(asset.symbol, live, decimals);
  const openPoints = quote && orderPrice(direction, quote);
  const amountCents = readAmount(form.amountText, language);
  const basis = { language, decimals, direction, openPoints, amountCents, leverage };
  const levels = (['stop', 'target'] as const).flatMap((kind): readonly TicketError[] => {
    const typed = typedOf(form, kind);
    if (typed.text.trim() === '') return [];
    if (!isReadable(typed, basis)) return [{ field: kind, code: 'level-unreadable' }];
    const text = priceText(typed, kind, basis);
    const problem = levelProblem({
      kind,
      text,
      language,
      asset,
      quote: live,
      direction,
      isGuaranteed,
    });
    return problem === undefined ? [] : [{ field: kind, ...problem }];
  });
  const trail = trailProblem({
    text: form.trailText,
    language,
    decimals,
    direction,
    startPoints: quote && closingPrice(direction, quote),
    isExcluded: isGuaranteed,
  });
  return trail === undefined ? levels : [...levels, { field: 'trail', ...trail }];
}

/** The free margin must also cover the GSLO premium. */
function besideFee(
  asset: Pick<Asset, 'protection'>,
  leverage: number | undefined,
): (totalCents: Cents) => Cents {
  const { protection } = asset;
  if (protection === null || leverage === undefined) return (totalCents) => totalCents;
  const rules = { protectionFeeBps: toBps(protection.fee_percent) };
  return (totalCents) => largestBesideFee(rules, { totalCents, leverage });
}

function freeCents(figures: BalanceFigures): Cents {
  return toCents(figures.free_margin);
}

/**
 * Returns the margin that is available: unrealised losses reduce it, unrealised gains don't
 * increase it.
 */
function availableCents(figures: BalanceFigures): Cents {
  return cents(toCents(figures.equity) - toCents(figures.invested));
}

function notBelowZero(amount: Cents): Cents {
  return cents(Math.max(0, amount));
}
