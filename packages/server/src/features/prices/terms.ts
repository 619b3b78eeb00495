// Symbol terms: additional spread, limits for openings, and trading hours. The catalogue's values
// apply unless staff set others.
import { SPREAD_PERCENT_MAX } from '@halyard/contract/backoffice/symbols';
import { findLimitsProblem, instrumentLimits } from '@halyard/core/instrument';
import type { Instrument, Limits, LimitsProblem } from '@halyard/core/instrument';
import { readHours, writeHours } from '@halyard/market';
import type { OpeningHours, Schedule, SpreadModel } from '@halyard/market';

/**
 * The terms that staff set; null means the catalogue's value. Spreads are in hundredths of a basis
 * point of the price.
 */
export type OwnTerms = {
  readonly extraSpreadCentiBps: number | null;
  readonly leastSpreadCentiBps: number | null;
  readonly amountMinCents: number | null;
  readonly amountMaxCents: number | null;
  readonly leverageMax: number | null;
  /** The trading hours: lines such as 'Mon-Fri 09:30-16:00', or the line 'always'. */
  readonly hours: readonly string[] | null;
};

export type Terms = {
  readonly spread: SpreadModel;
  readonly limits: Limits;
  /** The symbol's own trading hours; undefined: the market's. */
  readonly hours: OpeningHours | undefined;
};

export type Shipped = {
  readonly instrument: Instrument;
  /** The extra spread from the settings. */
  readonly spread: SpreadModel | undefined;
  /** The trading hours of the symbol's market. */
  readonly schedule: Schedule;
};

export type TermsProblem = { readonly field: keyof OwnTerms; readonly text: string };

const SPREAD_CENTI_BPS_MAX = SPREAD_PERCENT_MAX * 10_000;
const NO_SPREAD: SpreadModel = { extraCentiBps: 0, minimumCentiBps: 0 };

export const AS_SHIPPED: OwnTerms = {
  extraSpreadCentiBps: null,
  leastSpreadCentiBps: null,
  amountMinCents: null,
  amountMaxCents: null,
  leverageMax: null,
  hours: null,
};

/** Returns the terms in force; unreadable hours are replaced by the market's. */
export function toTerms({ instrument, spread = NO_SPREAD }: Shipped, own: OwnTerms): Terms {
  const limits = instrumentLimits(instrument);
  const read = own.hours === null ? undefined : readHours(own.hours);
  return {
    spread: {
      extraCentiBps: own.extraSpreadCentiBps ?? spread.extraCentiBps,
      minimumCentiBps: own.leastSpreadCentiBps ?? spread.minimumCentiBps,
    },
    limits: {
      leverageMax: own.leverageMax ?? limits.leverageMax,
      amountMinCents: own.amountMinCents ?? limits.amountMinCents,
      amountMaxCents: own.amountMaxCents ?? limits.amountMaxCents,
    },
    hours: read?.kind === 'hours' ? read.hours : undefined,
  };
}

/**
 * Returns the terms without values equal to the catalogue's: those are stored as unset, so that
 * they follow later versions.
 */
export function withoutShipped(shipped: Shipped, own: OwnTerms): OwnTerms {
  const { spread, limits } = toTerms(shipped, AS_SHIPPED);
  const unless = (value: number | null, usual: number) => (value === usual ? null : value);
  return {
    extraSpreadCentiBps: unless(own.extraSpreadCentiBps, spread.extraCentiBps),
    leastSpreadCentiBps: unless(own.leastSpreadCentiBps, spread.minimumCentiBps),
    amountMinCents: unless(own.amountMinCents, limits.amountMinCents),
    amountMaxCents: unless(own.amountMaxCents, limits.amountMaxCents),
    leverageMax: unless(own.leverageMax, limits.leverageMax),
    hours: ownHours(shipped, own.hours),
  };
}

/** Returns trading hours in canonical form; null if they equal the market's. */
function ownHours({ schedule }: Shipped, hours: OwnTerms['hours']): OwnTerms['hours'] {
  const read = hours === null ? undefined : readHours(hours);
  if (read?.kind !== 'hours') return hours;
  const lines = writeHours(read.hours);
  return lines.join('\n') === writeHours(schedule.intervals).join('\n') ? null : lines;
}

/** Returns the hours in force as lines: the market's if staff set none. */
export function hoursInForce({ schedule }: Shipped, own: OwnTerms): readonly string[] {
  return own.hours ?? writeHours(schedule.intervals);
}

const LIMITS_PROBLEMS: Readonly<Record<LimitsProblem, TermsProblem>> = {
  'leverage-unknown': { field: 'leverageMax', text: 'must be one of the leverages there are' },
  'amount-too-small': { field: 'amountMinCents', text: 'an amount must be at least 1.00' },
  'amount-too-large': { field: 'amountMaxCents', text: 'an amount must be at most 10,000,000.00' },
  crossed: { field: 'amountMinCents', text: 'must not be above the greatest amount' },
};

/** Returns why terms are invalid, if they are. */
export function findTermsProblem(shipped: Shipped, own: OwnTerms): TermsProblem | undefined {
  for (const field of ['extraSpreadCentiBps', 'leastSpreadCentiBps'] as const) {
    const share = own[field] ?? 0;
    if (!Number.isSafeInteger(share) || share < 0 || share > SPREAD_CENTI_BPS_MAX) {
      return { field, text: `must be from 0 to ${SPREAD_PERCENT_MAX} percent` };
    }
  }
  const read = own.hours === null ? undefined : readHours(own.hours);
  if (read?.kind === 'invalid') return { field: 'hours', text: read.problem };
  const problem = findLimitsProblem(toTerms(shipped, own).limits);
  return problem === undefined ? undefined : LIMITS_PROBLEMS[problem];
}
