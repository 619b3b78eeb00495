// The trading costs of one customer: half the spread at each end (measured from the mid price of
// the fill's quote), the opening's mark-up, financing and fees. Each is what the price difference
// costs on the exposure, rounded once, half to even.
import { multiplyDivideHalfEven } from '@halyard/core/money';
import type { Report, Span } from './report.ts';
import { euros } from './report.ts';

export type CostlyPosition = {
  readonly id: number;
  readonly symbol: string;
  readonly direction: 'buy' | 'sell';
  readonly amountCents: number;
  readonly leverage: number;
  readonly openPoints: number;
  /** The original opening fill, because later splits have adjusted the rate. */
  readonly filledPoints: number;
  readonly openBidPoints: number;
  readonly openAskPoints: number;
  readonly openedAtMs: number;
  readonly closed: Closing | null;
  /** The overnight financing booked in the period; negative when the customer paid. */
  readonly financingCents: number;
  readonly feesCents: number;
};
type Closing = { readonly atMs: number; readonly bidPoints: number; readonly askPoints: number };

type Costs = {
  readonly spreadCents: number;
  readonly markUpCents: number;
  readonly financingCents: number;
  readonly feesCents: number;
};

/**
 * Returns the costs within the period: for a position opened earlier, without those of the opening.
 */
export function costsOf(position: CostlyPosition, span: Span): Costs {
  const { direction, openPoints, filledPoints, closed } = position;
  const { openBidPoints, openAskPoints } = position;
  const exposureCents = position.amountCents * position.leverage;
  const isIn = (atMs: number): boolean => atMs >= span.fromMs && atMs < span.untilMs;
  const costAt = (rate: number, points: number, parts: number): number =>
    multiplyDivideHalfEven(exposureCents, points, parts * rate);
  const isOpenedIn = isIn(position.openedAtMs);
  const sidePoints = direction === 'buy' ? openAskPoints : openBidPoints;
  const openSpread = isOpenedIn ? costAt(filledPoints, openAskPoints - openBidPoints, 2) : 0;
  const closeSpread =
    closed !== null && isIn(closed.atMs)
      ? costAt(openPoints, closed.askPoints - closed.bidPoints, 2)
      : 0;
  return {
    spreadCents: openSpread + closeSpread,
    markUpCents: isOpenedIn ? costAt(filledPoints, Math.abs(filledPoints - sidePoints), 1) : 0,
    financingCents: 0 - position.financingCents,
    feesCents: 0 - position.feesCents,
  };
}

export function reportCosts(positions: readonly CostlyPosition[], span: Span): Report {
  const costs = positions.map((position) => costsOf(position, span));
  const total = costs.reduce(add, {
    spreadCents: 0,
    markUpCents: 0,
    financingCents: 0,
    feesCents: 0,
  });
  return {
    notes: [
      `${positions.length} positions cost ${euros(sumOf(total))} in all. A negative cost was paid to the customer.`,
    ],
    columns: [
      'position',
      'symbol',
      'exposure_eur',
      'spread_eur',
      'mark_up_eur',
      'financing_eur',
      'fees_eur',
      'total_eur',
    ],
    rows: [
      ...positions.map((position, index) => [
        String(position.id),
        position.symbol,
        euros(position.amountCents * position.leverage),
        ...cells(costs[index] ?? total),
      ]),
      ['all', '', '', ...cells(total)],
    ],
  };
}

function cells(costs: Costs): readonly string[] {
  const { spreadCents, markUpCents, financingCents, feesCents } = costs;
  return [spreadCents, markUpCents, financingCents, feesCents, sumOf(costs)].map(euros);
}

function add(one: Costs, other: Costs): Costs {
  return {
    spreadCents: one.spreadCents + other.spreadCents,
    markUpCents: one.markUpCents + other.markUpCents,
    financingCents: one.financingCents + other.financingCents,
    feesCents: one.feesCents + other.feesCents,
  };
}

function sumOf({ spreadCents, markUpCents, financingCents, feesCents }: Costs): number {
  return spreadCents + markUpCents + financingCents + feesCents;
}
