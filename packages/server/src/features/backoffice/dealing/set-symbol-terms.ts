// Converts symbol terms from and to the wire: percentages, euros, lines.
import type { ActionRequestOf } from '@halyard/contract/backoffice/resource';
import type { symbols } from '@halyard/contract/backoffice/symbols';
import type { Rejection } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import { cents, parseAmount, toEuros } from '@halyard/core/money';
import { AS_SHIPPED } from '#features/prices/prices.ts';
import type { OwnTerms } from '#features/prices/prices.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

type Deps = { readonly prices: Pick<OperatorCommandDeps['prices'], 'terms'> };
export type TermsInput = ActionRequestOf<typeof symbols, 'set-terms'>;

const CENTI_BPS_PER_PERCENT = 10_000;

const WIRE_NAMES = {
  extraSpreadCentiBps: 'extra_spread_percent',
  leastSpreadCentiBps: 'least_spread_percent',
  amountMinCents: 'least_amount',
  amountMaxCents: 'greatest_amount',
  leverageMax: 'greatest_leverage',
  hours: 'hours',
} as const satisfies Record<keyof OwnTerms, keyof TermsInput>;

/** Returns the terms in force, as a symbol's page shows them. */
export function viewSymbolTerms({ prices }: Deps, symbol: string) {
  const { terms, hours, zone, stored } = prices.terms.find(symbol);
  const { spread, limits } = terms;
  return {
    extra_spread_percent: spread.extraCentiBps / CENTI_BPS_PER_PERCENT,
    least_spread_percent: spread.minimumCentiBps / CENTI_BPS_PER_PERCENT,
    least_amount: toEuros(cents(limits.amountMinCents)),
    greatest_amount: toEuros(cents(limits.amountMaxCents)),
    greatest_leverage: limits.leverageMax,
    hours: [...hours],
    time_zone: zone,
    terms_set:
      stored === undefined
        ? null
        : { by: stored.by, reason: stored.reason, at: new Date(stored.atMs).toISOString() },
  };
}

/**
 * Returns the terms that staff set; catalogue values stay unset, so that they follow the catalogue.
 */
export function ownSymbolTerms({ prices }: Deps, symbol: string): TermsInput {
  const own = prices.terms.find(symbol).stored?.own ?? AS_SHIPPED;
  return {
    extra_spread_percent: toPercent(own.extraSpreadCentiBps),
    least_spread_percent: toPercent(own.leastSpreadCentiBps),
    least_amount: own.amountMinCents === null ? null : toEuros(cents(own.amountMinCents)),
    greatest_amount: own.amountMaxCents === null ? null : toEuros(cents(own.amountMaxCents)),
    greatest_leverage: own.leverageMax,
    hours: [...(own.hours ?? [])],
  };
}

export type WantedTerms = {
  readonly symbol: string;
  readonly input: TermsInput;
  readonly actor: string;
  readonly reason: string;
};

/** Sets a symbol's terms. Returns whether anything changed, or what is wrong with which input. */
export async function setSymbolTerms(
  { prices }: Deps,
  { symbol, input, actor: by, reason }: WantedTerms,
): Promise<{ readonly changed: boolean } | { readonly rejection: Rejection }> {
  const outcome = await prices.terms.set({ symbol, own: toOwnTerms(input), by, reason });
  if (outcome.kind === 'set') return { changed: outcome.changed };
  const { field, text } = outcome.problem;
  return { rejection: { code: 'invalid', errors: { [WIRE_NAMES[field]]: text } } };
}

function toOwnTerms(input: TermsInput): OwnTerms {
  return {
    extraSpreadCentiBps: toCentiBps(input.extra_spread_percent),
    leastSpreadCentiBps: toCentiBps(input.least_spread_percent),
    amountMinCents: toCents(input.least_amount),
    amountMaxCents: toCents(input.greatest_amount),
    leverageMax: input.greatest_leverage,
    hours: input.hours.length === 0 ? null : input.hours,
  };
}

function toPercent(centiBps: number | null): number | null {
  return centiBps === null ? null : centiBps / CENTI_BPS_PER_PERCENT;
}

function toCentiBps(percent: number | null): number | null {
  return percent === null ? null : Math.round(percent * CENTI_BPS_PER_PERCENT);
}

function toCents(amount: TermsInput['least_amount']): number | null {
  return amount === null ? null : assertPresent(parseAmount(amount), 'the schema read an amount');
}
